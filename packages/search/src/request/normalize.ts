import {
  addDays,
  DomainError,
  dateAt,
  type FieldError,
  type FieldErrorCode,
  maxPlaces,
  maxSlices,
  minSlices,
  minuteOfDay,
  type NormalizedRequest,
  type NormalizedSlice,
  type Place,
  type PlaceReference,
  parsePlace,
  type SearchRequest,
  type SearchSlice,
  searchHorizonDays,
  type TimeWindowRequest,
} from "@wayfare/contract";
import type { SearchQuery, TimeWindow } from "@wayfare/suppliers";
import type { Dictionary, Gazetteer } from "./facts.ts";
import { findPriceErrors, maxPriceOf } from "./max-price.ts";
import { fillTravelers, findTravelerErrors, readStoredTravelers } from "./travelers.ts";

/** Facts that requests are checked against. */
export interface RequestFacts {
  gazetteer: Gazetteer;
  dictionary: Dictionary;
}

/**
 * Fills in the defaults of a request that matches its schema.
 *
 * @throws DomainError SEARCH_UNPROCESSABLE listing all invalid fields.
 */
export function normalizeRequest(request: SearchRequest, facts: RequestFacts, nowMs: number): NormalizedRequest {
  const { normalized, errors } = checkRequest(request, facts, nowMs);
  throwUnprocessable(errors);
  return normalized;
}

/** Fills in the defaults of a request that matches its schema, and lists all invalid fields. */
export function checkRequest(
  request: SearchRequest,
  { gazetteer, dictionary }: RequestFacts,
  nowMs: number,
): { normalized: NormalizedRequest; errors: FieldError[] } {
  const normalized = fillDefaults(request, { gazetteer, dictionary });
  const errors = [
    ...(request.slices === undefined
      ? [...findPlaceErrors(request, normalized, gazetteer), ...findDateErrors(normalized, gazetteer, nowMs)]
      : findSliceErrors(request, gazetteer, nowMs)),
    ...findAllianceErrors(normalized),
    ...findLayoverErrors(normalized, gazetteer),
    ...findTravelerErrors(normalized.travelers),
    ...findPriceErrors(normalized),
    ...findProgramErrors(normalized, dictionary, nowMs),
  ];
  if (!normalized.includeCash && !normalized.includeAward) {
    errors.push(
      fieldError(
        "/includeAward",
        "NOTHING_REQUESTED",
        "At least one of `includeCash` and `includeAward` must be true.",
      ),
    );
  }
  return { normalized, errors };
}

/** @throws DomainError SEARCH_UNPROCESSABLE if there are errors. */
export function throwUnprocessable(errors: readonly FieldError[]): void {
  const [first] = errors;
  if (first) throw new DomainError("SEARCH_UNPROCESSABLE", { detail: first.detail, errors: [...errors] });
}

/** Returns the last date at a known place for which a search is possible, and the current one. */
export function searchableDates(
  place: PlaceReference,
  gazetteer: Gazetteer,
  nowMs: number,
): { today: string; last: string } {
  const offset = findPlace(place, gazetteer) ? gazetteer.getOffsetMinutes(place, nowMs) : 0;
  const today = dateAt(nowMs, offset);
  return { today, last: addDays(today, searchHorizonDays) };
}

/**
 * A request as stored: place codes in the format of earlier versions, which run at the same time during a rolling upgrade, plus the kinds
 * of places.
 */
export type StoredRequest = Omit<NormalizedRequest, "origin" | "destination" | "cabinMatch" | "travelers"> &
  Partial<Pick<NormalizedRequest, "cabinMatch">> & {
    travelers: Pick<NormalizedRequest["travelers"], "adults"> & Partial<NormalizedRequest["travelers"]>;
  } & Record<"origin" | "destination", string> &
  Partial<Record<"originKind" | "destinationKind", PlaceReference["kind"]>>;

