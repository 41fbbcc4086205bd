import type { ExploreRequest } from "@wayfare/sdk";
import { readEnum, readPattern } from "../../data/search-params.ts";
import { placePattern, toPlace } from "./place-text.ts";

/** Regions by the name in the URL and in requests, with their labels. */
export const regions = {
  north_america: "North America",
  central_america: "Central America",
  caribbean: "Caribbean",
  south_america: "South America",
  europe: "Europe",
  middle_east: "Middle East",
  africa: "Africa",
  central_asia: "Central Asia",
  south_asia: "South Asia",
  east_asia: "East Asia",
  southeast_asia: "Southeast Asia",
  oceania: "Oceania",
} as const;
type Region = keyof typeof regions;

/** Trips by the name in the URL: nights, and days of departure if not all. */
export const trips = {
  oneWay: { label: "One way" },
  weekend: { label: "Weekend, 2 to 3 nights", nights: [2, 3], days: ["friday"] },
  short: { label: "3 to 5 nights", nights: [3, 5] },
  week: { label: "6 to 8 nights", nights: [6, 8] },
  twoWeeks: { label: "13 to 15 nights", nights: [13, 15] },
} as const;
type Trip = keyof typeof trips;

const isRegion = (name: string): name is Region => Object.hasOwn(regions, name);
const isTrip = (name: string): name is Trip => Object.hasOwn(trips, name);
const regionNames = Object.keys(regions).filter(isRegion);
const tripNames = Object.keys(trips).filter(isTrip);
const payments = ["both", "cash", "award"] as const;
const stopNames = ["0", "1", "2"] as const;

/** Exploration as in the search parameters of the URL. Absent members have their defaults. */
export interface ExploreParams {
  /** IATA code or place id. */
  from?: string;
  /** First and last date of departure. */
  first?: string;
  last?: string;
  region?: Region;
  trip?: Trip;
  pay?: (typeof payments)[number];
  stops?: (typeof stopNames)[number];
}

const datePattern = /^\d{4}-\d{2}-\d{2}$/;

/** Parses the search parameters. Ignores unknown and invalid parameters, so that a broken link still opens. */
export function parseExploreParams(search: Record<string, unknown>): ExploreParams {
  return {
    ...readPattern(search, "from", placePattern),
    ...readPattern(search, "first", datePattern),
    ...readPattern(search, "last", datePattern),
    ...readEnum(search, "region", regionNames),
    ...readEnum(search, "trip", tripNames),
    ...readEnum(search, "pay", payments),
    ...readEnum({ stops: String(search["stops"]) }, "stops", stopNames),
  };
}

/** Returns the request of an exploration; null if it is incomplete. */
export function toExploreRequest(params: ExploreParams): ExploreRequest | null {
  const { from, first, last = first, region, trip = "oneWay", pay = "both", stops = "1" } = params;
  if (from === undefined || first === undefined || last === undefined) return null;
  const chosen = trips[trip];
  return {
    origin: toPlace(from),
    departureDates: { from: first, to: last },
    ...(region !== undefined && { regions: [region] }),
    ...("nights" in chosen && { stayNights: { min: chosen.nights[0], max: chosen.nights[1] } }),
    ...("days" in chosen && { departureWeekdays: [...chosen.days] }),
    includeCash: pay !== "award",
    includeAward: pay !== "cash",
    maxStops: Number(stops),
    sort: pay === "award" ? "miles" : "price",
    limit: 200,
  };
}
