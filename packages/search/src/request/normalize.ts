import {
  addDays,
  DomainError,
  dateAt,
  type FieldError,
  type FieldErrorCode,
  maxSeats,
  minuteOfDay,
  type NormalizedRequest,
  type Place,
  type PlaceReference,
  parsePlace,
  type SearchRequest,
  searchHorizonDays,
  type TimeWindowRequest,
} from "@wayfare/contract";
import type { SearchQuery, TimeWindow } from "@wayfare/suppliers";
import type { Dictionary, Gazetteer } from "./facts.ts";

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
  const normalized = fillDefaults(request, gazetteer);
  const errors = [
    ...findPlaceErrors(request, normalized, gazetteer),
    ...findDateErrors(normalized, gazetteer, nowMs),
    ...findTravelerErrors(normalized),
    ...findProgramErrors(normalized, dictionary),
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
export type StoredRequest = Omit<NormalizedRequest, "origin" | "destination" | "cabinMatch"> &
  Partial<Pick<NormalizedRequest, "cabinMatch">> &
  Record<"origin" | "destination", string> &
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
 * requests keep the airports that they were searched with. They stored no `cabinMatch` either, and set no condition on cabins.
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
    origin: read(request.origin, originKind),
    destination: read(request.destination, destinationKind),
  };
}

/** Converts a request to the suppliers' query. */
export function toQuery(request: NormalizedRequest): SearchQuery {
  return {
    origin: request.origin,
    destination: request.destination,
    departureDate: request.departureDate,
    returnDate: request.returnDate,
    cabin: request.cabin,
    cabinMatch: request.cabinMatch,
    travelers: request.travelers,
    includeCash: request.includeCash,
    includeAward: request.includeAward,
    maxStops: toStops(request.maxStops),
    limit: request.limit,
    currency: request.currency,
    airlines: request.airlines ?? null,
    excludeAirlines: request.excludeAirlines ?? [],
    programs: request.programs ?? null,
    departureTime: toWindow(request.departureTime),
    arrivalTime: toWindow(request.arrivalTime),
    maxDurationMinutes: request.maxDurationMinutes ?? null,
    sort: request.sort,
    allOffers: request.allOffers,
  };
}

function fillDefaults(request: SearchRequest, gazetteer: Gazetteer): NormalizedRequest {
  const includeCash = request.includeCash ?? true;
  const includeAward = request.includeAward ?? false;
  const travelers = request.travelers ?? { adults: 1 };
  const { airlines, excludeAirlines, programs, departureTime, arrivalTime, maxDurationMinutes, weights } = request;
  const upper = (codes: readonly string[]) => codes.map((code) => code.toUpperCase());
  return {
    origin: resolvePlace(request.origin, gazetteer),
    destination: resolvePlace(request.destination, gazetteer),
    departureDate: request.departureDate,
    returnDate: request.returnDate ?? null,
    cabin: request.cabin ?? "economy",
    cabinMatch: request.cabinMatch ?? "main",
    travelers: { adults: travelers.adults, children: travelers.children ?? 0, infants: travelers.infants ?? 0 },
    includeCash,
    includeAward,
    maxStops: request.maxStops ?? 2,
    limit: request.limit ?? 50,
    currency: request.currency ?? "USD",
    ...(airlines ? { airlines: upper(airlines) } : {}),
    ...(excludeAirlines ? { excludeAirlines: upper(excludeAirlines) } : {}),
    ...(programs ? { programs: programs.map((code) => code.toLowerCase()) } : {}),
    ...(departureTime ? { departureTime } : {}),
    ...(arrivalTime ? { arrivalTime } : {}),
    ...(maxDurationMinutes === undefined ? {} : { maxDurationMinutes }),
    sort: request.sort ?? (includeAward && !includeCash ? "miles" : "price"),
    profile: request.profile ?? "leisure",
    ...(weights ? { weights } : {}),
    allOffers: request.allOffers ?? false,
  };
}

/** A bare code means the airport with that code if there is one, else the city. */
function resolvePlace(place: string | PlaceReference, gazetteer: Gazetteer): PlaceReference {
  const { code, kind } = parsePlace(place);
  const isCityOnly = !gazetteer.findAirport(code) && gazetteer.findCity(code) !== undefined;
  return { code, kind: kind ?? (isCityOnly ? "city" : "airport") };
}

function findPlace({ code, kind }: PlaceReference, gazetteer: Gazetteer): Place | undefined {
  return kind === "city" ? gazetteer.findCity(code) : gazetteer.findAirport(code);
}

function findPlaceErrors(request: SearchRequest, normalized: NormalizedRequest, gazetteer: Gazetteer): FieldError[] {
  const origin = findPlace(normalized.origin, gazetteer);
  const destination = findPlace(normalized.destination, gazetteer);
  const fieldErrors: FieldError[] = [];
  if (!origin) fieldErrors.push(unknownPlace("/origin", request.origin));
  if (!destination) fieldErrors.push(unknownPlace("/destination", request.destination));
  if (origin && destination && origin.cityCode === destination.cityCode) {
    const [from, to] = origin.code === destination.code ? [origin.id, destination.id] : [origin.code, destination.code];
    const detail =
      from === to
        ? `\`origin\` and \`destination\` are both ${origin.code}.`
        : `${from} and ${to} belong to the same city, ${origin.cityCode}.`;
    fieldErrors.push(fieldError("/destination", "SAME_PLACE", detail));
  }
  return fieldErrors;
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
  return fieldErrors;
}

function findTravelerErrors({ travelers }: NormalizedRequest): FieldError[] {
  const fieldErrors: FieldError[] = [];
  if (travelers.infants > travelers.adults) {
    const detail = `${travelers.infants} infants need at least ${travelers.infants} adults, but there are ${travelers.adults}.`;
    fieldErrors.push(fieldError("/travelers/infants", "TOO_MANY_INFANTS", detail));
  }
  const seats = travelers.adults + travelers.children;
  if (seats > maxSeats) {
    fieldErrors.push(
      fieldError(
        "/travelers",
        "TOO_MANY_SEATS",
        `A search is limited to ${maxSeats} adults and children; there are ${seats}.`,
      ),
    );
  }
  return fieldErrors;
}

function findProgramErrors({ programs = [] }: NormalizedRequest, dictionary: Dictionary): FieldError[] {
  const known = dictionary.listPrograms();
  return programs.flatMap((code, at) => {
    if (known.includes(code)) return [];
    const detail = `Unknown program ${JSON.stringify(code)}. See GET /v1/programs.`;
    return [fieldError(`/programs/${at}`, "UNKNOWN_PROGRAM", detail)];
  });
}

function unknownPlace(pointer: string, place: string | PlaceReference): FieldError {
  const { code, kind } = parsePlace(place);
  const expected = kind === null ? "airport or city" : kind === "city" ? "city" : "airport";
  return fieldError(pointer, "UNKNOWN_PLACE", `Unknown ${expected} code ${code}. See GET /v1/places.`);
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