export function toStoredRequest({ origin, destination, ...request }: NormalizedRequest): StoredRequest {
  return {
    ...request,
    origin: origin.code,
    originKind: origin.kind,
    destination: destination.code,
    destinationKind: destination.kind,
  };
}

/**
 * Reads a stored request. Earlier versions stored no kinds, and a code shared by an airport and a city meant the city. Offers of such
 * requests keep the airports that they were searched with. They stored no `cabinMatch` either, and set no condition on cabins, and no youths and infants with a seat.
 */
export function readStoredRequest(stored: StoredRequest, gazetteer: Gazetteer): NormalizedRequest {
  const { originKind, destinationKind, ...request } = stored;
  const read = (code: string, kind: PlaceReference["kind"] = gazetteer.findCity(code) ? "city" : "airport") => ({
    code,
    kind,
  });
  return {
    ...request,
    cabinMatch: request.cabinMatch ?? "any",
    travelers: readStoredTravelers(request.travelers),
    origin: read(request.origin, originKind),
    destination: read(request.destination, destinationKind),
  };
}

/** Converts a request to the suppliers' query. */
export function toQuery(request: NormalizedRequest): SearchQuery {
  const maxPrice = maxPriceOf(request);
  return {
    ...datesAndPlacesOf(request),
    cabin: request.cabin,
    cabinMatch: request.cabinMatch,
    travelers: request.travelers,
    includeCash: request.includeCash,
    includeAward: request.includeAward,
    maxStops: toStops(request.maxStops),
    limit: request.limit,
    currency: request.currency,
    airlines: airlinesOf(request),
    excludeAirlines: request.excludeAirlines ?? [],
    programs: request.programs ?? null,
    ...layoversOf(request),
    departureTime: toWindow(request.departureTime),
    arrivalTime: toWindow(request.arrivalTime),
    ...(request.arriveBy !== undefined && { latestLocalArrival: Date.parse(`${request.arriveBy}:00Z`) / 60_000 }),
    ...fareTermsOf(request),
    ...(request.allowSelfTransfer === true && { allowSelfTransfer: true }),
    maxDurationMinutes: request.maxDurationMinutes ?? null,
    ...(maxPrice !== undefined && { maxPrice }),
    sort: request.sort,
    allOffers: request.allOffers,
  };
}

/** Airlines of the request, as far as they are in its alliances; null for any. */
function airlinesOf({ airlines, allianceAirlines }: NormalizedRequest): string[] | null {
  if (airlines === undefined || allianceAirlines === undefined) return airlines ?? allianceAirlines ?? null;
  return airlines.filter((code) => allianceAirlines.includes(code));
}

type DatesAndPlaces = Pick<
  SearchQuery,
  | "origin"
  | "destination"
  | "departureDate"
  | "returnDate"
  | "slices"
  | "moreOrigins"
  | "moreDestinations"
  | "flexibleDays"
>;

function datesAndPlacesOf(request: NormalizedRequest): DatesAndPlaces {
  const { origin, destination, departureDate, returnDate, slices, flexibleDays = 0 } = request;
  // Two slices there and back are a round trip, with its fares.
  const [out, back] = slices ?? [];
  if (slices?.length === 2 && out && back && isReturnOf(out, back)) {
    return { origin, destination, departureDate, returnDate: back.departureDate };
  }
  const moreOrigins = morePlaces(request.originList, request.originsNearby);
  const moreDestinations = morePlaces(request.destinationList, request.destinationsNearby);
  return {
    origin,
    destination,
    departureDate,
    returnDate,
    ...(slices && { slices }),
    ...(moreOrigins.length > 0 && { moreOrigins }),
    ...(moreDestinations.length > 0 && { moreDestinations }),
    ...(flexibleDays > 0 && { flexibleDays }),
  };
}

