import { expect, test } from "vitest";
import { matchesQuery, onlyPrograms } from "../../src/fan-out/matches-query.ts";
import type { AwardOffer, LayoverConditions, SearchQuery } from "../../src/port/port.ts";
import { queryFor } from "../query.ts";
import { makeSegment } from "../segment.ts";

const midnight = Date.UTC(2027, 0, 20) / 60_000;
/** LHR 10:00 to JFK 13:00 local time, eight hours, by BA. */
const segment = makeSegment({
  departure: { epochMinutes: midnight + 600, offsetMinutes: 0 },
  arrival: { epochMinutes: midnight + 1080, offsetMinutes: -300 },
});
const flight = { slices: [{ origin: "LHR", destination: "JFK", segments: [segment], layovers: [] }] };
const connecting = {
  slices: [
    { origin: "LHR", destination: "JFK", segments: [segment, { ...segment, arrival: null }, segment], layovers: [] },
  ],
};
const airport = (code: string) => ({ code, kind: "airport" as const });

test.each<[string, Partial<SearchQuery>, boolean]>([
  ["no filter", {}, true],
  ["its own airport", { origin: airport("LHR") }, true],
  ["another airport", { origin: airport("LGW") }, false],
  ["its airline", { airlines: ["BA", "AA"] }, true],
  ["another airline", { airlines: ["AA"] }, false],
  ["an exclusion of its airline", { excludeAirlines: ["BA"] }, false],
  ["its departure in the window", { departureTime: { fromMinute: 600, toMinute: 600 } }, true],
  ["its departure outside of the window", { departureTime: { fromMinute: 601, toMinute: 700 } }, false],
  ["its arrival in a window over midnight", { arrivalTime: { fromMinute: 700, toMinute: 60 } }, true],
  ["its arrival outside of a window over midnight", { arrivalTime: { fromMinute: 1400, toMinute: 60 } }, false],
  ["its arrival as the latest", { latestLocalArrival: midnight + 780 }, true],
  ["an earlier latest arrival", { latestLocalArrival: midnight + 779 }, false],
  ["its duration", { maxDurationMinutes: 480 }, true],
  ["a shorter duration", { maxDurationMinutes: 479 }, false],
  ["a return", { returnDate: "2027-01-27" }, false],
])("matches a query with %s: %#", (_, changes, expected) => {
  expect(matchesQuery(flight, queryFor(changes))).toBe(expected);
});

test("counts stops, and accepts unknown times between the first departure and the last arrival", () => {
  expect(matchesQuery(connecting, queryFor({ maxStops: 2 }))).toBe(true);
  expect(matchesQuery(connecting, queryFor({ maxStops: 1 }))).toBe(false);
});

test("counts technical stops as stops", () => {
  const stop = { airport: "SNN", arrival: null, departure: null, durationMinutes: 45 };
  const stopping = {
    slices: [{ origin: "LHR", destination: "JFK", segments: [{ ...segment, stops: [stop] }], layovers: [] }],
  };
  expect(matchesQuery(stopping, queryFor({ maxStops: 1 }))).toBe(true);
  expect(matchesQuery(stopping, queryFor({ maxStops: 0 }))).toBe(false);
});

test("keeps awards of the requested programs, whatever a supplier returns", () => {
  const awardOf = (program: string): AwardOffer => ({
    program,
    miles: 20_000,
    perTraveler: [],
    total: null,
    taxes: null,
    surcharges: null,
    fees: null,
    cabin: "economy",
    level: null,
    chart: null,
    seatsRemaining: null,
    cashEquivalent: null,
    observedAtMs: 0,
    confidence: 1,
  });
  const [avios, aeroplan] = [awardOf("avios"), awardOf("aeroplan")];
  const both = { ...flight, cash: [], award: [avios, aeroplan], emissions: null };
  expect(onlyPrograms(both, queryFor({ programs: null }))).toBe(both);
  expect(onlyPrograms(both, queryFor({ programs: ["aeroplan"] }))?.award).toEqual([aeroplan]);
  expect(onlyPrograms(both, queryFor({ programs: ["flyingblue"] }))).toBeNull();
});

test("matches a multi-city query with one flight for each of its slices, in order", () => {
  const [out] = flight.slices;
  if (out === undefined) throw new Error("a slice is missing");
  const back = { ...out, origin: "JFK", destination: "BOS" };
  const trip = { slices: [out, back] };
  const slice = (from: string, to: string) => ({
    origin: airport(from),
    destination: airport(to),
    departureDate: "2027-01-20",
  });
  expect(matchesQuery(trip, queryFor({ slices: [slice("LHR", "JFK"), slice("JFK", "BOS")] }))).toBe(true);
  expect(matchesQuery(trip, queryFor({ slices: [slice("JFK", "BOS"), slice("LHR", "JFK")] }))).toBe(false);
  expect(matchesQuery(flight, queryFor({ slices: [slice("LHR", "JFK"), slice("JFK", "BOS")] }))).toBe(false);
});

test.each<[string, Partial<LayoverConditions>, boolean]>([
  ["its airport", { include: ["DUB"] }, true],
  ["another airport", { include: ["KEF"] }, false],
  ["its airport excluded", { exclude: ["DUB"] }, false],
  ["its duration", { minMinutes: 90, maxMinutes: 90 }, true],
  ["a longer layover", { minMinutes: 91 }, false],
  ["a shorter layover", { maxMinutes: 89 }, false],
])("matches a layover with %s: %#", (_, changes, expected) => {
  const layover = {
    airport: "DUB",
    durationMinutes: 90,
    minimumMinutes: null,
    overnight: null,
    interline: null,
    airportChange: null,
  };
  const [slice] = flight.slices;
  if (slice === undefined) throw new Error("a slice is missing");
  const layovers = { include: null, exclude: [], minMinutes: 0, maxMinutes: null, ...changes };
  const query = queryFor({ layovers });
  expect(matchesQuery({ slices: [{ ...slice, layovers: [layover] }] }, query)).toBe(expected);
  expect(matchesQuery(flight, query)).toBe(true);
  const unknown = { ...layover, durationMinutes: null };
  const isAboutTime = layovers.minMinutes > 0 || layovers.maxMinutes !== null;
  expect(matchesQuery({ slices: [{ ...slice, layovers: [unknown] }] }, query)).toBe(expected && !isAboutTime);
});
