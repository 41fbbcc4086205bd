import type { FullSearchRequest } from "@wayfare/sdk";
import { readEnum, readPattern, single } from "../../data/search-params.ts";
import type { Daypart, FlightFilters } from "./flight-filters.ts";
import { formatMoreSlices, type MoreSlice, moreSlicesPattern, parseMoreSlices } from "./more-slices.ts";
import { placePattern, toPlace } from "./place-text.ts";
import { agesPattern, formatAges, type MinorCounts, parseAges } from "./traveler-ages.ts";

const cabins = ["economy", "premium_economy", "business", "first"] as const;
const profiles = ["leisure", "business", "points"] as const;
const payments = ["both", "cash", "award"] as const;
const orders = ["score", "price", "miles", "duration", "departure"] as const;

/** Flights of a search without `more`, and the most the API returns. */
export const defaultFlights = 50;
const maxFlights = 250;

export type Order = (typeof orders)[number];

/** Search and view of its results, as in the search parameters of the URL. Absent members have their defaults. */
export interface SearchParams extends FlightFilters {
  /** IATA code or place id. */
  from?: string;
  to?: string;
  depart?: string;
  return?: string;
  /** Slices of a multi-city search after the first, as in `more-slices.ts`. */
  also?: string;
  cabin?: (typeof cabins)[number];
  adults?: number;
  youths?: number;
  children?: number;
  infants?: number;
  infantsInSeat?: number;
  /** Of all travelers under 18, as in `traveler-ages.ts`. */
  ages?: string;
  pay?: (typeof payments)[number];
  stops?: number;
  profile?: (typeof profiles)[number];
  order?: Order;
  /** 1: as many flights as the API returns, instead of the first 50. */
  more?: number;
  /** A round trip with the chosen outbound flight: only its returns are listed. */
  outbound?: string;
  /** The flight whose details are open. */
  open?: string;
}

/** Parses the search parameters. Ignores unknown and invalid parameters, so that a broken link still opens. */
export function parseSearchParams(search: Record<string, unknown>): SearchParams {
  const also = readPattern(search, "also", moreSlicesPattern);
  return {
    ...readPattern(search, "from", placePattern),
    ...readPattern(search, "to", placePattern),
    ...readPattern(search, "depart", /^\d{4}-\d{2}-\d{2}$/),
    ...also,
    ...(also.also === undefined && readPattern(search, "return", /^\d{4}-\d{2}-\d{2}$/)),
    ...pickEnum(search, "cabin", cabins, "economy"),
    ...pickCount(search, "adults", { min: 1, max: 9, defaultValue: 1 }),
    ...pickMinors(search),
    ...pickEnum(search, "pay", payments, "both"),
    ...pickCount(search, "stops", { min: 0, max: 2, defaultValue: 2 }),
    ...pickEnum(search, "profile", profiles, "leisure"),
    ...pickEnum(search, "order", orders, "score"),
    ...pickCount(search, "more", { min: 0, max: 1, defaultValue: 0 }),
    ...parseFilters(search),
    ...readPattern(search, "outbound", flightId),
    ...readPattern(search, "open", flightId),
  };
}

const flightId = /^flt_[0-9a-z]{26}$/;

const codeList = /^[A-Za-z0-9_-]{2,40}(,[A-Za-z0-9_-]{2,40}){0,49}$/;
const daypartNames = ["night", "morning", "afternoon", "evening"] as const satisfies readonly Daypart[];

/** Parses the filters of the results, which change no request. */
export function parseFilters(search: Record<string, unknown>): FlightFilters {
  return {
    ...readPattern(search, "airline", codeList),
    ...readPattern(search, "alliance", codeList),
    ...readPattern(search, "program", codeList),
    ...readPattern(search, "via", codeList),
    ...readEnum(search, "departs", daypartNames),
    ...readEnum(search, "arrives", daypartNames),
    ...pickCount(search, "maxHours", { min: 1, max: 200, defaultValue: 0 }),
    ...pickCount(search, "maxLayover", { min: 1, max: 100, defaultValue: 0 }),
    ...pickCount(search, "maxPrice", { min: 1, max: 10_000_000, defaultValue: 0 }),
    ...pickCount(search, "maxMiles", { min: 1, max: 100_000_000, defaultValue: 0 }),
    ...pickCount(search, "maxStops", { min: 0, max: 1, defaultValue: 2 }),
    ...pickCount(search, "bag", { min: 1, max: 1, defaultValue: 0 }),
  };
}