function layoversOf(request: NormalizedRequest): Pick<SearchQuery, "layovers"> {
  const { connectingAirports, minLayoverMinutes = 0, maxLayoverMinutes } = request;
  const { include, exclude = [] } = connectingAirports ?? {};
  if (include === undefined && exclude.length === 0 && minLayoverMinutes === 0 && maxLayoverMinutes === undefined) {
    return {};
  }
  const layovers = {
    include: include ?? null,
    exclude,
    minMinutes: minLayoverMinutes,
    maxMinutes: maxLayoverMinutes ?? null,
  };
  return { layovers };
}

function fareTermsOf(request: NormalizedRequest): Pick<SearchQuery, "fareTerms"> {
  const { excludeBasic = false, minCarryOnBags: carryOn = 0, minCheckedBags: checked = 0 } = request;
  if (!excludeBasic && carryOn === 0 && checked === 0) return {};
  return { fareTerms: { excludeBasic, bags: { carryOn, checked } } };
}

function isReturnOf(out: NormalizedSlice, back: NormalizedSlice): boolean {
  return isSame(out.origin, back.destination) && isSame(out.destination, back.origin);
}

function isSame(one: PlaceReference, other: PlaceReference): boolean {
  return one.code === other.code && one.kind === other.kind;
}

function morePlaces([, ...listed]: PlaceReference[] = [], nearby: readonly PlaceReference[] = []): PlaceReference[] {
  return [...listed, ...nearby];
}

function fillDefaults(request: SearchRequest, { gazetteer, dictionary }: RequestFacts): NormalizedRequest {
  const includeCash = request.includeCash ?? true;
  const includeAward = request.includeAward ?? false;
  const { connectingAirports, minLayoverMinutes, maxLayoverMinutes, arriveBy } = request;
  const { excludeBasic = false, minCarryOnBags = 0, minCheckedBags = 0, allowSelfTransfer = false } = request;
  const { airlines, alliances, excludeAirlines, programs, departureTime, arrivalTime, maxDurationMinutes, weights } =
    request;
  const upper = (codes: readonly string[]) => codes.map((code) => code.toUpperCase());
  return {
    ...fillDatesAndPlaces(request, gazetteer),
    cabin: request.cabin ?? "economy",
    cabinMatch: request.cabinMatch ?? "main",
    travelers: fillTravelers(request.travelers),
    includeCash,
    includeAward,
    maxStops: request.maxStops ?? 2,
    limit: request.limit ?? 50,
    currency: request.currency ?? "USD",
    ...(airlines ? { airlines: upper(airlines) } : {}),
    ...(excludeAirlines ? { excludeAirlines: upper(excludeAirlines) } : {}),
    ...(alliances && {
      alliances,
      allianceAirlines: alliances.flatMap((alliance) => dictionary.listAllianceAirlines(alliance)),
    }),
    ...(programs ? { programs: programs.map((code) => code.toLowerCase()) } : {}),
    ...(connectingAirports && {
      connectingAirports: {
        ...(connectingAirports.include && { include: upper(connectingAirports.include) }),
        ...(connectingAirports.exclude && { exclude: upper(connectingAirports.exclude) }),
      },
    }),
    ...(minLayoverMinutes === undefined ? {} : { minLayoverMinutes }),
    ...(maxLayoverMinutes === undefined ? {} : { maxLayoverMinutes }),
    ...(departureTime ? { departureTime } : {}),
    ...(arrivalTime ? { arrivalTime } : {}),
    ...(arriveBy === undefined ? {} : { arriveBy }),
    ...(excludeBasic && { excludeBasic }),
    ...(allowSelfTransfer && { allowSelfTransfer }),
    ...(minCarryOnBags > 0 && { minCarryOnBags }),
    ...(minCheckedBags > 0 && { minCheckedBags }),
    ...(maxDurationMinutes === undefined ? {} : { maxDurationMinutes }),
    ...(request.maxPrice && { maxPrice: request.maxPrice }),
    sort: request.sort ?? (includeAward && !includeCash ? "miles" : "price"),
    profile: request.profile ?? "leisure",
    ...(weights ? { weights } : {}),
    allOffers: request.allOffers ?? false,
  };
}

