import { createSearchRunner } from "@wayfare/search";
import { type Supplier, SupplierBusy, SupplierRegistry } from "@wayfare/suppliers";
import { describe, expect, test } from "vitest";
import { eventually } from "../../../../tests/eventually.ts";
import { shareApp, startApp } from "../access-app.ts";
import { goodSearch } from "../running-app.ts";
import { makeAward, makeCash, makeFlight, makeSupply, supplierOf, supplierWith } from "../sample-supply.ts";
import { assemble, openEvents, readSearch, withoutRun } from "./event-stream.ts";
import { makeGated } from "./gated-supplier.ts";

const body = { ...goodSearch, includeAward: true };
const first = makeFlight({ number: "1", cash: [makeCash(50_000)] });
const second = makeFlight({ number: "2", cash: [makeCash(60_000)], award: [] });

/** One supplier that answers at once, and one that the test lets answer: a cheaper offer for the same flight, and another flight. */
function startTwo() {
  const late = makeGated("late", [
    makeFlight({ number: "1", cash: [makeCash(40_000, "Flex")], award: [makeAward(9000)] }),
    makeFlight({ number: "3", cash: [makeCash(45_000)], award: [] }),
  ]);
  return { late, suppliers: [supplierOf("sandbox", [first, second]), late.supplier] };
}

describe.each(["/v1/flights/search", "/v1/search"])("%s", (path) => {
  test.each(["full", "compact"])(
    "sends first flights before a slow supplier answers, and assembles to the plain %s response",
    async (view) => {
      const { late, suppliers } = startTwo();
      const { app } = await startApp("pglite", { suppliers });
      const stream = await openEvents(app, { path, body: { ...body, view } });
      expect(stream.status).toBe(200);
      expect(stream.headers).toMatchObject({
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-store",
        "x-accel-buffering": "no",
        vary: "accept, accept-encoding",
      });
      expect(stream.headers).not.toHaveProperty("content-encoding");
      const { flights } = await stream.readUntil("flights");
      expect(flights).toHaveLength(2);
      expect(late.running()).toBe(1);
      late.answer();
      const parts = await stream.readAll();
      const types = parts.map(({ type }) => type);
      expect(types[0]).toBe("search");
      expect(types.at(-1)).toBe("done");
      expect(types.filter((type) => type === "done" || type === "search" || type === "error")).toHaveLength(2);
      expect(types.filter((type) => type === "scoreOptions")).toHaveLength(
        path === "/v1/search" && view === "full" ? 1 : 0,
      );
      const sent = parts.flatMap((part) => (part.type === "flights" ? part.flights.map(({ id }) => id) : []));
      const changed = sent.filter((id, at) => sent.indexOf(id) !== at);
      expect(changed).toContain(flights[0]?.id);
      expect(new Set(sent).size).toBe(3);
      const plain = await readSearch(app, { path, body: { ...body, view } });
      const assembled = assemble(parts);
      expect(JSON.parse(withoutRun(JSON.stringify(assembled)))).toEqual(JSON.parse(withoutRun(plain.body.toString())));
      expect(withoutRun(JSON.stringify(assembled))).toBe(withoutRun(plain.body.toString()));
    },
  );
});

test("sends a flight again only if it changed", async () => {
  const late = makeGated("late", [makeFlight({ number: "3", cash: [makeCash(45_000)], award: [] })]);
  const { app } = await startApp("pglite", { suppliers: [supplierOf("sandbox", [first, second]), late.supplier] });
  const stream = await openEvents(app, { body });
  await stream.readUntil("flights");
  late.answer();
  const parts = await stream.readAll();
  expect(parts.flatMap((part) => (part.type === "flights" ? [part.flights.length] : []))).toEqual([2, 1]);
});

test("sends the result of a supplier when it answers, not with the next flights", async () => {
  const failing = makeGated("failing", []);
  const late = makeGated("late", [second]);
  const { app } = await startApp("pglite", {
    suppliers: [supplierOf("sandbox", [first]), failing.supplier, late.supplier],
  });
  const stream = await openEvents(app, { body });
  expect((await stream.readUntil("supply")).supply).toMatchObject({ source: "sandbox", status: "ok", offers: 2 });
  failing.fail();
  expect((await stream.readUntil("supply")).supply).toMatchObject({ source: "failing", status: "error", offers: 0 });
  expect(late.running()).toBe(1);
  late.answer();
  expect((await stream.readUntil("supply")).supply).toMatchObject({ source: "late", status: "ok", offers: 1 });
  const { supply } = await stream.readUntil("done");
  expect(supply).toMatchObject([{ status: "ok" }, { status: "error" }, { status: "ok" }]);
});

