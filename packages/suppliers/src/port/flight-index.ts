import { flightNumbersOf, type Itinerary, maxJoinMinutes, statedTimesOf } from "./itinerary.ts";

/**
 * Finds the flight of other suppliers that is physically the same: the same airports in the same order, each segment under a flight number
 * that both state (of the marketing or the operating carrier), on the same local dates, and at times that differ by at most
 * `maxJoinMinutes`. Times that one of them does not state are not a difference.
 */
export class FlightIndex<Flight extends Itinerary = Itinerary> {
  readonly #byFirstSegment = new Map<string, Flight[]>();

  add(flight: Flight): void {
    for (const key of firstSegmentKeys(flight)) {
      const known = this.#byFirstSegment.get(key);
      if (known === undefined) this.#byFirstSegment.set(key, [flight]);
      else known.push(flight);
    }
  }

  /** Returns the same flight; undefined if there is none, or if several match that are not the same flight themselves. */
  find(flight: Itinerary): Flight | undefined {
    const matches = new Set<Flight>();
    for (const key of firstSegmentKeys(flight)) {
      for (const candidate of this.#byFirstSegment.get(key) ?? []) {
        if (isSameFlight(candidate, flight)) matches.add(candidate);
      }
    }
    const [first, ...others] = matches;
    return first !== undefined && others.every((other) => hasSameTimes(first, other, maxJoinMinutes))
      ? first
      : undefined;
  }
}

function isSameFlight(a: Itinerary, b: Itinerary): boolean {
  return (
    a.slices.length === b.slices.length &&
    a.slices.every((slice, at) => {
      const segments = b.slices[at]?.segments ?? [];
      return (
        slice.segments.length === segments.length &&
        slice.segments.every((segment, index) => {
          const other = segments[index];
          return (
            segment.origin === other?.origin &&
            segment.destination === other.destination &&
            listNumbers(segment).some((number) => listNumbers(other).includes(number))
          );
        })
      );
    }) &&
    hasSameTimes(a, b, maxJoinMinutes)
  );
}

function hasSameTimes(a: Itinerary, b: Itinerary, maxMinutes: number): boolean {
  const times = statedTimesOf(b);
  return statedTimesOf(a).every((time, at) => {
    const other = times[at] ?? null;
    if (time === null || other === null) return true;
    return time.localDay === other.localDay && Math.abs(time.epochMinutes - other.epochMinutes) <= maxMinutes;
  });
}

function listNumbers(segment: Parameters<typeof flightNumbersOf>[0]): string[] {
  const { marketing, operating } = flightNumbersOf(segment);
  return operating === null || operating === marketing ? [marketing] : [marketing, operating];
}

function firstSegmentKeys(flight: Itinerary): string[] {
  const first = flight.slices[0]?.segments[0];
  const [departure] = statedTimesOf(flight);
  if (first === undefined || !departure) return [];
  const place = `${first.origin} ${first.destination} ${departure.localDay}`;
  return listNumbers(first).map((number) => `${number} ${place}`);
}