/** Travelers under 18, with their ages if they fit. */
function pickMinors(search: Record<string, unknown>): MinorCounts & { ages?: string } {
  const counts = {
    ...pickCount(search, "youths", { min: 0, max: 8, defaultValue: 0 }),
    ...pickCount(search, "children", { min: 0, max: 8, defaultValue: 0 }),
    ...pickCount(search, "infants", { min: 0, max: 9, defaultValue: 0 }),
    ...pickCount(search, "infantsInSeat", { min: 0, max: 8, defaultValue: 0 }),
  };
  const ages = formatAges(parseAges(readPattern(search, "ages", agesPattern).ages, counts) ?? []);
  return { ...counts, ...(ages !== undefined && { ages }) };
}

/** Returns the request of the search; null if the search is incomplete. */
export function toSearchRequest(address: SearchParams): FullSearchRequest | null {
  const { from, to, depart, cabin, pay = "both", stops, profile, more } = address;
  if (from === undefined || to === undefined || depart === undefined) return null;
  return {
    ...toTrip({ from, to, depart }, address),
    cabin: cabin ?? "economy",
    travelers: toTravelers(address),
    includeCash: pay !== "award",
    includeAward: pay !== "cash",
    ...(stops !== undefined && { maxStops: stops }),
    ...(profile !== undefined && { profile }),
    ...(more !== undefined && { limit: maxFlights }),
  };
}

function toTravelers(address: SearchParams): NonNullable<FullSearchRequest["travelers"]> {
  const { adults = 1, youths, children, infants, infantsInSeat } = address;
  const ages = parseAges(address.ages, address);
  return {
    adults,
    ...(youths !== undefined && { youths }),
    ...(children !== undefined && { children }),
    ...(infants !== undefined && { infants }),
    ...(infantsInSeat !== undefined && { infantsInSeat }),
    ...(ages !== null && { ages }),
  };
}

/** Places and dates of the request. */
function toTrip(
  first: MoreSlice,
  { also, return: back }: SearchParams,
): Pick<FullSearchRequest, "origin" | "destination" | "departureDate" | "returnDate" | "slices"> {
  const toSlice = ({ from, to, depart }: MoreSlice) => {
    return { origin: toPlace(from), destination: toPlace(to), departureDate: depart };
  };
  if (also === undefined) return { ...toSlice(first), returnDate: back ?? null };
  return { slices: [first, ...parseMoreSlices(also)].map(toSlice) };
}

/** Reads an enum parameter. Omits the default value. */
function pickEnum<Name extends string, Value extends string>(
  search: Record<string, unknown>,
  name: Name,
  values: readonly Value[],
  defaultValue: Value,
): { [Each in Name]?: Value } {
  return search[name] === defaultValue ? {} : readEnum(search, name, values);
}

function pickCount<Name extends string>(
  search: Record<string, unknown>,
  name: Name,
  { min, max, defaultValue }: { min: number; max: number; defaultValue: number },
): { [Each in Name]?: number } {
  const value = search[name];
  const isCount = typeof value === "number" && Number.isInteger(value) && value >= min && value <= max;
  return isCount && value !== defaultValue ? single(name, value) : {};
}

/** Returns the search with its dates moved by a number of days, without open details. */
export function shiftDeparture(
  { open: _open, outbound: _outbound, ...search }: SearchParams,
  days: number,
): SearchParams {
  const shift = (date: string) => new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
  return {
    ...search,
    ...(search.depart !== undefined && { depart: shift(search.depart) }),
    ...(search.return !== undefined && { return: shift(search.return) }),
    ...(search.also !== undefined && {
      also: formatMoreSlices(parseMoreSlices(search.also).map((slice) => ({ ...slice, depart: shift(slice.depart) }))),
    }),
  };
}
