import type { Segment, Slice, SuppliedFlight } from "./flight.ts";

/** The part of a flight that travelers fly, without its offers. */
export type Itinerary = Pick<SuppliedFlight, "slices">;

/**
 * Maximum difference in minutes between the times that offers of one flight state. Suppliers learn of schedule changes at different moments,
 * so the same flight can have slightly different times; a larger difference is another flight, or another schedule.
 */
export const maxJoinMinutes = 15;

const minutesPerDay = 1440;

/** Number of stops of a slice: its layovers and its technical stops. */
export function countStops({ segments }: Pick<Slice, "segments">): number {
  return segments.reduce((sum, { stops }) => sum + (stops?.length ?? 0), segments.length - 1);
}

/** Returns the marketing flight number, and that of the operating carrier if it is another one. Leading zeros do not count. */
export function flightNumbersOf(segment: Segment): { marketing: string; operating: string | null } {
  const { marketingCarrier, flightNumber, operatingCarrier, operatingFlightNumber } = segment;
  const isStated = operatingCarrier !== null && operatingFlightNumber !== null;
  return {
    marketing: numberOf(marketingCarrier, flightNumber),
    operating: isStated ? numberOf(operatingCarrier, operatingFlightNumber) : null,
  };
}

function numberOf(carrier: string, number: string): string {
  return `${carrier} ${number.replace(/^0+(?=.)/, "")}`;
}

/** A departure or an arrival. */
export interface StatedTime {
  epochMinutes: number;
  /** Days since 1970-01-01 in local time. */
  localDay: number;
}

/** Returns departure and arrival of each segment, in order of travel; null for a time that is not stated. */
export function statedTimesOf({ slices }: Itinerary): (StatedTime | null)[] {
  return slices.flatMap(({ segments }) =>
    segments.flatMap(({ departure, arrival }) =>
      [departure, arrival].map((time) => (time === null ? null : toStated(time))),
    ),
  );
}

function toStated({ epochMinutes, offsetMinutes }: NonNullable<Segment["departure"]>): StatedTime {
  return { epochMinutes, localDay: Math.floor((epochMinutes + offsetMinutes) / minutesPerDay) };
}

/** Equal for itineraries that state the same in every member, so that their offers can share one. */
export function statementKey({ slices }: Itinerary): string {
  return JSON.stringify(slices.map(({ segments }) => segments.map(valuesOf)));
}

function valuesOf(segment: Segment): unknown[] {
  return [
    segment.marketingCarrier,
    segment.flightNumber,
    segment.operatingCarrier,
    segment.operatingFlightNumber,
    segment.aircraft,
    segment.origin,
    segment.destination,
    segment.originTerminal,
    segment.destinationTerminal,
    segment.departure?.epochMinutes,
    segment.arrival?.epochMinutes,
    segment.stops?.map(({ airport, arrival, departure }) => [airport, arrival?.epochMinutes, departure?.epochMinutes]),
  ];
}

/**
 * Returns true if one itinerary states another trip: other airports, flight numbers, times or technical stops. A value that either does not
 * state is not a difference.
 */
export function isOtherTrip(a: Itinerary, b: Itinerary): boolean {
  return differs(a, b, isOtherSegment);
}

/** Returns true if a stated value of one itinerary differs from the other, including terminals and aircraft. */
export function statesOtherwise(a: Itinerary, b: Itinerary): boolean {
  return differs(a, b, (one, other) => isOtherSegment(one, other) || hasOtherDetails(one, other));
}

function differs(a: Itinerary, b: Itinerary, isDifferent: (a: Segment, b: Segment) => boolean): boolean {
  if (a.slices === b.slices) return false;
  return (
    a.slices.length !== b.slices.length ||
    a.slices.some((slice, at) => {
      const segments = b.slices[at]?.segments ?? [];
      return (
        slice.segments.length !== segments.length ||
        slice.segments.some((segment, index) => {
          const other = segments[index];
          return other === undefined || isDifferent(segment, other);
        })
      );
    })
  );
}

function isOtherSegment(a: Segment, b: Segment): boolean {
  const [numbers, others] = [flightNumbersOf(a), flightNumbersOf(b)];
  return (
    a.origin !== b.origin ||
    a.destination !== b.destination ||
    numbers.marketing !== others.marketing ||
    isOther(numbers.operating, others.operating) ||
    isOther(a.operatingCarrier, b.operatingCarrier) ||
    isOther(a.departure?.epochMinutes, b.departure?.epochMinutes) ||
    isOther(a.arrival?.epochMinutes, b.arrival?.epochMinutes) ||
    isOther(airportsOf(a), airportsOf(b))
  );
}

function hasOtherDetails(a: Segment, b: Segment): boolean {
  return (
    isOther(a.aircraft, b.aircraft) ||
    isOther(a.originTerminal, b.originTerminal) ||
    isOther(a.destinationTerminal, b.destinationTerminal)
  );
}

function airportsOf({ stops }: Segment): string | null {
  return stops ? stops.map(({ airport }) => airport).join(" ") : null;
}

function isOther<Value>(a: Value | null | undefined, b: Value | null | undefined): boolean {
  return a !== null && a !== undefined && b !== null && b !== undefined && a !== b;
}
