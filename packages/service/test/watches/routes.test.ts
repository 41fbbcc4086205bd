import type { FieldError, Watch, WatchMatched, WebhookEvent } from "@wayfare/contract";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createTestDatabase, testDatabaseKinds } from "../../../../tests/databases.ts";
import { eventually } from "../../../../tests/eventually.ts";
import { type RunningApp, runApp } from "../running-app.ts";
import { makeCash, makeFlight, supplierWith } from "../sample-supply.ts";

const search = { origin: "JFK", destination: "LHR", departureDate: "2027-01-20" };
const dayMs = 86_400_000;

/** Price of the only flight in cents. */
let price = 50_000;
const supplier = supplierWith("sandbox", async () => ({ flights: [makeFlight({ cash: [makeCash(price)] })] }));

const opened: Record<string, { app: RunningApp; drop: () => Promise<void> }> = {};

beforeAll(async () => {
  for (const kind of testDatabaseKinds) {
    const { database, drop } = await createTestDatabase(kind);
    opened[kind] = {
      app: await runApp({ database, suppliers: [supplier], watches: { everyMs: 20, maxPerAccount: 6 } }),
      drop,
    };
  }
});

afterAll(async () => {
  for (const { app, drop } of Object.values(opened)) {
    await app.close();
    await drop();
  }
});

function appOn(kind: string): RunningApp {
  const found = opened[kind];
  if (found === undefined) throw new Error(`no app on ${kind}`);
  return found.app;
}

async function create(app: RunningApp, body: object, key?: string): Promise<Watch> {
  const answer = await app.call("/v1/watches", { method: "POST", body, ...(key !== undefined && { key }) });
  expect(answer.status, answer.text).toBe(201);
  const created: Watch = JSON.parse(answer.text);
  onTestFinished(async () => void (await app.call(`/v1/watches/${created.id}`, { method: "DELETE" })));
  return created;
}

async function read(app: RunningApp, id: string): Promise<Watch> {
  const watch: Watch = JSON.parse((await app.call(`/v1/watches/${id}`)).text);
  return watch;
}

async function eventsOf(app: RunningApp, id: string): Promise<(Omit<WebhookEvent, "data"> & { data: WatchMatched })[]> {
  return JSON.parse((await app.call(`/v1/events?subject=${id}`)).text).data;
}

async function advance(app: RunningApp, seconds: number): Promise<void> {
  const { status } = await app.call("/v1/test/clock/advance", { method: "POST", body: { seconds } });
  expect(status).toBe(200);
}

const maxPrice = (amount: string) => ({ maxPrice: { amount, currency: "USD" } });

test.each(testDatabaseKinds)("runs at once, and sends an event when the price falls on %s", async (kind) => {
  const app = appOn(kind);
  price = 50_000;
  const { id, status, lastRun } = await create(app, { search, condition: maxPrice("450"), metadata: { order: "1" } });
  expect({ status, lastRun }).toEqual({ status: "active", lastRun: null });
  await eventually(async () =>
    expect((await read(app, id)).lastRun).toMatchObject({ status: "succeeded", reason: null }),
  );
  expect(await eventsOf(app, id)).toEqual([]);
  price = 41_260;
  await advance(app, 3600);
  await eventually(async () => expect(await eventsOf(app, id)).toHaveLength(1));
  const [event] = await eventsOf(app, id);
  expect(event).toMatchObject({ type: "watch.matched", subject: id });
  expect(event?.data).toMatchObject({
    watchId: id,
    flightCount: 1,
    matchCount: 1,
    because: [
      {
        condition: "maxPrice",
        limit: { amount: "450", currency: "USD" },
        previous: { amount: "500.00", currency: "USD" },
        present: { amount: "412.60", currency: "USD" },
      },
    ],
    metadata: { order: "1" },
  });
  expect(event?.data.flights).toMatchObject([{ change: "new", cash: { total: { amount: "412.60" } } }]);
  const watch = await read(app, id);
  expect(watch).toMatchObject({ matchCount: 1, lastPrices: { price: { amount: "412.60" } } });
  const offer = await app.call(`/v1/offers/${event?.data.flights[0]?.cash?.offerId}`);
  expect(JSON.parse(offer.text)).toMatchObject({ status: "available" });
});

test.each(testDatabaseKinds)(
  "does not report an unchanged match again, and reports a better one on %s",
  async (kind) => {
    const app = appOn(kind);
    price = 40_000;
    const { id } = await create(app, { search, condition: maxPrice("450") });
    await eventually(async () => expect(await eventsOf(app, id)).toHaveLength(1));
    const first = (await read(app, id)).lastRun?.startedAt;
    await advance(app, 3600);
    await eventually(async () => expect((await read(app, id)).lastRun?.startedAt).not.toBe(first));
    expect(await eventsOf(app, id)).toHaveLength(1);
    price = 39_000;
    await advance(app, 3600);
    await eventually(async () => expect(await eventsOf(app, id)).toHaveLength(2));
    expect((await eventsOf(app, id))[0]?.data.flights).toMatchObject([{ change: "better" }]);
  },
);

