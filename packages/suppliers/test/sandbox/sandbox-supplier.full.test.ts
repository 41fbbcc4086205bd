import type { PlaceReference } from "@wayfare/contract";
import { createSearcher, openTimetable, parseEpochDay } from "@wayfare/engine";
import {
  createSandboxSupplier,
  type SearchContext,
  type SearchQuery,
  type SuppliedFlight,
  type Supplier,
  sandboxName,
} from "@wayfare/suppliers";
import { loadFacts, makeWorld } from "@wayfare/world";
import { describe, expect, it } from "vitest";
import { toFlightSearch } from "../../src/sandbox/flight-search.ts";
import { toSuppliedFlight } from "../../src/sandbox/supplied-flight.ts";
import { describeConformance } from "../conformance.ts";
import { queryFor } from "../query.ts";
import { cellsFrom, priceCalendar, searchCell } from "./calendar-oracle.ts";

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
  queryFor({
    returnDate: "2027-01-27",
    travelers: { adults: 2, youths: 0, children: 1, infantsInSeat: 0, infants: 1 },
    currency: "EUR",
  }),
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

/** Collects all flights of a result. */
async function searchAll(supplier: Supplier, query: SearchQuery, context: Partial<SearchContext> = {}) {
  const flights: SuppliedFlight[] = [];
  for await (const part of supplier.search(query, { searchedAtMs, deadlineMs, signal, ...context })) {
    flights.push(...part.flights);
  }
  return flights;
}

/** Runs the search with the engine alone, without a supplier. */
function answerInProcess(query: SearchQuery) {
  const searcher = createSearcher(openTimetable(world.buffer));
  const found = searcher.search(toFlightSearch(query, searchedAtMs));
  return found.map((flight) => toSuppliedFlight(flight, { currency: query.currency }));
}

describe("the sandbox supplier", () => {
  const supplier = createSandboxSupplier(world);

  it("describes itself as simulated, with its version and capabilities", () => {
    expect([supplier.name, supplier.simulated, supplier.version]).toEqual([sandboxName, true, "sandbox-test"]);
  });

  it("returns the same flights as the engine in the same process", async () => {
    for (const query of queries) {
      const flights = await searchAll(supplier, query);
      expect(flights.length).toBeGreaterThan(0);
      expect(flights).toEqual(answerInProcess(query));
    }
  });

  it("runs concurrent searches with independent results", async () => {
    const repeatedQueries = Array.from({ length: 12 }, (_, i) => queries[i % queries.length] ?? queryFor());
    const answers = await Promise.all(repeatedQueries.map((query) => searchAll(supplier, query)));
    for (const [i, flights] of answers.entries()) {
      expect(flights).toEqual(answers[i % queries.length]);
    }
    expect(answers[0]).not.toEqual(answers[1]);
  });

  it("returns no flights between unknown places and does not reject", async () => {
    expect(await searchAll(supplier, queryFor(between("airport:XXX", "city:XXX")))).toEqual([]);
  });

  it("does not start a search whose client has disconnected", async () => {
    const gone = AbortSignal.abort(new Error("gone"));
    await expect(searchAll(supplier, queryFor(), { signal: gone })).rejects.toThrow("gone");
  });

  it("rejects an invalid query and keeps working", async () => {
    const broken = queryFor({ departureDate: "2027-02-30" });
    await expect(searchAll(supplier, broken)).rejects.toThrow("2027-02-30 is not a date");
    expect((await searchAll(supplier, queryFor())).length).toBeGreaterThan(0);
  });
});

describe("the port's conformance", () => {
  describeConformance(
    async () => {
      const supplier = createSandboxSupplier(world);
      return { supplier, query: queryFor(), searchedAtMs, logs: () => "", close: async () => {} };
    },
    ({ needs }) => needs !== "wire",
  );
});

describe("calendar", () => {
  const sandbox = createSandboxSupplier(world);
  const family = { adults: 2, youths: 0, children: 1, infantsInSeat: 0, infants: 1 };

  it.each([
    ["one way", queryFor({ includeAward: true }), [null]],
    ["short stays", queryFor({ includeAward: true, travelers: family, currency: "EUR" }), [0, 1, 6, 7]],
  ] as const)("has the prices of searches: %s", async (_name, query, nights) => {
    const cells = cellsFrom("2027-01-03", 30, nights);
    const prices = await priceCalendar(sandbox, query, cells);
    for (let at = 1; at < cells.length; at += Math.ceil(cells.length / 5)) {
      const dates = cells[at] ?? { departureDate: "", returnDate: null };
      const programs = Object.keys(prices[at] ?? {}).filter((name, i) => i % 7 === at % 7 && !/ |ash/.test(name));
      const expected = await searchCell(sandbox, query, { dates, programs });
      expect(prices[at]).toMatchObject(expected);
      expect(expected.cash).toBeGreaterThan(0);
    }
  });

  it("runs searches while a calendar runs, and stops when its signal is aborted", async () => {
    const query = queryFor();
    const abort = new AbortController();
    const cells = cellsFrom("2027-01-03", 300, [5, 6, 7]);
    const calendar = sandbox.calendar?.({ search: query, cells }, { searchedAtMs, signal: abort.signal });
    const ended = calendar?.then(
      () => "priced",
      (error: unknown) => error,
    );
    expect((await searchAll(sandbox, query)).length).toBeGreaterThan(0);
    abort.abort(new Error("client left"));
    expect(await ended).toEqual(new Error("client left"));
    expect(await priceCalendar(sandbox, query, cellsFrom("2027-01-03", 1, [null]))).toHaveLength(1);
  });
});