test("drops flights that the limit cuts after a later supplier's cheaper ones", async () => {
  const cheap = Array.from({ length: 10 }, (_, at) =>
    makeFlight({ number: `${at + 10}`, durationMinutes: 400, cash: [makeCash(10_000 + at)], award: [] }),
  );
  const late = makeGated("late", cheap);
  const slow = makeFlight({ number: "1", durationMinutes: 700, cash: [makeCash(90_000)], award: [] });
  const { app } = await startApp("pglite", { suppliers: [supplierOf("sandbox", [slow]), late.supplier] });
  const limited = { ...body, limit: 5 };
  const stream = await openEvents(app, { body: limited });
  const { flights } = await stream.readUntil("flights");
  late.answer();
  const parts = await stream.readAll();
  const plain = await readSearch(app, { body: limited });
  expect(withoutRun(JSON.stringify(assemble(parts)))).toBe(withoutRun(plain.body.toString()));
  const done = parts.at(-1);
  expect(done?.type === "done" && done.flightIds).not.toContain(flights[0]?.id);
});

test("streams an empty response if no flight matches", async () => {
  const { app } = await startApp("pglite", { suppliers: [supplierOf("sandbox", [])] });
  const stream = await openEvents(app, { body });
  const parts = await stream.readAll();
  expect(parts.map(({ type }) => type)).toEqual(["search", "supply", "flights", "scoreOptions", "done"]);
  const plain = await readSearch(app, { body });
  expect(withoutRun(JSON.stringify(assemble(parts)))).toBe(withoutRun(plain.body.toString()));
});

describe("before the first flights, an error is a problem response", () => {
  const failing = supplierWith("failing", () => Promise.reject(new Error("secret detail")));
  const busy = supplierWith("busy", () => Promise.reject(new SupplierBusy("full")));
  const late = supplierWith("late", () => new Promise(() => {}));
  const cases: [number, string, { suppliers?: Supplier[]; body?: object; key?: string; rateLimitFactor?: number }][] = [
    [400, "REQUEST_INVALID", { body: { origin: 7 } }],
    [400, "REQUEST_INVALID", { body: { ...body, view: "tiny" } }],
    [401, "AUTH_INVALID", { key: "key_test_none" }],
    [422, "SEARCH_UNPROCESSABLE", { body: { ...body, destination: "QQQ" } }],
    [503, "SUPPLY_UNAVAILABLE", { suppliers: [failing] }],
    [503, "SUPPLY_UNAVAILABLE", { suppliers: [failing, late] }],
    [503, "OVERLOADED", { suppliers: [busy] }],
    [504, "SUPPLY_UNAVAILABLE", { suppliers: [late] }],
  ];
  test.each(cases)("%i %s", async (status, code, { body: searched = body, key, ...options }) => {
    const { app } = await startApp("pglite", { searchDeadlineMs: 50, ...options });
    const headers = { accept: "text/event-stream" };
    const answer = await readSearch(app, { body: searched, headers, ...(key === undefined ? {} : { key }) });
    expect(answer.status).toBe(status);
    expect(answer.headers["content-type"]).toBe("application/problem+json; charset=utf-8");
    expect(JSON.parse(answer.body.toString())).toMatchObject({ status, code });
    expect(answer.body.toString()).not.toContain("secret detail");
    expect(Number(answer.headers["content-length"])).toBe(answer.body.length);
  });

  test("429 RATE_LIMITED", async () => {
    const { app } = await startApp("pglite", { rateLimitFactor: 0.01, suppliers: [supplierOf("sandbox", [first])] });
    const statuses = new Set<number | undefined>();
    await eventually(async () => {
      const answer = await readSearch(app, { body, headers: { accept: "text/event-stream" } });
      statuses.add(answer.status);
      expect(answer.headers["content-type"]).toBe("application/problem+json; charset=utf-8");
    });
    expect([...statuses].at(-1)).toBe(429);
  });
});

