import type { AwardOffer, CashOffer, Flight } from "@wayfare/sdk";
import { type Daypart, dayparts, type FlightFilters } from "./flight-filters.ts";
import { carriersOf, type RankedFlight } from "./ranked-flights.ts";

/**
 * Returns the flights that match, with their matching offers. A flight without a matching offer is removed.
 *
 * @param alliances alliance of each airline; undefined before they are loaded: the filter by alliance then does not apply
 */
export function filterFlights(
  flights: readonly RankedFlight[],
  filters: FlightFilters,
  alliances?: ReadonlyMap<string, string>,
): RankedFlight[] {
  return flights
    .filter((row) => matchesFlight(row, filters) && matchesAlliance(row, filters, alliances))
    .flatMap((row) => keepOffers(row, filters) ?? []);
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

function matchesFlight({ flight }: RankedFlight, filters: FlightFilters): boolean {
  const { airline, departs, arrives, via, maxLayover, maxHours, maxStops } = filters;
  const airlines = codesOf(airline);
  const carriers = carriersOf(flight);
  const [first] = flight.slices;
  const layovers = flight.slices.flatMap((slice) => slice.layovers);
  return (
    (airlines.length === 0 || airlines.some((code) => carriers.includes(code))) &&
    (departs === undefined || isWithin(first?.departureAt, departs)) &&
    (arrives === undefined || isWithin(first?.arrivalAt, arrives)) &&
    (codesOf(via).length === 0 || layoversOf(flight).every((code) => codesOf(via).includes(code))) &&
    (maxLayover === undefined ||
      layovers.every(({ durationMinutes: minutes }) => minutes !== null && minutes <= maxLayover * 60)) &&
    flight.slices.every(
      ({ durationMinutes, stops }) =>
        (maxHours === undefined || durationMinutes <= maxHours * 60) && (maxStops === undefined || stops <= maxStops),
    )
  );
}

function matchesAlliance(
  { flight }: RankedFlight,
  { alliance }: FlightFilters,
  alliances: ReadonlyMap<string, string> | undefined,
): boolean {
  const chosen = codesOf(alliance);
  if (chosen.length === 0 || alliances === undefined) return true;
  return carriersOf(flight).every((code) => chosen.includes(alliances.get(code) ?? ""));
}

/** Returns the airports at which a flight connects. */
export function layoversOf({ slices }: Flight): string[] {
  return slices.flatMap(({ segments }) => segments.slice(0, -1).map(({ destination }) => destination));
}

function isWithin(localTime: string | undefined, daypart: Daypart): boolean {
  const hour = Number(localTime?.slice(11, 13));
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

/** Cash offers have no miles: a condition on miles or programs removes them. */
function matchesCash({ total, segments }: CashOffer, { program, maxPrice, maxMiles, bag }: FlightFilters): boolean {
  const hasBag = segments.length > 0 && segments.every(({ baggage }) => (baggage.checked ?? 0) > 0);
  return (
    codesOf(program).length === 0 &&
    maxMiles === undefined &&
    (maxPrice === undefined || Number(total.amount) <= maxPrice) &&
    (bag !== 1 || hasBag)
  );
}

/** Awards do not state bags and have no cash price: a condition on either removes them. */
function matchesAward(
  { program: own, miles }: AwardOffer,
  { program, maxPrice, maxMiles, bag }: FlightFilters,
): boolean {
  const programs = codesOf(program);
  const isCheap = maxMiles === undefined || miles <= maxMiles;
  return bag !== 1 && maxPrice === undefined && isCheap && (programs.length === 0 || programs.includes(own));
}
