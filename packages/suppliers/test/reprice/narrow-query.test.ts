import { expect, test } from "vitest";
import type { Segment, Slice, SuppliedFlight } from "../../src/port/port.ts";
import { narrowQuery } from "../../src/reprice/narrow-query.ts";
import { queryFor } from "../query.ts";

const newYork = { code: "JFK", offsetMinutes: -300 };
const boston = { code: "BOS", offsetMinutes: -300 };
const london = { code: "LHR", offsetMinutes: 0 };

/** A flight between two times, in minutes after midnight in London on 20 January 2027. */
function segmentOf(from: typeof newYork, departs: number, to: typeof newYork, arrives: number): Segment {
  const at = (minutes: number, { offsetMinutes }: typeof newYork) => ({
    epochMinutes: Date.UTC(2027, 0, 20) / 60_000 + minutes,
    offsetMinutes,
  });
  return {
    marketingCarrier: "BA",
    flightNumber: "1",
    operatingCarrier: "AA",
    operatingFlightNumber: "1",
    aircraft: "77W",
    origin: from.code,
    destination: to.code,
    originTerminal: null,
    destinationTerminal: null,
    departure: at(departs, from),
    arrival: at(arrives, to),
    distanceKm: 5000,
  };
}

const sliceOf = (...segments: Segment[]): Slice => ({ origin: "JFK", destination: "LHR", segments, layovers: [] });

function flightOf(...slices: Slice[]): SuppliedFlight {
  return { slices, cash: [], award: [], emissions: { kgCO2ePerTraveler: 1, typicalKg: 1, method: "test" } };
}

const out = sliceOf(segmentOf(newYork, 1410, boston, 1485), segmentOf(boston, 1575, london, 1835));
const back = sliceOf(segmentOf(london, 900, newYork, 1380));

test("narrows a query to the carriers, times, stops and duration of a flight, with all offers", () => {
  const query = queryFor({ limit: 3, cabin: "business", excludeAirlines: ["UA"] });
  // From 18:30 in New York to 06:35 in London.
  expect(narrowQuery(query, flightOf(out))).toEqual({
    ...query,
    airlines: ["BA"],
    maxStops: 1,
    departureTime: { fromMinute: 1110, toMinute: 1110 },
    arrivalTime: { fromMinute: 395, toMinute: 395 },
    maxDurationMinutes: 425,
    limit: 250,
    allOffers: true,
  });
});

test("covers every slice of a round trip and keeps the requested airlines", () => {
  expect(narrowQuery(queryFor({ airlines: ["AA", "IB"] }), flightOf(out, back))).toMatchObject({
    airlines: ["AA", "IB"],
    maxStops: 1,
    departureTime: { fromMinute: 900, toMinute: 1110 },
    arrivalTime: { fromMinute: 395, toMinute: 1080 },
    maxDurationMinutes: 480,
  });
});