type FilledDatesAndPlaces = Pick<
  NormalizedRequest,
  | "origin"
  | "destination"
  | "departureDate"
  | "returnDate"
  | "slices"
  | "nearbyKm"
  | "flexibleDays"
  | "originList"
  | "destinationList"
  | "originsNearby"
  | "destinationsNearby"
>;

/** The schema requires either slices or places and a date. Stands for a missing one; such requests have errors. */
const nowhere: PlaceReference = { code: "", kind: "airport" };

function fillDatesAndPlaces(request: SearchRequest, gazetteer: Gazetteer): FilledDatesAndPlaces {
  if (request.slices !== undefined) {
    const slices = request.slices.map((slice) => ({
      origin: resolvePlace(slice.origin, gazetteer),
      destination: resolvePlace(slice.destination, gazetteer),
      departureDate: slice.departureDate,
    }));
    const [first] = slices;
    const { origin = nowhere, destination = nowhere, departureDate = "" } = first ?? {};
    return { origin, destination, departureDate, returnDate: null, slices };
  }
  const { departureDate = "", returnDate = null, nearbyKm = 0, flexibleDays = 0 } = request;
  const resolve = (places: SearchRequest["origin"] = []) =>
    (Array.isArray(places) ? places : [places]).map((place) => resolvePlace(place, gazetteer));
  const origins = resolve(request.origin);
  const destinations = resolve(request.destination);
  const originsNearby = nearbyOf(origins, destinations, { nearbyKm, gazetteer });
  const destinationsNearby = nearbyOf(destinations, [...origins, ...originsNearby], { nearbyKm, gazetteer });
  return {
    origin: origins[0] ?? nowhere,
    destination: destinations[0] ?? nowhere,
    departureDate,
    returnDate,
    ...(nearbyKm > 0 && { nearbyKm }),
    ...(flexibleDays > 0 && { flexibleDays }),
    ...(Array.isArray(request.origin) && { originList: origins }),
    ...(Array.isArray(request.destination) && { destinationList: destinations }),
    ...(originsNearby.length > 0 && { originsNearby }),
    ...(destinationsNearby.length > 0 && { destinationsNearby }),
  };
}

/** Airports near the places of one side of a search, none of them in a city of the other side. */
function nearbyOf(
  places: readonly PlaceReference[],
  others: readonly PlaceReference[],
  { nearbyKm, gazetteer }: { nearbyKm: number; gazetteer: Gazetteer },
): PlaceReference[] {
  if (nearbyKm === 0) return [];
  const citiesOf = (list: readonly PlaceReference[]) =>
    new Set(list.map((place) => findPlace(place, gazetteer)?.cityCode));
  const wholeCities = citiesOf(places.filter(({ kind }) => kind === "city"));
  const otherCities = citiesOf(others);
  const known = new Set(places.map(({ code }) => code));
  const found: PlaceReference[] = [];
  for (const place of places) {
    if (findPlace(place, gazetteer) === undefined) continue;
    for (const { code, cityCode } of gazetteer.listNearby(place, nearbyKm)) {
      if (known.has(code) || wholeCities.has(cityCode) || otherCities.has(cityCode)) continue;
      known.add(code);
      found.push({ code, kind: "airport" });
    }
  }
  return found.slice(0, Math.max(0, maxPlaces - places.length));
}

/** A bare code means the airport with that code if there is one, else the city. */
export function resolvePlace(place: string | PlaceReference, gazetteer: Gazetteer): PlaceReference {
  const { code, kind } = parsePlace(place);
  const isCityOnly = !gazetteer.findAirport(code) && gazetteer.findCity(code) !== undefined;
  return { code, kind: kind ?? (isCityOnly ? "city" : "airport") };
}

