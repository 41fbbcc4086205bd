import { getEventListeners } from "node:events";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { JobContext, SearchRunner } from "@wayfare/search";
import { parseSettings } from "@wayfare/settings";
import { pino } from "pino";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { eventually } from "../../../../tests/eventually.ts";
import { makeSandboxSupply } from "../../src/app/sandbox-supply.ts";
import type { Supply } from "../../src/app/supply.ts";
import { makeOwner, startApp } from "../access-app.ts";
import { cachedSandbox } from "../cached-sandbox.ts";
import { openRaw, searchHead } from "../raw-client.ts";
import { metricsToken, type RunningApp, startMs } from "../running-app.ts";
import { assemble, openEvents, readSearch, sendSearch, withoutRun } from "./event-stream.ts";

let supply: Supply;

beforeAll(async () => {
  supply = await makeSandboxSupply({
    settings: parseSettings({ environment: { SEARCH_THREADS: "1" } }),
    dataDirectory: cachedSandbox,
    clock: { nowMs: () => startMs },
    log: pino({ enabled: false }),
  });
  await eventually(() => expect(supply.isReady()).toBe(true));
});

afterAll(() => supply.close());

const start = (changes: Partial<Supply> = {}) =>
  startApp("pglite", { supply: { ...supply, ...changes, close: async () => {} }, searchDeadlineMs: 60_000 });

const oneWay = { origin: "LON", destination: "NYC", departureDate: "2027-01-20", includeAward: true };
const roundTrip = { ...oneWay, returnDate: "2027-01-27" };
const large = { ...roundTrip, limit: 250, allOffers: true };
const events = { accept: "text/event-stream" };

const errorLines = (app: RunningApp) => app.logLines.filter((line) => /"level":[456]0/.test(line));

async function expectNoPending({ app }: RunningApp): Promise<void> {
  await eventually(async () => {
    const { payload } = await app.inject({ url: "/metrics", headers: { authorization: `Bearer ${metricsToken}` } });
    expect(payload).toContain("\nwayfare_searches_pending 0\n");
  });
}

test.each([
  ["one way", oneWay],
  ["a round trip", roundTrip],
  ["all offers of a round trip", large],
  ["the compact view", { ...roundTrip, view: "compact" }],
])("a stream from a search thread assembles to the plain response, for %s", async (_, body) => {
  const { app } = await start();
  for (const path of ["/v1/flights/search", "/v1/search"]) {
    const plain = await readSearch(app, { path, body });
    expect(plain.status).toBe(200);
    const parts = await (await openEvents(app, { path, body })).readAll();
    // Parsed, because objects list integer keys, such as aircraft codes, first.
    const expected = JSON.stringify(JSON.parse(plain.body.toString()));
    expect(withoutRun(JSON.stringify(assemble(parts))) === withoutRun(expected)).toBe(true);
  }
});

test("answers searches of an account during two streams of another that are not read", async () => {
  const { app, database } = await start();
  const other = await makeOwner({ app, database });
  onTestFinished(() => app.app.server.closeAllConnections());
  const request = JSON.stringify(large);
  const unread = [await openRaw(app, { reads: false }), await openRaw(app, { reads: false })];
  for (const { socket } of unread) {
    socket.write(searchHead(app, request.length).replace("Host", "Accept: text/event-stream\r\nHost") + request);
  }
  const streams = [await openEvents(app, { body: roundTrip }), await openEvents(app, { body: roundTrip })];
  for (const stream of streams) await stream.readUntil("flights");
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => readSearch(app, { key: other.test, body: oneWay })),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  for (const stream of streams) expect((await stream.readAll()).at(-1)).toMatchObject({ type: "done" });
  for (const { socket } of unread) socket.destroy();
  await expectNoPending(app);
  expect((await readSearch(app, { body: oneWay })).status).toBe(200);
});

test("clients that disconnect stop their searches in the thread, without errors", async () => {
  const { app } = await start();
  for (const headers of [events, {}]) {
    const clients = Array.from({ length: 10 }, () => new AbortController());
    const aborted = clients.map(({ signal }) =>
      fetch(`${app.url}/v1/search`, {
        method: "POST",
        signal,
        headers: { ...headers, authorization: `Bearer ${app.key}`, "content-type": "application/json" },
        body: JSON.stringify(large),
      }),
    );
    await eventually(async () => {
      const { payload } = await app.app.inject({
        url: "/metrics",
        headers: { authorization: `Bearer ${metricsToken}` },
      });
      expect(payload).toMatch(/\nwayfare_searches_pending [1-9]/);
    });
    for (const client of clients) client.abort();
    await Promise.allSettled(aborted);
    await expectNoPending(app);
  }
  for (let n = 0; n < 5; n++) {
    const response = await sendSearch(app, { body: large, headers: events });
    response.destroy();
  }
  await expectNoPending(app);
  expect((await readSearch(app, { body: oneWay })).status).toBe(200);
  await eventually(() =>
    expect(app.logLines.filter((line) => /search","status":null/.test(line)).length).toBeGreaterThan(0),
  );
  expect(errorLines(app)).toEqual([]);
});

/** Wraps a runner and records the signals of its searches. */
function recordSignals(runner: SearchRunner) {
  const signals: WeakRef<AbortSignal>[] = [];
  const record = <Context extends JobContext>(context: Context): Context => {
    if (context.signal !== undefined) signals.push(new WeakRef(context.signal));
    return context;
  };
  const recorded: SearchRunner = {
    versionsOf: (environment) => runner.versionsOf(environment),
    search: (job, context) => runner.search(job, record(context)),
    stream: (job, context) => runner.stream(job, record(context)),
    reprice: (job, context) => runner.reprice(job, context),
    findCurrent: (job, context) => runner.findCurrent(job, context),
    watch: (job, context) => runner.watch(job, context),
    calendar: (job, context) => runner.calendar(job, context),
    explore: (job, context) => runner.explore(job, context),
    order: (job, context) => runner.order(job, context),
  };
  return { recorded, signals };
}

function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
}

test("200 searches leave no listeners and no signals behind", async () => {
  const { recorded, signals } = recordSignals(supply.runner);
  const { app } = await start({ runner: recorded });
  for (let n = 0; n < 20; n++) {
    await Promise.all(
      Array.from({ length: 10 }, (_, at) => readSearch(app, { body: oneWay, headers: at % 2 === 0 ? events : {} })),
    );
  }
  expect(signals).toHaveLength(200);
  const alive = () => signals.flatMap((signal) => signal.deref() ?? []);
  await eventually(() => expect(alive().map((signal) => getEventListeners(signal, "abort").length)).not.toContain(1));
  await eventually(() => {
    collectGarbage();
    expect(alive().length).toBeLessThan(20);
  });
});
