import type { Layover, Segment, Slice } from "@wayfare/sdk";

type Leg = readonly [origin: string, destination: string, departureAt: string, arrivalAt: string];

/** Creates a slice from legs. Durations and layovers are derived from the times. */
export function makeSlice(...legs: readonly Leg[]): Slice {
  const segments = legs.map(makeSegment);
  const layovers = segments.slice(1).map((next, index) => makeLayover(segments[index] ?? next, next));
  const [first, last] = [segments[0], segments.at(-1)];
  if (first === undefined || last === undefined) throw new Error("a slice needs at least one leg");
  return {
    origin: first.origin,
    destination: last.destination,
    departureAt: first.departureAt ?? "",
    arrivalAt: last.arrivalAt ?? "",
    durationMinutes: minutesBetween(first.departureAt, last.arrivalAt),
    stops: layovers.length,
    segments,
    layovers,
  };
}

function makeSegment([origin, destination, departureAt, arrivalAt]: Leg): Segment {
  const durationMinutes = minutesBetween(departureAt, arrivalAt);
  const flight = {
    marketingCarrier: "TP",
    operatingCarrier: "TP",
    flightNumber: "288",
    aircraft: "339",
    distanceKm: 5406,
    stops: [],
  };
  return { ...flight, origin, destination, departureAt, arrivalAt, durationMinutes };
}

function makeLayover(before: Segment, after: Segment): Layover {
  const durationMinutes = minutesBetween(before.arrivalAt, after.departureAt);
  const airportChange = before.destination === after.origin ? null : { from: before.destination, to: after.origin };
  const airport = before.destination;
  return {
    airport,
    durationMinutes,
    minimumMinutes: 45,
    slackMinutes: durationMinutes - 45,
    overnight: false,
    interline: false,
    airportChange,
  };
}

function minutesBetween(from: string | null, to: string | null): number {
  return (Date.parse(to ?? "") - Date.parse(from ?? "")) / 60_000;
}