export function findPlace({ code, kind }: PlaceReference, gazetteer: Gazetteer): Place | undefined {
  return kind === "city" ? gazetteer.findCity(code) : gazetteer.findAirport(code);
}

function findPlaceErrors(request: SearchRequest, normalized: NormalizedRequest, gazetteer: Gazetteer): FieldError[] {
  const { originList, destinationList } = normalized;
  const origins = pointTo("/origin", request.origin, originList ?? [normalized.origin]);
  const destinations = pointTo("/destination", request.destination, destinationList ?? [normalized.destination]);
  return [
    ...[...origins, ...destinations].flatMap((place) => findUnknownPlace(place, gazetteer)),
    ...findRepeatedPlaces(origins, gazetteer),
    ...findRepeatedPlaces(destinations, gazetteer),
    ...destinations.flatMap(({ place, pointer }) =>
      origins.flatMap((from) => findSamePlace(from.place, place, { pointer, gazetteer })).slice(0, 1),
    ),
  ];
}

/** Faults of a list of destinations: unknown, repeated, or in the city of the origin. */
export function findPlaceErrorsOfList(
  pointer: string,
  { places, origin }: { places: readonly (string | PlaceReference)[]; origin: string | PlaceReference },
  gazetteer: Gazetteer,
): FieldError[] {
  const from = resolvePlace(origin, gazetteer);
  const list = places.map((typed, at) => ({
    typed,
    place: resolvePlace(typed, gazetteer),
    pointer: `${pointer}/${at}`,
  }));
  return [
    ...list.flatMap((place) => findUnknownPlace(place, gazetteer)),
    ...findRepeatedPlaces(list, gazetteer),
    ...list.flatMap(({ place, pointer: at }) => findSamePlace(from, place, { pointer: at, gazetteer })),
  ];
}

function pointTo(pointer: string, typed: SearchRequest["origin"], places: readonly PlaceReference[]): PointedPlace[] {
  if (!Array.isArray(typed)) return places.map((place) => ({ place, typed: typed ?? place, pointer }));
  return places.map((place, at) => ({ place, typed: typed[at] ?? place, pointer: `${pointer}/${at}` }));
}

/** A place of a request with the pointer to it. */
interface PointedPlace {
  place: PlaceReference;
  /** As requested. */
  typed: string | PlaceReference;
  pointer: string;
}

function findRepeatedPlaces(list: readonly PointedPlace[], gazetteer: Gazetteer): FieldError[] {
  return list.flatMap(({ place, pointer }, at) => {
    const cityCode = findPlace(place, gazetteer)?.cityCode;
    const earlier = list.slice(0, at).find(({ place: other }) => {
      if (isSame(place, other)) return true;
      return place.kind !== other.kind && cityCode === findPlace(other, gazetteer)?.cityCode;
    });
    if (earlier === undefined || cityCode === undefined) return [];
    const detail = isSame(place, earlier.place)
      ? `${place.code} is in the list twice.`
      : `The list contains both the city ${cityCode} and an airport of it.`;
    return [fieldError(pointer, "DUPLICATE", detail)];
  });
}

function findSamePlace(
  from: PlaceReference,
  to: PlaceReference,
  { pointer, gazetteer }: { pointer: string; gazetteer: Gazetteer },
): FieldError[] {
  const origin = findPlace(from, gazetteer);
  const destination = findPlace(to, gazetteer);
  if (!origin || !destination || origin.cityCode !== destination.cityCode) return [];
  const [one, other] = origin.code === destination.code ? [origin.id, destination.id] : [origin.code, destination.code];
  const detail =
    one === other
      ? `\`origin\` and \`destination\` are both ${origin.code}.`
      : `${one} and ${other} belong to the same city, ${origin.cityCode}.`;
  return [fieldError(pointer, "SAME_PLACE", detail)];
}

