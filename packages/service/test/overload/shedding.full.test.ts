import type { Supplier } from "@wayfare/suppliers";
import { expect, onTestFinished, test } from "vitest";
import { eventually } from "../../../../tests/eventually.ts";
import { createAccount } from "../../src/tenancy/account-store.ts";
import { startApp } from "../access-app.ts";
import { goodSearch, metricsToken, startMs } from "../running-app.ts";
import { makeFlight, supplierOf, supplierWith } from "../sample-supply.ts";

/** An event loop with a delay set by the test. */
function loopOf(delayMs: number) {
  return { delayMs, readMs: () => loop.delayMs, close: () => {} };
}
let loop = loopOf(0);

/** The queue may stand up to the deadline, because the connections of a test arrive slowly. */
const burstsAlone = { searchQueueMs: 60_000 };

const overload = { shedDelayMs: 100, searchQueueMs: 500 };

test("rejects searches first, then every route, but never health, readiness and metrics", async () => {
  loop = loopOf(0);
  const { app } = await startApp("pglite", { overload, eventLoopDelay: loop });
  const search = () => app.call("/v1/search", { body: goodSearch });
  const status = async (path: string) => (await app.call(path)).status;
  expect((await search()).status).toBe(200);
  loop.delayMs = 150;
  await eventually(async () => expect(await search()).toMatchObject({ status: 503, body: { code: "OVERLOADED" } }));
  expect(await status("/v1/places?q=lon")).toBe(200);
  loop.delayMs = 1000;
  await eventually(async () => expect(await status("/v1/places?q=lon")).toBe(503));
  expect(await Promise.all(["/v1/keys", "/openapi.json", "/nowhere"].map(status))).toEqual([503, 503, 503]);
  expect(await Promise.all(["/healthz", "/readyz"].map(status))).toEqual([200, 200]);
  const { text } = await app.call("/metrics", { key: metricsToken });
  expect(text).toContain("wayfare_overload_level 2");
  expect(text).toContain("wayfare_event_loop_delay_seconds 1");
  expect(text).toMatch(/wayfare_requests_shed_total\{kind="search",reason="delay"\} [1-9]/);
  expect(text).toMatch(/wayfare_requests_shed_total\{kind="other",reason="delay"\} [1-9]/);
  loop.delayMs = 0;
  await eventually(async () => expect(await status("/v1/places?q=lon")).toBe(200));
  await eventually(async () => expect((await search()).status).toBe(200));
});

test("rejects before authentication and before reading the body, with Retry-After", async () => {
  loop = loopOf(1000);
  const { app } = await startApp("pglite", { overload, eventLoopDelay: loop });
  await eventually(async () => {
    const answer = await app.call("/v1/search", { key: null, body: "{" });
    expect(answer).toMatchObject({ status: 503, body: { code: "OVERLOADED" } });
    expect(answer.headers.get("retry-after")).toMatch(/^[1-9]$/);
  });
});

/** A supplier that responds when the test releases it. */
function blockedSupplier() {
  const release = Promise.withResolvers<void>();
  let started = 0;
  const supplier = supplierWith("held", async () => {
    started++;
    await release.promise;
    return { flights: [makeFlight()] };
  });
  return { supplier, started: () => started, release: () => release.resolve() };
}

test("immediately rejects concurrent searches that would be too late, and answers the others", async () => {
  const { supplier, started, release } = blockedSupplier();
  const { app } = await startApp("pglite", { suppliers: [supplier], searchDeadlineMs: 8000, overload: burstsAlone });
  onTestFinished(release);
  const answers: number[] = [];
  const searches = Array.from({ length: 300 }, async () => {
    const { status } = await app.call("/v1/search", { body: goodSearch });
    answers.push(status);
    return status;
  });
  // 25 ms each until the first response, and four fifths of the deadline: 256.
  await eventually(() => expect([answers.length, started()]).toEqual([44, 256]));
  expect(new Set(answers)).toEqual(new Set([503]));
  const { text } = await app.call("/metrics", { key: metricsToken });
  expect(text).toContain("wayfare_searches_pending 256");
  expect(text).toContain('wayfare_requests_shed_total{kind="search",reason="queue"} 44');
  // The body is not read, and an unauthenticated caller gets 401.
  expect((await app.call("/v1/search", { body: "{" })).body.code).toBe("OVERLOADED");
  expect((await app.call("/v1/search", { key: null, body: "{" })).body.code).toBe("AUTH_MISSING");
  release();
  await Promise.all(searches);
  expect(answers.filter((status) => status === 200)).toHaveLength(256);
  expect((await app.call("/v1/search", { body: goodSearch })).status).toBe(200);
});

/**
 * Fills the queue with pending searches of one account until released, and has an offer to reprice. The queue is full once it has been
 * longer than 500 ms of searches for 500 ms; no search reaches its deadline before the end of the test.
 */
async function startFull() {
  const { supplier, started: startedSearches, release } = blockedSupplier();
  const free = supplierOf("free", [makeFlight({ number: "1" })]);
  let current = free;
  const switched: Supplier = { ...free, search: (query, context) => current.search(query, context) };
  const started = await startApp("pglite", { suppliers: [switched], searchDeadlineMs: 120_000, overload });
  const { app, database } = started;
  onTestFinished(release);
  const { body } = await app.call("/v1/search", { body: goodSearch });
  current = supplier;
  const refused = new Set<number>();
  const searches: Promise<void>[] = [];
  const search = async (at: number) => {
    const { status } = await app.call("/v1/search", { body: goodSearch });
    if (status === 503) refused.add(at);
  };
  while (refused.size === 0) {
    searches.push(search(searches.length));
    await eventually(() => expect(refused.size + startedSearches()).toBe(searches.length));
  }
  current = free;
  const otherKey = await app.makeKey({ accountId: await createAccount(database, "Other", startMs) });
  const offer = `/v1/offers/${body.flights?.[0]?.cash[0]?.id}`;
  return { app, offer, otherKey, finish: () => (release(), Promise.all(searches)) };
}

test("rejects repricing like a search while the queue is full for the account", async () => {
  const { app, offer, finish } = await startFull();
  expect(await app.call(offer)).toMatchObject({ status: 503, body: { code: "OVERLOADED" } });
  await finish();
  expect(await app.call(offer)).toMatchObject({ status: 200, body: { status: "available" } });
});

test("answers a search of one account while the queue is full for another", async () => {
  const { app, otherKey, finish } = await startFull();
  const search = (key: string) => app.call("/v1/search", { key, body: goodSearch });
  expect(await search(app.key)).toMatchObject({ status: 503, body: { code: "OVERLOADED" } });
  expect(await search(otherKey)).toMatchObject({ status: 200 });
  await finish();
});

test("invalid searches do not lower the measured time per search", async () => {
  const { app } = await startApp("pglite");
  const expected = async () =>
    /wayfare_search_queue_seconds (\S+)/.exec((await app.call("/metrics", { key: metricsToken })).text)?.[1];
  const before = await expected();
  const impossible = { ...goodSearch, departureDate: "2020-01-01" };
  for (let n = 0; n < 10; n++) expect((await app.call("/v1/search", { body: impossible })).status).toBe(422);
  expect(await expected()).toBe(before);
});
