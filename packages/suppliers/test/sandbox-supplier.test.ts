import { createSearcher, openTimetable, parseEpochDay } from "@wayfare/engine";
import { createSandboxSupplier, type SandboxSupplier, type SearchQuery, sandboxName } from "@wayfare/suppliers";
import { loadFacts, makeWorld } from "@wayfare/world";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toFlightSearch } from "../src/sandbox/flight-search.ts";
import { toSuppliedFlight } from "../src/sandbox/supplied-flight.ts";
import { queryFor } from "./query.ts";

const searchedAtMs = Date.parse("2027-01-02T10:30:30Z");
const signal = new AbortController().signal;
const world = { version: "sandbox-test", buffer: makeWorld(loadFacts(), parseEpochDay("2027-01-01")) };

const queries: SearchQuery[] = [
  queryFor(),
  queryFor({ returnDate: "2027-01-27", travelers: { adults: 2, children: 1, infants: 1 }, currency: "EUR" }),
  queryFor({ origin: "SFO", destination: "TYO", cabin: "business", allOffers: true, sort: "miles", currency: "KWD" }),
  queryFor({ origin: "SYD", destination: "LAX", maxStops: 0, sort: "duration", currency: "JPY" }),
];

/** The engine's answer without threads or a supplier. */
function answerInProcess(query: SearchQuery) {
  const searcher = createSearcher(openTimetable(world.buffer));
  const found = searcher.search(toFlightSearch(query, searchedAtMs));
  return found.map((flight) => toSuppliedFlight(flight, { currency: query.currency }));
}

describe("the sandbox supplier", () => {
  let supplier: SandboxSupplier;

  beforeAll(async () => {
    supplier = createSandboxSupplier(world, { threads: 2 });
    await supplier.warmUp(searchedAtMs);
  });

  afterAll(() => supplier.close());

  it("calls itself what it is", () => {
    expect([supplier.name, supplier.simulated]).toEqual([sandboxName, true]);
  });

  it("answers what the engine finds in the same process, with the version of its world", async () => {
    for (const query of queries) {
      const { flights, version } = await supplier.search(query, { searchedAtMs, signal });
      expect(version).toBe("sandbox-test");
      expect(flights.length).toBeGreaterThan(0);
      expect(flights).toEqual(answerInProcess(query));
    }
  });

  it("answers many searches at once, each its own, and the same from any thread", async () => {
    const asked = Array.from({ length: 12 }, (_, i) => queries[i % queries.length] ?? queryFor());
    const answers = await Promise.all(asked.map((query) => supplier.search(query, { searchedAtMs, signal })));
    for (const [i, { flights }] of answers.entries()) {
      expect(flights).toEqual(answers[i % queries.length]?.flights);
    }
    expect(answers[0]?.flights).not.toEqual(answers[1]?.flights);
  });

  it("finds nothing between places that it does not know, and rejects nothing", async () => {
    const { flights } = await supplier.search(queryFor({ origin: "XXX" }), { searchedAtMs, signal });
    expect(flights).toEqual([]);
  });

  it("does not begin a search whose caller has gone", async () => {
    const gone = AbortSignal.abort(new Error("gone"));
    await expect(supplier.search(queryFor(), { searchedAtMs, signal: gone })).rejects.toThrow("gone");
  });

  it("rejects a query that no validated search can be, and goes on answering", async () => {
    const broken = queryFor({ departureDate: "2027-02-30" });
    await expect(supplier.search(broken, { searchedAtMs, signal })).rejects.toThrow("2027-02-30 is not a date");
    const { flights } = await supplier.search(queryFor(), { searchedAtMs, signal });
    expect(flights.length).toBeGreaterThan(0);
  });
});

describe("closing the sandbox supplier", () => {
  it.each([1, 2, 3])("answers the searches under way and those that wait first, with %i threads", async (threads) => {
    const supplier = createSandboxSupplier(world, { threads });
    await supplier.warmUp(searchedAtMs);
    const underWay = [queryFor(), queryFor({ origin: "PAR" })].map((query) =>
      supplier.search(query, { searchedAtMs, signal }),
    );
    await supplier.close();
    for (const { flights } of await Promise.all(underWay)) expect(flights.length).toBeGreaterThan(0);
  });

  it("refuses what comes after", async () => {
    const supplier = createSandboxSupplier(world, { threads: 1 });
    await supplier.close();
    await expect(supplier.search(queryFor(), { searchedAtMs, signal })).rejects.toThrow("the sandbox is closed");
  });
});
