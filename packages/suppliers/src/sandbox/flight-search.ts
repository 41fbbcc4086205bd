import { type Currency, placeIdOf } from "@wayfare/contract";
import { type FlightSearch, parseEpochDay } from "@wayfare/engine";
import type { SearchQuery, SoldSeats } from "../port/port.ts";
import { usdCentsPerMinorUnit } from "./exchange-rates.ts";

const msPerMinute = 60_000;

/** Upper bound on the parts of a price: base, taxes, surcharges and fees by code. Each is rounded per traveler. */
const maxChargeCount = 24;

/** Maximum change of the difference between two prices by rounding. */
function priceToleranceCents(currency: Currency, travelers: number): number {
  return currency === "USD" ? 0 : maxChargeCount * travelers * usdCentsPerMinorUnit(currency);
}

/** Converts the port's query to the engine's search. */
export function toFlightSearch(
  query: SearchQuery,
  searchedAtMs: number,
  soldSeats: readonly SoldSeats[] = [],
): FlightSearch {
  const { adults, children, infants } = query.travelers;
  return {
    origin: placeIdOf(query.origin),
    destination: placeIdOf(query.destination),
    day: parseEpochDay(query.departureDate),
    returnDay: query.returnDate === null ? null : parseEpochDay(query.returnDate),
    cabin: query.cabin,
    cabinMatch: query.cabinMatch,
    adults,
    children,
    infants,
    includeCash: query.includeCash,
    includeAward: query.includeAward,
    maxStops: query.maxStops,
    limit: query.limit,
    priceToleranceCents: priceToleranceCents(query.currency, adults + children + infants),
    airlines: query.airlines,
    excludeAirlines: query.excludeAirlines,
    programs: query.programs,
    departureWindow: query.departureTime,
    arrivalWindow: query.arrivalTime,
    maxDurationMinutes: query.maxDurationMinutes,
    sort: query.sort,
    allOffers: query.allOffers,
    searchedAtMinutes: Math.floor(searchedAtMs / msPerMinute),
    soldSeats: soldSeats.map(({ operatingFlightNumber, departureDate, ...sold }) => {
      return { ...sold, flightNumber: Number(operatingFlightNumber), day: parseEpochDay(departureDate) };
    }),
  };
}
