import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OfferResponse, ScoredSearchResponse } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { parseSettings } from "@wayfare/settings";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { eventually } from "../../../../tests/eventually.ts";
import type { Misbehavior } from "../../../suppliers/test/doubles/supplier-double.ts";
import { makeSandboxSupply } from "../../src/app/sandbox-supply.ts";
import type { Supply } from "../../src/app/supply.ts";
import { makeOwner, startApp } from "../access-app.ts";
import { cachedSandbox } from "../cached-sandbox.ts";
import { liveSecrets, TestAccess } from "../live-access.ts";
import { type Doubles, liveSearch, startDoubles } from "../live-app.ts";
import { metricsToken, type RunningApp, startMs } from "../running-app.ts";
import { assemble, openEvents, readSearch, withoutRun } from "../search/event-stream.ts";

const everySupplier = ["duffel", "seats-aero", "ignav", "house"];
const deadlineMs = 3000;

let doubles: Doubles;
let supply: Supply;

beforeAll(async () => {
  doubles = await startDoubles();
  supply = await openSupply(doubles.setup);
  await eventually(() => expect(supply.isReady()).toBe(true));
});

afterEach(() => {
  for (const double of doubles.all) double.misbehavior = null;
});

afterAll(async () => {
  await supply.close();
  await doubles.close();
});

function openSupply(liveSuppliers: Doubles["setup"]): Promise<Supply> {
  return makeSandboxSupply({
    settings: parseSettings({ environment: { SEARCH_THREADS: "1" } }),
    dataDirectory: cachedSandbox,
    clock: { nowMs: () => startMs },
    log: pino({ enabled: false }),
    liveSuppliers,
  });
}

async function start(connected: readonly string[] = everySupplier, searchDeadlineMs = 60_000) {
  const access = new TestAccess(connected);
  const shared = { ...supply, close: async () => {} };
  const { app, database } = await startApp("pglite", { supply: shared, supplierAccess: access, searchDeadlineMs });
  const key = await app.makeKey({ environment: "live" });
  const search = async (body: object = liveSearch, options: { key?: string } = { key }) => {
    const answer = await app.call("/v1/search", { ...options, body });
    expect(answer.status, answer.text).toBe(200);
    const response: ScoredSearchResponse = JSON.parse(answer.text);
    return response;
  };
  return { app, database, access, key, search };
}

const sourcesOf = ({ supply: rows }: ScoredSearchResponse) => rows.map(({ source }) => source);

describe("search threads with live suppliers", () => {
  test("answer live keys from the live suppliers of their account, and others from the sandbox", async () => {
    const { app, access, search } = await start(["duffel", "seats-aero"]);
    const live = await search();
    expect([sourcesOf(live), live.simulated]).toEqual([["duffel", "seats-aero"], false]);
    const joined = live.flights.filter(({ cash, award }) => cash.length > 0 && award.length > 0);
    expect(joined).toMatchObject([{ award: [{ program: "american", centsPerPoint: 1.84 }] }]);
    expect(live.scoreOptions.map(({ kind }) => kind)).toContain("award");
    await eventually(() => expect(access.settled).toHaveLength(access.calls));
    const simulated = await search(liveSearch, { key: app.key });
    expect([sourcesOf(simulated), simulated.simulated]).toEqual([["sandbox"], true]);
    access.connected.live.clear();
    const unconnected = await search();
    expect([sourcesOf(unconnected), unconnected.simulated]).toEqual([["sandbox"], true]);
  });

  test("use a Duffel test token for test keys, in addition to the sandbox, and never a live one", async () => {
    const { app, access, search } = await start();
    access.connected.test.add("duffel");
    const before = doubles.duffel.double.requests.length;
    const response = await search(liveSearch, { key: app.key });
    expect(sourcesOf(response)).toEqual(["sandbox", "duffel"]);
    expect(response.simulated).toBe(true);
    const tokens = doubles.duffel.double.requests.slice(before).map(({ headers }) => headers.authorization);
    expect(new Set(tokens)).toEqual(new Set([`Bearer ${liveSecrets.test.duffel}`]));
    // The sandbox also operates this route: its flights are never joined with others.
    const sources = response.flights.map(({ cash }) => new Set(cash.map(({ source }) => source)).size);
    expect(Math.max(...sources)).toBe(1);
  });

  test("stream the flights of the plain response, and price its offers again", async () => {
    const { app, key } = await start();
    const plain = await readSearch(app, { key, body: liveSearch });
    const parts = await (await openEvents(app, { key, body: liveSearch })).readAll();
    const expected = JSON.stringify(JSON.parse(plain.body.toString()));
    expect(withoutRun(JSON.stringify(assemble(parts)))).toBe(withoutRun(expected));
    const response: ScoredSearchResponse = JSON.parse(plain.body.toString());
    for (const { cash } of response.flights) {
      const [offer] = cash;
      if (offer === undefined) continue;
      const again: OfferResponse = JSON.parse((await app.call(`/v1/offers/${offer.id}`, { key })).text);
      expect(again).toMatchObject({ status: "available", offer: { id: offer.id, source: offer.source } });
    }
    expect(response.flights.flatMap(({ cash }) => cash.map(({ source }) => source))).toContain("house");
  });

  test("use the operator's schedule, and the start fails with the line of one that cannot be read", async () => {
    const scheduleFile = join(tmpdir(), `wayfare-schedule-${process.pid}.tsv`);
    writeFileSync(scheduleFile, "carrier\tnumber\n");
    await expect(openSupply({ ...doubles.setup, scheduleFile })).rejects.toThrow(
      `cannot read the schedule of the suppliers, ${scheduleFile}: the first line must be the columns`,
    );
  });

  test("do not start with exchange rates that cannot be read", async () => {
    const exchangeRatesFile = join(tmpdir(), `wayfare-rates-${process.pid}.tsv`);
    const open = () => openSupply({ ...doubles.setup, exchangeRatesFile });
    await expect(open()).rejects.toThrow(`cannot read EXCHANGE_RATES_FILE ${exchangeRatesFile}: ENOENT`);
    writeFileSync(exchangeRatesFile, "currency\tusdPerUnit\tasOf\tsource\nEUR\t0\t2026-11-01\tours\n");
    onTestFinished(() => rmSync(exchangeRatesFile));
    await expect(open()).rejects.toThrow(
      `cannot read EXCHANGE_RATES_FILE ${exchangeRatesFile}: line 2: usdPerUnit must be a positive decimal number`,
    );
  });
});