/** Members that a request has instead of `slices`. */
const singleMembers = [
  "origin",
  "destination",
  "departureDate",
  "returnDate",
  "nearbyKm",
  "flexibleDays",
  "arriveBy",
  "allowSelfTransfer",
] as const;

function findSliceErrors(request: SearchRequest, gazetteer: Gazetteer, nowMs: number): FieldError[] {
  const slices = request.slices ?? [];
  const errors = singleMembers
    .filter((member) => request[member] !== undefined && request[member] !== null)
    .map((member) => fieldError(`/${member}`, "INVALID", `Use either \`slices\` or \`${member}\`, not both.`));
  if (slices.length < minSlices || slices.length > maxSlices) {
    const detail = `\`slices\` must have ${minSlices} to ${maxSlices} slices, not ${slices.length}.`;
    return [...errors, fieldError("/slices", "LENGTH", detail)];
  }
  let earlier: string | null = null;
  for (const [at, slice] of slices.entries()) {
    errors.push(...findErrorsOfSlice(slice, { at, earlier, gazetteer, nowMs }));
    earlier = slice.departureDate;
  }
  return errors;
}

function findErrorsOfSlice(
  slice: SearchSlice,
  { at, earlier, gazetteer, nowMs }: { at: number; earlier: string | null; gazetteer: Gazetteer; nowMs: number },
): FieldError[] {
  const pointer = `/slices/${at}`;
  const origin = resolvePlace(slice.origin, gazetteer);
  const destination = resolvePlace(slice.destination, gazetteer);
  const errors = [
    ...findUnknownPlace({ place: origin, typed: slice.origin, pointer: `${pointer}/origin` }, gazetteer),
    ...findUnknownPlace({ place: destination, typed: slice.destination, pointer: `${pointer}/destination` }, gazetteer),
    ...findSamePlace(origin, destination, { pointer: `${pointer}/destination`, gazetteer }),
  ];
  const { departureDate } = slice;
  const { today, last } = searchableDates(origin, gazetteer, nowMs);
  const dated = (code: FieldErrorCode, detail: string) => fieldError(`${pointer}/departureDate`, code, detail);
  if (earlier !== null && departureDate < earlier) {
    const detail = `\`slices[${at}].departureDate\` must not be before that of the slice before it, ${earlier}.`;
    errors.push(dated("DATE_ORDER", detail));
  } else if (departureDate < today) {
    const detail = `\`slices[${at}].departureDate\` must not be in the past: today is ${today} at ${origin.code}.`;
    errors.push(dated("DATE_IN_PAST", detail));
  }
  if (departureDate > last) {
    errors.push(dated("BEYOND_HORIZON", `\`slices[${at}].departureDate\` must not be after ${last}.`));
  }
  return errors;
}

function findDateErrors(request: NormalizedRequest, gazetteer: Gazetteer, nowMs: number): FieldError[] {
  const { departureDate, returnDate, origin } = request;
  const { today, last } = searchableDates(origin, gazetteer, nowMs);
  const fieldErrors: FieldError[] = [];
  if (departureDate < today) {
    fieldErrors.push(
      fieldError(
        "/departureDate",
        "DATE_IN_PAST",
        `\`departureDate\` must not be in the past: today is ${today} at ${origin.code}.`,
      ),
    );
  }
  for (const [pointer, date] of [
    ["/departureDate", departureDate],
    ["/returnDate", returnDate],
  ] as const) {
    if (date !== null && date > last) {
      fieldErrors.push(fieldError(pointer, "BEYOND_HORIZON", `\`${pointer.slice(1)}\` must not be after ${last}.`));
    }
  }
  if (returnDate !== null && returnDate < departureDate) {
    fieldErrors.push(
      fieldError("/returnDate", "RETURN_BEFORE_DEPARTURE", "`returnDate` must not be before `departureDate`."),
    );
  }
  return [...fieldErrors, ...findArrivalErrors(request)];
}