test("a supplier that fails after the first flights has its status in a supply event, and the stream completes", async () => {
  const late = makeGated("late", []);
  const { app } = await startApp("pglite", { suppliers: [supplierOf("sandbox", [first]), late.supplier] });
  const stream = await openEvents(app, { body });
  await stream.readUntil("flights");
  late.fail();
  const parts = await stream.readAll();
  expect(parts.flatMap((part) => (part.type === "supply" ? [part.supply.status] : []))).toEqual(["ok", "error"]);
  expect(parts.at(-1)).toMatchObject({ type: "done", supply: [{ status: "ok" }, { source: "late", status: "error" }] });
});

test("the deadline ends a stream that waits for a supplier", async () => {
  const late = makeGated("late", []);
  const suppliers = [supplierOf("sandbox", [first]), late.supplier];
  const { app } = await startApp("pglite", { suppliers, searchDeadlineMs: 300 });
  const parts = await (await openEvents(app, { body })).readAll();
  expect(parts.at(-1)).toMatchObject({
    type: "done",
    supply: [{ status: "ok" }, { source: "late", status: "timeout" }],
  });
  expect(late.aborted()).toBe(1);
});

test("an internal error after the first flights is the last event, is logged, and has no details", async () => {
  const late = makeGated("late", [makeFlight({ number: "5", carrier: "XX" })]);
  const supply = makeSupply([]);
  const registry = new SupplierRegistry(
    [supplierOf("sandbox", [first]), late.supplier].map((supplier, slot) => ({ supplier, slot, partitions: ["test"] })),
  );
  const findAirlineName = (code: string) => {
    if (code === "XX") throw new Error("secret detail");
    return supply.dictionary.findAirlineName(code);
  };
  const dictionary = { ...supply.dictionary, findAirlineName };
  const runner = createSearchRunner({ ...supply, dictionary, suppliers: registry });
  const { app } = await startApp("pglite", { supply: { ...supply, runner } });
  const stream = await openEvents(app, { body });
  await stream.readUntil("flights");
  late.answer();
  const parts = await stream.readAll();
  expect(parts.at(-1)).toMatchObject({ type: "error", problem: { status: 500, code: "INTERNAL" } });
  expect(parts.filter(({ type }) => type === "error" || type === "done")).toHaveLength(1);
  const text = JSON.stringify(parts);
  expect(text).not.toContain("secret detail");
  expect(text).not.toContain("stack");
  const requestId = stream.headers["request-id"];
  expect(parts.at(-1)).toMatchObject({ problem: { requestId } });
  const logged = app.logLines.filter((line) => line.includes("secret detail"));
  expect(logged).toHaveLength(1);
  expect(JSON.parse(logged[0] ?? "")).toMatchObject({ level: 50, requestId });
});

describe("a request", () => {
  const shared = shareApp("pglite");

  test.each([
    ["text/event-stream", true],
    ["Text/Event-Stream", true],
    ["application/json, text/event-stream", true],
    ["text/event-stream;q=0.9, application/json;q=0.5", true],
    ["text/event-stream;q=0.5, application/json", false],
    ["text/event-stream;q=0", false],
    ["application/json", false],
    ["*/*", false],
    ["text/*", false],
  ])("with Accept %s, streams: %s", async (accept, expected) => {
    const { app } = shared();
    const { status, headers } = await readSearch(app, { headers: { accept } });
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe(
      expected ? "text/event-stream; charset=utf-8" : "application/json; charset=utf-8",
    );
  });

  test.each(["GET", "HEAD", "PUT"])(
    "%s on a search is not allowed, also with Accept: text/event-stream",
    async (method) => {
      const { app } = shared();
      for (const path of ["/v1/search", "/v1/flights/search"]) {
        const { status, headers } = await fetch(app.url + path, {
          method,
          headers: { authorization: `Bearer ${app.key}`, accept: "text/event-stream" },
        });
        expect([status, headers.get("content-type")]).toEqual([405, "application/problem+json; charset=utf-8"]);
      }
    },
  );
});
