import { type Currency, countTravelers, type PlaceReference, placeIdOf } from "@wayfare/contract";
import { type FlightSearch, type PriceLimit, parseEpochDay } from "@wayfare/engine";
import type { SearchQuery, SoldSeats } from "../port/port.ts";
import { usdCentsPerMinorUnit } from "../wire/exchange-rates.ts";
import { awardMoneyOfFound, cashPriceOfFound } from "./supplied-flight.ts";

const msPerMinute = 60_000;

/** Upper bound on the parts of a price: base, taxes, surcharges and fees by code. Each is rounded per traveler. */
const maxChargeCount = 24;

/** Maximum change of the difference between two prices by rounding. */
function priceToleranceCents(currency: Currency, travelers: number): number {
  return currency === "USD" ? 0 : maxChargeCount * travelers * usdCentsPerMinorUnit(currency);
}

function priceLimitOf(minor: number, currency: Currency, toleranceCents: number): PriceLimit {
  return {
    minor,
    cents: minor * usdCentsPerMinorUnit(currency),
    toleranceCents,
    allowsCash: (offer) => cashPriceOfFound(offer, currency) <= minor,
    allowsAward: (offer) => awardMoneyOfFound(offer, currency) <= minor,
  };
}

/**
 * Converts the port's query to the engine's searches: one, or one for each pair of dates within `flexibleDays`. What a limit on all of their
 * flights keeps is in the results of each.
 */
export function toFlightSearches(
  query: SearchQuery,
  searchedAtMs: number,
  soldSeats: readonly SoldSeats[] = [],
): FlightSearch[] {
  const search = toFlightSearch(query, searchedAtMs, soldSeats);
  const { flexibleDays = 0 } = query;
  if (flexibleDays === 0) return [search];
  const { returnDay } = search;
  const shifts = Array.from({ length: 2 * flexibleDays + 1 }, (_, at) => at - flexibleDays);
  return shifts.flatMap((shift): FlightSearch[] => {
    const day = search.day + shift;
    if (returnDay === null) return [{ ...search, day }];
    return shifts
      .map((returnShift) => ({ ...search, day, returnDay: returnDay + returnShift }))
      .filter((each) => each.returnDay >= day);
  });
}

function placesOf(first: PlaceReference, more: readonly PlaceReference[] = []): string | string[] {
  return more.length === 0 ? placeIdOf(first) : [first, ...more].map(placeIdOf);
}

/** Converts the port's query to the engine's search, without `flexibleDays`. */
export function toFlightSearch(
  query: SearchQuery,
  searchedAtMs: number,
  soldSeats: readonly SoldSeats[] = [],
): FlightSearch {
  const priceTolerance = priceToleranceCents(query.currency, countTravelers(query.travelers));
  return {
    origin: placesOf(query.origin, query.moreOrigins),
    destination: placesOf(query.destination, query.moreDestinations),
    day: parseEpochDay(query.departureDate),
    returnDay: query.returnDate === null ? null : parseEpochDay(query.returnDate),
    ...(query.slices && {
      slices: query.slices.map(({ origin, destination, departureDate }) => {
        return { origin: placeIdOf(origin), destination: placeIdOf(destination), day: parseEpochDay(departureDate) };
      }),
    }),
    cabin: query.cabin,
    cabinMatch: query.cabinMatch,
    ...query.travelers,
    includeCash: query.includeCash,
    includeAward: query.includeAward,
    maxStops: query.maxStops,
    limit: query.limit,
    priceToleranceCents: priceTolerance,
    airlines: query.airlines,
    excludeAirlines: query.excludeAirlines,
    programs: query.programs,
    ...(query.allowSelfTransfer === true && { allowSelfTransfer: true }),
    ...(query.layovers && { layovers: query.layovers }),
    ...(query.fareTerms && { fareTerms: query.fareTerms }),
    ...(query.latestLocalArrival !== undefined && { latestLocalArrival: query.latestLocalArrival }),
    departureWindow: query.departureTime,
    arrivalWindow: query.arrivalTime,
    maxDurationMinutes: query.maxDurationMinutes,
    ...(query.maxPrice !== undefined && {
      priceLimit: priceLimitOf(query.maxPrice, query.currency, priceTolerance),
    }),
    sort: query.sort,
    allOffers: query.allOffers,
    searchedAtMinutes: Math.floor(searchedAtMs / msPerMinute),
    soldSeats: soldSeats.map(({ operatingFlightNumber, departureDate, ...sold }) => {
      return { ...sold, flightNumber: Number(operatingFlightNumber), day: parseEpochDay(departureDate) };
    }),
  };
}