/** Flights across the date line arrive up to a day before their departure. */
function findArrivalErrors({ arriveBy, departureDate, flexibleDays = 0 }: NormalizedRequest): FieldError[] {
  if (arriveBy === undefined) return [];
  const date = arriveBy.slice(0, 10);
  const parsed = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== date) {
    return [fieldError("/arriveBy", "FORMAT", `\`arriveBy\` has no such date: ${date}.`)];
  }
  if (date >= addDays(departureDate, -1 - flexibleDays)) return [];
  return [fieldError("/arriveBy", "DATE_ORDER", "`arriveBy` must not be before the day before the departure.")];
}

function findAllianceErrors(request: NormalizedRequest): FieldError[] {
  const { airlines, alliances } = request;
  if (airlines === undefined || alliances === undefined || airlinesOf(request)?.length !== 0) return [];
  return [fieldError("/airlines", "INVALID", `None of \`airlines\` is in ${alliances.join(" or ")}.`)];
}

function findLayoverErrors(request: NormalizedRequest, gazetteer: Gazetteer): FieldError[] {
  const { connectingAirports = {}, minLayoverMinutes = 0, maxLayoverMinutes } = request;
  const errors = (["include", "exclude"] as const).flatMap((list) =>
    (connectingAirports[list] ?? []).flatMap((code, at) => {
      const place = { code, kind: "airport" } as const;
      return findUnknownPlace({ place, typed: place, pointer: `/connectingAirports/${list}/${at}` }, gazetteer);
    }),
  );
  if (maxLayoverMinutes !== undefined && maxLayoverMinutes < minLayoverMinutes) {
    const detail = "`maxLayoverMinutes` must not be less than `minLayoverMinutes`.";
    errors.push(fieldError("/maxLayoverMinutes", "RANGE", detail));
  }
  return errors;
}

function findProgramErrors({ programs = [] }: NormalizedRequest, dictionary: Dictionary, nowMs: number): FieldError[] {
  const known = dictionary.listPrograms(nowMs);
  return programs.flatMap((code, at) => {
    if (known.includes(code)) return [];
    const lastDate = dictionary.findLastDateOfProgram(code);
    const reason =
      lastDate === undefined
        ? `Unknown program ${JSON.stringify(code)}.`
        : `The program ${JSON.stringify(code)} ended on ${lastDate}.`;
    const detail = `${reason} See GET /v1/programs.`;
    return [fieldError(`/programs/${at}`, "UNKNOWN_PROGRAM", detail)];
  });
}

/** An unknown code, or that of an airport which another has replaced: the error names the new code. */
function findUnknownPlace({ place, typed, pointer }: PointedPlace, gazetteer: Gazetteer): FieldError[] {
  const { code, kind } = parsePlace(typed);
  const replacement = place.kind === "airport" ? gazetteer.findReplacement(place.code) : undefined;
  if (replacement !== undefined) {
    const detail = `${place.code} was replaced by ${replacement}. See GET /v1/places.`;
    return [{ ...fieldError(pointer, "UNKNOWN_PLACE", detail), suggestion: replacement }];
  }
  if (findPlace(place, gazetteer) !== undefined) return [];
  const expected = kind === null ? "airport or city" : kind === "city" ? "city" : "airport";
  return [fieldError(pointer, "UNKNOWN_PLACE", `Unknown ${expected} code ${code}. See GET /v1/places.`)];
}

export function fieldError(pointer: string, code: FieldErrorCode, detail: string): FieldError {
  return { pointer, code, detail };
}

function toStops(stops: number): 0 | 1 | 2 {
  if (stops === 0 || stops === 1) return stops;
  return 2;
}

function toWindow(window: TimeWindowRequest | undefined): TimeWindow | null {
  return window ? { fromMinute: minuteOfDay(window.from), toMinute: minuteOfDay(window.to) } : null;
}
