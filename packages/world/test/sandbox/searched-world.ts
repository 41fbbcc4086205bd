import {
  createSearcher,
  type FlightSearch,
  type FlightSort,
  type FoundCashOffer,
  type FoundFlight,
  parseEpochDay,
  plainSearch,
} from "@wayfare/engine";
import { expect } from "vitest";
import { timetable } from "./made-world.ts";

export { facts, timetable } from "./made-world.ts";
export const searcher = createSearcher(timetable);
export const day = parseEpochDay("2027-04-14");
export const searchedAtMinutes = parseEpochDay("2027-02-10") * 1440 + 600;
export const sorts: FlightSort[] = ["price", "miles", "duration", "departure", "arrival"];

export function searchFor(changes: Partial<FlightSearch> = {}): FlightSearch {
  return {
    ...plainSearch,
    origin: "LON",
    destination: "NYC",
    day,
    searchedAtMinutes,
    ...changes,
  };
}

/** Returns at least one flight: an assertion about none would prove nothing. */
export function find(changes: Partial<FlightSearch> = {}): FoundFlight[] {
  const found = searcher.search(searchFor(changes));
  expect(found.length).toBeGreaterThan(0);
  return found;
}

export const sum = (charges: readonly { usdCents: number }[]) =>
  charges.reduce((all, { usdCents }) => all + usdCents, 0);
export const adultCents = ({ fares }: FoundCashOffer) => {
  const [adult] = fares;
  return adult === undefined ? Number.NaN : adult.baseCents + sum(adult.taxes) + sum(adult.surcharges);
};
export const priceOf = ({ cheapestCash }: FoundFlight) => (cheapestCash === null ? Infinity : adultCents(cheapestCash));
export const milesOf = ({ award }: FoundFlight) => Math.min(...award.map(({ fares }) => fares[0]?.miles ?? Infinity));
export const segmentsOf = ({ slices }: FoundFlight) => slices.flatMap(({ segments }) => segments);
export const departureOf = (flight: FoundFlight) => segmentsOf(flight)[0]?.departureEpochMinutes ?? Number.NaN;
export const arrivalOf = (flight: FoundFlight) => flight.slices[0]?.segments.at(-1)?.arrivalEpochMinutes ?? Number.NaN;
export const minutesOf = ({ slices }: FoundFlight) => slices.reduce((all, slice) => all + minutesOfSlice(slice), 0);
export const minutesOfSlice = ({ segments }: FoundFlight["slices"][number]) =>
  (segments.at(-1)?.arrivalEpochMinutes ?? Number.NaN) - (segments[0]?.departureEpochMinutes ?? Number.NaN);
export const stopsOf = ({ slices }: FoundFlight) => slices.reduce((all, { layovers }) => all + layovers.length, 0);
export const localMinute = (epochMinutes: number, offsetMinutes: number) => (epochMinutes + offsetMinutes) % 1440;

export function compareNumbers(a: number, b: number): number {
  return a === b ? 0 : a - b;
}
