import type { Segment, SuppliedFlight, ZonedInstant } from "./flight.ts";

const minutesPerDay = 1440;

/**
 * Finds the flight of other suppliers that is physically the same: the same airports in the same order, each segment under a flight number
 * that both state (of the marketing or the operating carrier), on the same local dates. Times alone never make two flights the same, and a
 * difference in times alone never makes them different: suppliers learn of schedule changes at different moments.
 */
export class FlightIndex<Flight extends Pick<SuppliedFlight, "slices"> = Pick<SuppliedFlight, "slices">> {
  readonly #byFirstSegment = new Map<string, Flight[]>();

  add(flight: Flight): void {
    for (const key of firstSegmentKeys(flight)) {
      const known = this.#byFirstSegment.get(key);
      if (known === undefined) this.#byFirstSegment.set(key, [flight]);
      else known.push(flight);
    }
  }

  /** Returns the same flight; undefined if there is none, or if several match and only times could tell which one it is. */
  find(flight: Pick<SuppliedFlight, "slices">): Flight | undefined {
    const matches = new Set<Flight>();
    for (const key of firstSegmentKeys(flight)) {
      for (const candidate of this.#byFirstSegment.get(key) ?? []) {
        if (isSameFlight(candidate, flight)) matches.add(candidate);
      }
    }
    if (matches.size <= 1) return [...matches][0];
    const exact = [...matches].filter((candidate) => arrivesWith(candidate, flight));
    return exact.length === 1 ? exact[0] : undefined;
  }
}

/** Returns true if no known value of the flights differs, except times within a day. */
function isSameFlight(a: Pick<SuppliedFlight, "slices">, b: Pick<SuppliedFlight, "slices">): boolean {
  return (
    a.slices.length === b.slices.length &&
    a.slices.every((slice, at) => {
      const segments = b.slices[at]?.segments ?? [];
      return (
        slice.segments.length === segments.length &&
        slice.segments.every((segment, index) => {
          const other = segments[index];
          return other !== undefined && isSameSegment(segment, other);
        })
      );
    })
  );
}

function isSameSegment(a: Segment, b: Segment): boolean {
  return (
    a.origin === b.origin &&
    a.destination === b.destination &&
    isSameDate(a.departure, b.departure) &&
    isSameDate(a.arrival, b.arrival) &&
    flightNumbersOf(a).some((number) => flightNumbersOf(b).includes(number))
  );
}

/** Returns true if the local dates are the same or one of them is unknown. */
function isSameDate(a: ZonedInstant | null, b: ZonedInstant | null): boolean {
  return a === null || b === null || localDayOf(a) === localDayOf(b);
}

function localDayOf({ epochMinutes, offsetMinutes }: ZonedInstant): number {
  return Math.floor((epochMinutes + offsetMinutes) / minutesPerDay);
}

/** Returns the marketing flight number, and that of the operating carrier if it is another one. Leading zeros do not count. */
function flightNumbersOf(segment: Segment): string[] {
  const { marketingCarrier, flightNumber, operatingCarrier, operatingFlightNumber } = segment;
  const marketing = numberOf(marketingCarrier, flightNumber);
  if (operatingCarrier === null || operatingFlightNumber === null) return [marketing];
  const operating = numberOf(operatingCarrier, operatingFlightNumber);
  return operating === marketing ? [marketing] : [marketing, operating];
}

function numberOf(carrier: string, number: string): string {
  return `${carrier} ${number.replace(/^0+(?=.)/, "")}`;
}

function firstSegmentKeys({ slices }: Pick<SuppliedFlight, "slices">): string[] {
  const first = slices[0]?.segments[0];
  if (first === undefined || first.departure === null) return [];
  const place = `${first.origin} ${first.destination} ${localDayOf(first.departure)}`;
  return flightNumbersOf(first).map((number) => `${number} ${place}`);
}

function arrivesWith(a: Pick<SuppliedFlight, "slices">, b: Pick<SuppliedFlight, "slices">): boolean {
  return a.slices.every((slice, at) => {
    const [arrival, other] = [slice.segments.at(-1)?.arrival, b.slices[at]?.segments.at(-1)?.arrival];
    return arrival?.epochMinutes === other?.epochMinutes;
  });
}
