import {
  addDays,
  type ExploreRegion,
  type ExploreRequest,
  type FieldError,
  maxExploreDays,
  maxExploreStays,
  type NormalizedRequest,
  type Place,
  type PlaceReference,
  toMinor,
  weekdays,
} from "@wayfare/contract";
import { listCountries } from "@wayfare/engine";
import type { CalendarDates } from "@wayfare/suppliers";
import type { Gazetteer } from "./facts.ts";
import {
  checkRequest,
  fieldError,
  findPlace,
  findPlaceErrorsOfList,
  type RequestFacts,
  resolvePlace,
  searchableDates,
  throwUnprocessable,
} from "./normalize.ts";
import { findRangeErrors, findStayErrors, listDates, listNumbers } from "./normalize-calendar.ts";

/** An exploration with defaults filled in. */
export interface NormalizedExplore {
  /** Search of the first destination and departure date. */
  search: NormalizedRequest;
  destinations: Place[];
  departureDates: string[];
  /** Stays of round trips, or null. */
  stayNights: number[] | null;
  /** Dates of each trip; each can be searched. */
  cells: CalendarDates[];
  /** Minor units of the request's currency, or null. */
  maxTotalMinor: number | null;
  maxMiles: number | null;
  sort: "price" | "miles";
  limit: number;
}

/**
 * Fills in the defaults of an exploration that matches its schema.
 *
 * @throws DomainError SEARCH_UNPROCESSABLE listing all invalid fields.
 */
export function normalizeExplore(request: ExploreRequest, facts: RequestFacts, nowMs: number): NormalizedExplore {
  const {
    departureDates,
    departureWeekdays,
    stayNights,
    maxTotal,
    maxMiles = null,
    sort = "price",
    limit = 200,
  } = request;
  const search = toSearchRequest(request);
  const { gazetteer } = facts;
  const origin = findPlace(resolvePlace(request.origin, gazetteer), gazetteer);
  const destinations = listDestinations(request, origin, gazetteer);
  const departureDate = departureDates.from;
  const destination = destinations[0] ?? findAnyPlace(origin, gazetteer);
  const checked = checkRequest({ ...search, destination, departureDate }, facts, nowMs);
  const { normalized } = checked;
  const { last } = searchableDates(normalized.origin, gazetteer, nowMs);
  const maxTotalMinor = maxTotal && toMinor(maxTotal.amount, normalized.currency);
  const errors = [
    ...checked.errors
      .filter(({ pointer }) => pointer !== "/destination")
      .map((error) => (error.pointer === "/departureDate" ? toRangeError(error) : error)),
    ...findListErrors(request, gazetteer),
    ...findRangeErrors("departureDates", departureDates, { last, maxDays: maxExploreDays }),
    ...findStayErrors(stayNights, maxExploreStays),
  ];
  if (maxTotal !== undefined && (maxTotal.currency !== normalized.currency || typeof maxTotalMinor !== "number")) {
    errors.push(fieldError("/maxTotal", "INVALID", `\`maxTotal\` must be an amount in ${normalized.currency}.`));
  }
  throwUnprocessable(errors);
  const days = listDates(departureDates).filter((date) => isOn(date, departureWeekdays));
  const stays = stayNights === undefined ? null : listNumbers(stayNights.min, stayNights.max);
  const cells = days.flatMap((day) =>
    (stays ?? [null])
      .map((nights) => ({ departureDate: day, returnDate: nights === null ? null : addDays(day, nights) }))
      .filter(({ returnDate }) => returnDate === null || returnDate <= last),
  );
  if (cells.length === 0) {
    const detail = "No departure date is on one of `departureWeekdays` and leaves time for the stay.";
    throwUnprocessable([fieldError("/departureDates", "RANGE", detail)]);
  }
  return {
    search: normalized,
    destinations: destinations.flatMap((place) => findPlace(place, gazetteer) ?? []),
    departureDates: days,
    stayNights: stays,
    cells,
    maxTotalMinor: maxTotalMinor ?? null,
    maxMiles,
    sort,
    limit,
  };
}

/** Removes the members that a search does not have. */
function toSearchRequest({
  destinations: _destinations,
  regions: _regions,
  countries: _countries,
  departureDates: _departureDates,
  departureWeekdays: _weekdays,
  stayNights: _stayNights,
  maxTotal: _maxTotal,
  maxMiles: _maxMiles,
  sort: _sort,
  limit: _limit,
  ...search
}: ExploreRequest) {
  return search;
}

function toRangeError(error: FieldError): FieldError {
  const detail = error.detail.replace("`departureDate`", "`departureDates.from`");
  return { ...error, pointer: "/departureDates/from", detail };
}

function isOn(date: string, days: ExploreRequest["departureWeekdays"]): boolean {
  const day = weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()];
  return days === undefined || (day !== undefined && days.includes(day));
}

/** Destinations of a request outside of the city of its origin. */
function listDestinations(
  { destinations, regions, countries }: ExploreRequest,
  origin: Place | undefined,
  gazetteer: Gazetteer,
): PlaceReference[] {
  if (destinations !== undefined) return destinations.map((place) => resolvePlace(place, gazetteer));
  const isEverywhere = regions === undefined && countries === undefined;
  const wanted = new Set([...(regions ?? []).flatMap(countriesOf), ...(countries ?? [])]);
  return gazetteer
    .listAirports()
    .filter(({ country, cityCode }) => (isEverywhere || wanted.has(country)) && cityCode !== origin?.cityCode)
    .map(({ code }) => ({ code, kind: "airport" }));
}

function countriesOf(region: ExploreRegion): readonly string[] {
  return listCountries(region.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()));
}

/** Any place in another city, which stands for the destination of a request without one. */
function findAnyPlace(origin: Place | undefined, gazetteer: Gazetteer): PlaceReference {
  const code = gazetteer.listAirports().find(({ cityCode }) => cityCode !== origin?.cityCode)?.code ?? "";
  return { code, kind: "airport" };
}

function findListErrors(request: ExploreRequest, gazetteer: Gazetteer): FieldError[] {
  const { destinations, regions, countries, origin } = request;
  if (destinations === undefined) {
    const known = new Set(gazetteer.listAirports().map(({ country }) => country));
    return (countries ?? []).flatMap((country, at) =>
      known.has(country) ? [] : [fieldError(`/countries/${at}`, "UNKNOWN_PLACE", `No airport is in ${country}.`)],
    );
  }
  if (regions !== undefined || countries !== undefined) {
    const detail = "Use either `destinations` or `regions` and `countries`, not both.";
    return [fieldError("/destinations", "INVALID", detail)];
  }
  return findPlaceErrorsOfList("/destinations", { places: destinations, origin }, gazetteer);
}
