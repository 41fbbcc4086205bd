import type { Segment } from "@wayfare/suppliers";

/** BA 117 from LHR to JFK, with changes. */
export function makeSegment(changes: Partial<Segment> = {}): Segment {
  return {
    marketingCarrier: "BA",
    flightNumber: "117",
    operatingCarrier: "BA",
    operatingFlightNumber: "117",
    aircraft: "77W",
    origin: "LHR",
    destination: "JFK",
    originTerminal: null,
    destinationTerminal: null,
    departure: { epochMinutes: 30_000_000, offsetMinutes: 0 },
    arrival: { epochMinutes: 30_000_480, offsetMinutes: -300 },
    distanceKm: 5540,
    ...changes,
  };
}
