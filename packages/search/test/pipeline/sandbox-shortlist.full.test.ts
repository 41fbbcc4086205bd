import type { Currency, NormalizedRequest, PlaceReference } from "@wayfare/contract";
import { findProgram, parseEpochDay } from "@wayfare/engine";
import {
  createSandboxSupplier,
  fromUsdCents,
  itineraryKey,
  narrowQuery,
  type SearchQuery,
  type SuppliedFlight,
} from "@wayfare/suppliers";
import { loadFacts, makeWorld } from "@wayfare/world";
import { expect, test } from "vitest";
import { mergeResults } from "../../src/candidates/merge.ts";
import { selectFlights } from "../../src/candidates/select.ts";
import { normalizeRequest, toQuery } from "../../src/request/normalize.ts";
import { facts } from "../sample-facts.ts";

const searchedAtMs = Date.parse("2027-01-02T10:30:00Z");
const everything = 100_000;

const sandbox = createSandboxSupplier({
  buffer: makeWorld(loadFacts(), parseEpochDay("2027-01-01")),
  version: "test",
});

async function searchAll(query: SearchQuery): Promise<SuppliedFlight[]> {
  const flights: SuppliedFlight[] = [];
  const signal = new AbortController().signal;
  for await (const part of sandbox.search(query, { searchedAtMs, deadlineMs: 60_000, signal }))
    flights.push(...part.flights);
  return flights;
}

function mileValueIn(currency: Currency) {
  return (program: string) => {
    const { floor = 0, ceiling = 0 } = findProgram(program)?.valueCents ?? {};
    return fromUsdCents(((floor + ceiling) / 2) * 1e6, currency) / 1e6;
  };
}

const sorts = ["price", "miles", "duration", "departure", "arrival"] as const;
const sold = [
  { includeCash: true, includeAward: true },
  { includeCash: true, includeAward: false },
  { includeCash: false, includeAward: true },
];
const couple = { adults: 2, youths: 0, children: 0, infantsInSeat: 0, infants: 0 };
const family = { adults: 3, youths: 0, children: 2, infantsInSeat: 0, infants: 2 };

/** All flights from one supplier, or split between two by airline. */
function divide(query: SearchQuery, parts: number): SearchQuery[] {
  const some = ["BA", "UA", "AF", "JL", "QF"];
  return parts === 1
    ? [query]
    : [
        { ...query, airlines: some },
        { ...query, excludeAirlines: some },
      ];
}

async function cutOf(request: NormalizedRequest, { parts, limit }: { parts: number; limit: number }) {
  const answers = [];
  for (const [slot, query] of divide({ ...toQuery(request), limit }, parts).entries()) {
    answers.push({ source: `sandbox-${slot}`, slot, simulated: true, flights: await searchAll(query) });
  }
  const candidates = mergeResults("srch_01kahz2j7p3v8c5m9n4q6r7s8t", answers, request.currency);
  const cut = selectFlights(candidates, request, mileValueIn(request.currency));
  const offers = ({ cash, award }: (typeof cut)[number]) => [...cash, ...award].map(({ offer }) => offer);
  return {
    size: candidates.length,
    flights: cut.map((candidate) => ({ id: candidate.id, offers: offers(candidate) })),
  };
}

function cityOf(code: string): PlaceReference {
  return { code, kind: "city" };
}

test.each([
  ["USD", "LON", "NYC"],
  ["EUR", "PAR", "TYO"],
  ["JPY", "SFO", "LON"],
  ["ISK", "LAX", "SYD"],
] as const)("drops no flight that the limit would keep, in %s from %s to %s", async (currency, origin, destination) => {
  const ends = { origin: cityOf(origin), destination: cityOf(destination) };
  const input = { origin: "JFK", destination: "LHR", departureDate: "2027-02-10" };
  const plain = { ...normalizeRequest(input, facts, searchedAtMs), ...ends, currency };
  let shortened = 0;
  for (const [at, sort] of sorts.entries()) {
    for (const [kind, include] of sold.entries()) {
      const travelers = at % 2 === 0 ? couple : family;
      const terms = kind === 1 ? { excludeBasic: at % 2 === 0, minCheckedBags: 1 + (at % 2) } : {};
      const request = { ...plain, ...include, ...terms, sort, travelers, limit: [50, 7, 20][(at + kind) % 3] ?? 50 };
      const parts = 1 + ((at + kind) % 2);
      const whole = await cutOf(request, { parts, limit: everything });
      const short = await cutOf(request, { parts, limit: request.limit });
      expect(short.flights).toEqual(whole.flights);
      if (short.size < whole.size) shortened++;
    }
  }
  expect(shortened).toBeGreaterThan(10);
});

test("self-transfers cost less than every other flight of their search, and are priced again as they were", async () => {
  let added = 0;
  for (const [at, origin] of ["BUD", "LON", "DEL", "DUB"].entries()) {
    const destination = ["YTO", "TYO", "MIL", "DXB"][at] ?? "";
    const input = { origin: "JFK", destination: "LHR", departureDate: "2027-02-10", allowSelfTransfer: true };
    const ends = { origin: cityOf(origin), destination: cityOf(destination) };
    const request = { ...normalizeRequest(input, facts, searchedAtMs), ...ends, currency: "EUR" as const };
    const flights = await searchAll({ ...toQuery(request), limit: everything });
    const lowest = ({ cash }: SuppliedFlight) => Math.min(...cash.map(({ total }) => total));
    const isSelfTransfer = ({ cash }: SuppliedFlight) => cash.some(({ tickets }) => tickets !== undefined);
    const regular = flights.filter((flight) => !isSelfTransfer(flight));
    expect(regular).toEqual(
      await searchAll({ ...toQuery({ ...request, allowSelfTransfer: false }), limit: everything }),
    );
    const cheapest = Math.min(...regular.map(lowest));
    for (const flight of flights.filter(isSelfTransfer)) {
      added++;
      expect(lowest(flight)).toBeLessThanOrEqual(cheapest);
      for (const { tickets = [], total } of flight.cash) {
        expect(tickets.reduce((sum, ticket) => sum + ticket.total, 0)).toBe(total);
      }
      const [again] = await searchAll({ ...narrowQuery(toQuery(request), flight) }).then((found) =>
        found.filter((each) => itineraryKey(each) === itineraryKey(flight)),
      );
      expect(again?.cash[0]?.total).toBe(lowest(flight));
    }
  }
  expect(added).toBeGreaterThan(3);
});
