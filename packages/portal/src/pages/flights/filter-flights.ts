import type { AwardOffer, CashOffer, Slice } from "@wayfare/sdk";
import { type Daypart, dayparts, type FlightFilters } from "./flight-filters.ts";
import { carriersOf, type RankedFlight } from "./ranked-flights.ts";

/** Returns the flights that match, with their matching offers. A flight without a matching offer is removed. */
export function filterFlights(flights: readonly RankedFlight[], filters: FlightFilters): RankedFlight[] {
  return flights.filter((row) => matchesFlight(row, filters)).flatMap((row) => keepOffers(row, filters) ?? []);
}

/** Splits a list in a filter into its codes. */
export function codesOf(list: string | undefined): string[] {
  return list === undefined || list === "" ? [] : list.split(",");
}

/** Adds a code to a list in a filter, or removes it. */
export function toggleCode(list: string | undefined, code: string): string {
  const codes = codesOf(list);
  return (codes.includes(code) ? codes.filter((each) => each !== code) : [...codes, code]).toSorted().join(",");
}

function matchesFlight({ flight }: RankedFlight, { airline, departs, maxHours, maxStops }: FlightFilters): boolean {
  const airlines = codesOf(airline);
  const carriers = carriersOf(flight);
  return (
    (airlines.length === 0 || airlines.some((code) => carriers.includes(code))) &&
    (departs === undefined || departsWithin(flight.slices[0], departs)) &&
    flight.slices.every(
      ({ durationMinutes, stops }) =>
        (maxHours === undefined || durationMinutes <= maxHours * 60) && (maxStops === undefined || stops <= maxStops),
    )
  );
}

function departsWithin(slice: Slice | undefined, daypart: Daypart): boolean {
  const hour = Number(slice?.departureAt.slice(11, 13));
  const { from, to } = dayparts[daypart];
  return hour >= from && hour < to;
}

function keepOffers(row: RankedFlight, filters: FlightFilters): RankedFlight | undefined {
  const { flight } = row;
  const cash = flight.cash.filter((offer) => matchesCash(offer, filters));
  const award = flight.award.filter((offer) => matchesAward(offer, filters));
  const [removed, left] = [flight.cash.length + flight.award.length, cash.length + award.length];
  if (left === removed) return row;
  if (left === 0) return undefined;
  const ids = new Set([...cash, ...award].map(({ id }) => id));
  const options = row.options.filter(({ offerId }) => ids.has(offerId));
  return { flight: { ...flight, cash, award }, options, best: options[0], cash: cash[0], award: award[0] };
}

function matchesCash({ total, segments }: CashOffer, { program, maxPrice, bag }: FlightFilters): boolean {
  const hasBag = segments.length > 0 && segments.every(({ baggage }) => (baggage.checked ?? 0) > 0);
  return (
    codesOf(program).length === 0 &&
    (maxPrice === undefined || Number(total.amount) <= maxPrice) &&
    (bag !== 1 || hasBag)
  );
}

/** Awards do not state bags and have no cash price: a condition on either removes them. */
function matchesAward({ program: own }: AwardOffer, { program, maxPrice, bag }: FlightFilters): boolean {
  const programs = codesOf(program);
  return bag !== 1 && maxPrice === undefined && (programs.length === 0 || programs.includes(own));
}
