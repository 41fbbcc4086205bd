import type { Layover, Segment, Slice } from "../port/port.ts";
import { localDateOf } from "./local-time.ts";

export const airportCode = /^[A-Z]{3}$/;
export const carrierCode = /^[A-Z0-9]{2}$/;
const flightNumber = /^\d{1,4}[A-Z]?$/;

/** Splits a flight number with its carrier, such as `BA178`; null if it is not one. */
export function parseFlight(text: string): { carrier: string; number: string } | null {
  const flight = text.trim().toUpperCase();
  const [carrier, number] = [flight.slice(0, 2), flight.slice(2).trim()];
  return carrierCode.test(carrier) && flightNumber.test(number) ? { carrier, number } : null;
}

/** Returns true for the number of a flight without its carrier. */
export function isFlightNumber(text: string): boolean {
  return flightNumber.test(text);
}

/** Makes a slice of segments; null without segments. Layovers follow from the times, as far as these are known. */
export function makeSlice(segments: readonly Segment[]): Slice | null {
  const [first, last] = [segments[0], segments.at(-1)];
  if (first === undefined || last === undefined) return null;
  const layovers = segments.slice(1).map((next, at) => makeLayover(segments[at] ?? next, next));
  return { origin: first.origin, destination: last.destination, segments: [...segments], layovers };
}

function makeLayover({ destination, arrival }: Segment, { origin, departure }: Segment): Layover {
  const isTimed = arrival !== null && departure !== null;
  return {
    airport: destination,
    durationMinutes: isTimed ? departure.epochMinutes - arrival.epochMinutes : null,
    minimumMinutes: null,
    overnight: isTimed ? localDateOf(arrival) !== localDateOf(departure) : null,
    interline: null,
    airportChange: destination === origin ? null : { from: destination, to: origin },
  };
}

/** Returns true if the segments follow each other in time, as far as their times are known. */
export function isInOrder({ segments }: Pick<Slice, "segments">): boolean {
  const times = segments.flatMap(({ departure, arrival }) => [departure, arrival]).filter((time) => time !== null);
  return times.every((time, at) => time.epochMinutes >= (times[at - 1]?.epochMinutes ?? Number.NEGATIVE_INFINITY));
}
