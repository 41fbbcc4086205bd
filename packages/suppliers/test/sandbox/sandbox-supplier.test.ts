import type { PlaceReference } from "@wayfare/contract";
import { createSearcher, openTimetable, parseEpochDay } from "@wayfare/engine";
import {
  createSandboxSupplier,
  type SandboxSupplier,
  type SearchContext,
  type SearchQuery,
  type SuppliedFlight,
  sandboxName,
} from "@wayfare/suppliers";
import { loadFacts, makeWorld } from "@wayfare/world";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toFlightSearch } from "../../src/sandbox/flight-search.ts";
import { toSuppliedFlight } from "../../src/sandbox/supplied-flight.ts";
import { describeConformance } from "../conformance.ts";
import { queryFor } from "../query.ts";

const searchedAtMs = Date.parse("2027-01-02T10:30:30Z");
const signal = new AbortController().signal;
const world = { version: "sandbox-test", buffer: makeWorld(loadFacts(), parseEpochDay("2027-01-01")) };

function between(origin: string, destination: string): Pick<SearchQuery, "origin" | "destination"> {
  const place = (id: string): PlaceReference => ({
    code: id.slice(-3),
    kind: id.startsWith("city") ? "city" : "airport",
  });
  return { origin: place(origin), destination: place(destination) };
}

const queries: SearchQuery[] = [
  queryFor(),
  queryFor({ returnDate: "2027-01-27", travelers: { adults: 2, children: 1, infants: 1 }, currency: "EUR" }),
  queryFor({
    ...between("airport:SFO", "city:TYO"),
    cabin: "business",
    allOffers: true,
    sort: "miles",
    currency: "KWD",
  }),
  queryFor({ ...between("city:SYD", "airport:LAX"), maxStops: 0, sort: "duration", currency: "JPY" }),
];

const deadlineMs = 60_000;

/** Every flight of an answer. */
async function searchAll(supplier: SandboxSupplier, query: SearchQuery, context: Partial<SearchContext> = {}) {
  const flights: SuppliedFlight[] = [];
  for await (const part of supplier.search(query, { searchedAtMs, deadlineMs, signal, ...context })) {
    flights.push(...part.flights);
  }
  return flights;
}

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
    expect([supplier.name, supplier.simulated, supplier.version]).toEqual([sandboxName, true, "sandbox-test"]);
  });

  it("answers what the engine finds in the same process", async () => {
    for (const query of queries) {
      const flights = await searchAll(supplier, query);
      expect(flights.length).toBeGreaterThan(0);
      expect(flights).toEqual(answerInProcess(query));
    }
  });

  it("answers many searches at once, each its own, and the same from any thread", async () => {
    const asked = Array.from({ length: 12 }, (_, i) => queries[i % queries.length] ?? queryFor());
    const answers = await Promise.all(asked.map((query) => searchAll(supplier, query)));
    for (const [i, flights] of answers.entries()) {
      expect(flights).toEqual(answers[i % queries.length]);
    }
    expect(answers[0]).not.toEqual(answers[1]);
  });

  it("finds nothing between places that it does not know, and rejects nothing", async () => {
    expect(await searchAll(supplier, queryFor(between("airport:XXX", "city:XXX")))).toEqual([]);
  });

  it("does not begin a search whose caller has gone", async () => {
    const gone = AbortSignal.abort(new Error("gone"));
    await expect(searchAll(supplier, queryFor(), { signal: gone })).rejects.toThrow("gone");
  });

  it("rejects a query that no validated search can be, and goes on answering", async () => {
    const broken = queryFor({ departureDate: "2027-02-30" });
    await expect(searchAll(supplier, broken)).rejects.toThrow("2027-02-30 is not a date");
    expect((await searchAll(supplier, queryFor())).length).toBeGreaterThan(0);
  });
});

describe("closing the sandbox supplier", () => {
  it.each([1, 2, 3])("answers the searches under way and those that wait first, with %i threads", async (threads) => {
    const supplier = createSandboxSupplier(world, { threads });
    await supplier.warmUp(searchedAtMs);
    const underWay = [queryFor(), queryFor(between("city:PAR", "city:NYC"))].map((query) => searchAll(supplier, query));
    await supplier.close();
    for (const flights of await Promise.all(underWay)) expect(flights.length).toBeGreaterThan(0);
  });

  it("refuses what comes after", async () => {
    const supplier = createSandboxSupplier(world, { threads: 1 });
    await supplier.close();
    await expect(searchAll(supplier, queryFor())).rejects.toThrow("the sandbox is closed");
  });
});

describe("the port's conformance", () => {
  describeConformance(
    async () => {
      const supplier = createSandboxSupplier(world, { threads: 1 });
      return { supplier, query: queryFor(), searchedAtMs, logs: () => "", close: () => supplier.close() };
    },
    ({ needs }) => needs !== "wire",
  );
});