const answer = (body: string, changes = {}): Misbehavior => ({ kind: "answer", answer: { body, ...changes } });

const misbehaviors: Record<string, Misbehavior> = {
  hang: { kind: "hang" },
  reset: { kind: "reset" },
  "slow drip": { kind: "drip", everyMs: 20 },
  "429": answer("{}", { status: 429 }),
  "500": answer("{}", { status: 500 }),
  HTML: answer("<html></html>", { contentType: "text/html" }),
  "3 MB of another format": answer(JSON.stringify({ a: "x".repeat(3_100_000) })),
  garbage: answer("\u0000\u0001{]"),
  "expired token": answer('{"errors":[{"code":"expired_access_token"}]}', { status: 401 }),
};

describe("a live supplier that misbehaves", () => {
  test.each(Object.entries(misbehaviors))("with %s does not delay the answer of another", async (name, misbehavior) => {
    const { app, access, database, search } = await start(everySupplier, deadlineMs);
    // Connections are open and code is compiled before the measured search.
    await search();
    for (const double of doubles.all.slice(0, 3)) double.misbehavior = misbehavior;
    // A supplier that hangs would delay the answer without end; how long the deadline takes depends on the machine.
    const response = await search();
    const statusOf = new Map(response.supply.map(({ source, status, offers }) => [source, [status, offers]]));
    expect(statusOf.get("house")).toEqual(["ok", 1]);
    expect(response.flights).toHaveLength(1);
    for (const source of ["duffel", "seats-aero", "ignav"]) {
      expect(["timeout", "error", "skipped"], `${source} on ${name}`).toContain(statusOf.get(source)?.[0]);
    }
    // Each upstream call had one permit, which was settled once.
    await eventually(() => expect(access.settled).toHaveLength(access.calls));
    await expectNoSecrets({ app, database, responses: [JSON.stringify(response)] });
  });

  test("is not called after five failures, for the credential that failed only", async () => {
    const { app, database, search } = await start(["duffel", "house"]);
    const other = await makeOwner({ app, database });
    doubles.duffel.double.misbehavior = { kind: "reset" };
    for (let n = 0; n < 5; n++) await search();
    const calls = doubles.duffel.double.requests.length;
    expect((await search()).supply).toMatchObject([{ source: "duffel", status: "skipped", reason: "breaker" }, {}]);
    expect(doubles.duffel.double.requests).toHaveLength(calls);
    doubles.duffel.double.misbehavior = null;
    const { supply: rows } = await search(liveSearch, { key: other.live });
    expect(rows).toMatchObject([{ source: "duffel", status: "ok" }, {}]);
  });

  test("is the error of a search that no other answered", async () => {
    const { app, database, key } = await start(["duffel"], deadlineMs);
    doubles.duffel.double.misbehavior = answer('{"errors":[{"code":"expired_access_token"}]}', { status: 401 });
    const failed = await app.call("/v1/search", { key, body: liveSearch });
    expect([failed.status, failed.body.code]).toEqual([503, "SUPPLY_UNAVAILABLE"]);
    const headers = { accept: "text/event-stream" };
    const streamed = await app.call("/v1/search", { key, body: liveSearch, headers });
    expect([streamed.status, streamed.body.code]).toEqual([503, "SUPPLY_UNAVAILABLE"]);
    await expectNoSecrets({ app, database, responses: [failed.text, streamed.text] });
  });
});

/** Fails if a credential is in a log, a response, a metric, the URL of a request or the database. */
async function expectNoSecrets(run: { app: RunningApp; database: Database; responses: readonly string[] }) {
  const { app, database, responses } = run;
  const { payload: metrics } = await app.app.inject({
    url: "/metrics",
    headers: { authorization: `Bearer ${metricsToken}` },
  });
  const urls = doubles.all.flatMap(({ requests }) => requests.map(({ path, query }) => `${path}?${query.toString()}`));
  const texts = { logs: app.logLines.join(""), responses: responses.join(""), metrics, urls: urls.join("\n") };
  const places = Object.entries({ ...texts, database: await readAllRows(database) });
  expect(texts.logs).toContain("supplier failed");
  for (const secret of [...Object.values(liveSecrets.live), ...Object.values(liveSecrets.test)]) {
    // Also as bytes of a column, which are shown in hexadecimal.
    const forms = [secret, Buffer.from(secret).toString("hex"), Buffer.from(secret).toString("base64")];
    expect(places.filter(([, text]) => forms.some((form) => text.includes(form)))).toEqual([]);
  }
}

/** Returns the rows of every table as text. */
async function readAllRows(database: Database): Promise<string> {
  const tables = await database.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1",
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const rows = await database.query<{ text: string }>(`SELECT each::text AS text FROM ${name} AS each`);
    texts.push(...rows.map(({ text }) => text));
  }
  return texts.join("\n");
}