test.each(testDatabaseKinds)("pauses, resumes, expires and deletes a watch on %s", async (kind) => {
  const app = appOn(kind);
  const { id } = await create(app, { search, condition: { dropPercent: 10 }, expiresAt: "2027-01-10T00:00:00Z" });
  const change = (body: object) => app.call(`/v1/watches/${id}`, { method: "PATCH", body });
  expect(JSON.parse((await change({ paused: true })).text)).toMatchObject({ status: "paused", nextRunAt: null });
  expect(JSON.parse((await change({ paused: false })).text)).toMatchObject({ status: "active" });
  await advance(app, (60 * dayMs) / 1000);
  await eventually(async () => expect(await read(app, id)).toMatchObject({ status: "expired", nextRunAt: null }));
  expect((await change({ paused: false })).body.code).toBe("STATE_INVALID");
  const listed = JSON.parse((await app.call("/v1/watches?status=expired")).text);
  expect(listed.data).toMatchObject([{ id }]);
  expect((await app.call(`/v1/watches/${id}`, { method: "DELETE" })).status).toBe(200);
  expect((await app.call(`/v1/watches/${id}`)).status).toBe(404);
  await app.call("/v1/test/clock/reset", { method: "POST" });
});

const refused: readonly [name: string, body: object, status: number, pointers: string[]][] = [
  [
    "an unknown place",
    { search: { ...search, origin: "QQQ" }, condition: { dropPercent: 5 } },
    422,
    ["/search/origin"],
  ],
  [
    "a date in the past",
    { search: { ...search, departureDate: "2026-01-01" }, condition: { dropPercent: 5 } },
    422,
    ["/search/departureDate"],
  ],
  ["no condition", { search, condition: {} }, 400, ["/condition"]],
  ["miles without awards", { search, condition: { maxMiles: 5 } }, 422, ["/condition/maxMiles"]],
  [
    "another currency",
    { search: { ...search, currency: "EUR" }, condition: maxPrice("5") },
    422,
    ["/condition/maxPrice/currency"],
  ],
  ["a negative price", { search, condition: maxPrice("-5") }, 422, ["/condition/maxPrice/amount"]],
  ["an end in the past", { search, condition: maxPrice("5"), expiresAt: "2026-01-01T00:00:00Z" }, 422, ["/expiresAt"]],
  ["an unknown member", { search, condition: { maxPrize: 5 } }, 400, ["/condition/maxPrize"]],
];

test.each(refused)("refuses %s", async (_name, body, status, pointers) => {
  const answer = await appOn("pglite").call("/v1/watches", { method: "POST", body });
  expect(answer.status, answer.text).toBe(status);
  expect(answer.body.errors?.map(({ pointer }: FieldError) => pointer)).toEqual(pointers);
});

test.each(testDatabaseKinds)(
  "limits the watches of an account, and creates one for an idempotency key on %s",
  async (kind) => {
    const app = appOn(kind);
    const body = { search, condition: maxPrice("5") };
    const headers = { "idempotency-key": `watch-${kind}` };
    const ids = await Promise.all(
      [0, 1].map(async () => {
        const answer = await app.call("/v1/watches", { method: "POST", body, headers });
        return answer.status === 201 ? JSON.parse(answer.text).id : answer.body.code;
      }),
    );
    const created = ids.filter((id) => id.startsWith("wat_"));
    expect(new Set(created).size).toBe(1);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => app.call("/v1/watches", { method: "POST", body })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(answers.find(({ status }) => status !== 201)?.body.code).toBe("CONFLICT");
    const made = answers.filter(({ status }) => status === 201).map(({ text }) => JSON.parse(text).id);
    for (const id of [...created, ...made]) await app.call(`/v1/watches/${id}`, { method: "DELETE" });
  },
);

test.each(testDatabaseKinds)(
  "keeps live watches from test keys and needs the scope of searches on %s",
  async (kind) => {
    const app = appOn(kind);
    price = 40_000;
    const live = await app.makeKey({ environment: "live" });
    const body = { search, condition: maxPrice("450") };
    const answer = await app.call("/v1/watches", { method: "POST", body, key: live });
    const { id } = JSON.parse(answer.text);
    expect((await app.call(`/v1/watches/${id}`)).status).toBe(404);
    const reader = await app.makeKey({ scopes: ["usage.read"] });
    expect((await app.call("/v1/watches", { method: "POST", body, key: reader })).body.code).toBe("AUTH_SCOPE_MISSING");
    const readWatch = async () => JSON.parse((await app.call(`/v1/watches/${id}`, { key: live })).text);
    await eventually(async () => expect((await readWatch()).lastRun).toMatchObject({ status: "succeeded" }));
    const usage = JSON.parse((await app.call("/v1/usage/current", { key: live })).text);
    expect(usage.operations).toContainEqual(expect.objectContaining({ operation: "search", count: 1 }));
    await app.call(`/v1/watches/${id}`, { method: "DELETE", key: live });
  },
);
