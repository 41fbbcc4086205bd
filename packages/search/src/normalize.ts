import {
  addDays,
  DomainError,
  dateAt,
  type Fault,
  type FaultCode,
  maxSeats,
  minuteOfDay,
  type NormalizedRequest,
  type Place,
  type PlaceReference,
  readPlace,
  type SearchRequest,
  searchHorizonDays,
  type TimeWindowRequest,
} from "@wayfare/contract";
import type { SearchQuery, TimeWindow } from "@wayfare/suppliers";
import type { Dictionary, Gazetteer } from "./facts.ts";

/** Fills in the defaults of a request that matches its schema. Throws SEARCH_UNPROCESSABLE with every fault at once. */
export function normalizeRequest(
  request: SearchRequest,
  { gazetteer, dictionary }: { gazetteer: Gazetteer; dictionary: Dictionary },
  nowMs: number,
): NormalizedRequest {
  const understood = fillDefaults(request, gazetteer);
  const errors = [
    ...findPlaceFaults(request, understood, gazetteer),
    ...findDateFaults(understood, gazetteer, nowMs),
    ...findTravelerFaults(understood),
    ...findProgramFaults(understood, dictionary),
  ];
  if (!understood.includeCash && !understood.includeAward) {
    errors.push(fault("/includeAward", "NOTHING_ASKED", "includeCash and includeAward are both false."));
  }
  const [first] = errors;
  if (first) throw new DomainError("SEARCH_UNPROCESSABLE", { detail: first.detail, errors });
  return understood;
}

/** A request as stored: codes of places as in earlier versions, which run beside this one in a rolling upgrade, and their kinds. */
export type StoredRequest = Omit<NormalizedRequest, "origin" | "destination"> &
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
 * Reads a stored request. In earlier versions, which stored no kinds, a code that an airport and a city share meant the city: its offers
 * keep the airports that they were searched with.
 */
export function readStoredRequest(stored: StoredRequest, gazetteer: Gazetteer): NormalizedRequest {
  const { originKind, destinationKind, ...request } = stored;
  const read = (code: string, kind: PlaceReference["kind"] = gazetteer.findCity(code) ? "city" : "airport") => ({
    code,
    kind,
  });
  return {
    ...request,
    origin: read(request.origin, originKind),
    destination: read(request.destination, destinationKind),
  };
}

/** A request as suppliers take it. */
export function toQuery(request: NormalizedRequest): SearchQuery {
  return {
    origin: request.origin,
    destination: request.destination,
    departureDate: request.departureDate,
    returnDate: request.returnDate,
    cabin: request.cabin,
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

/** A bare code means the airport if there is one with that code, else the city. */
function resolvePlace(place: string | PlaceReference, gazetteer: Gazetteer): PlaceReference {
  const { code, kind } = readPlace(place);
  const isCityOnly = !gazetteer.findAirport(code) && gazetteer.findCity(code) !== undefined;
  return { code, kind: kind ?? (isCityOnly ? "city" : "airport") };
}

function findPlace({ code, kind }: PlaceReference, gazetteer: Gazetteer): Place | undefined {
  return kind === "city" ? gazetteer.findCity(code) : gazetteer.findAirport(code);
}

function findPlaceFaults(request: SearchRequest, understood: NormalizedRequest, gazetteer: Gazetteer): Fault[] {
  const origin = findPlace(understood.origin, gazetteer);
  const destination = findPlace(understood.destination, gazetteer);
  const faults: Fault[] = [];
  if (!origin) faults.push(unknownPlace("/origin", request.origin));
  if (!destination) faults.push(unknownPlace("/destination", request.destination));
  if (origin && destination && origin.cityCode === destination.cityCode) {
    const [from, to] = origin.code === destination.code ? [origin.id, destination.id] : [origin.code, destination.code];
    const detail =
      from === to
        ? `origin and destination are both ${origin.code}.`
        : `${from} and ${to} belong to the same city, ${origin.cityCode}.`;
    faults.push(fault("/destination", "SAME_PLACE", detail));
  }
  return faults;
}

function findDateFaults(request: NormalizedRequest, gazetteer: Gazetteer, nowMs: number): Fault[] {
  const { departureDate, returnDate, origin } = request;
  const offset = findPlace(origin, gazetteer) ? gazetteer.getOffsetMinutes(origin, nowMs) : 0;
  const today = dateAt(nowMs, offset);
  const last = addDays(today, searchHorizonDays);
  const faults: Fault[] = [];
  if (departureDate < today) {
    faults.push(
      fault("/departureDate", "DATE_IN_PAST", `${departureDate} is past: today at ${origin.code} is ${today}.`),
    );
  }
  for (const [pointer, date] of [
    ["/departureDate", departureDate],
    ["/returnDate", returnDate],
  ] as const) {
    if (date !== null && date > last) {
      faults.push(fault(pointer, "BEYOND_HORIZON", `${date} is too far ahead: searches go up to ${last}.`));
    }
  }
  if (returnDate !== null && returnDate < departureDate) {
    faults.push(fault("/returnDate", "RETURN_BEFORE_DEPARTURE", `${returnDate} is before ${departureDate}.`));
  }
  return faults;
}

function findTravelerFaults({ travelers }: NormalizedRequest): Fault[] {
  const faults: Fault[] = [];
  if (travelers.infants > travelers.adults) {
    const detail = `${travelers.infants} infants need as many adults; there are ${travelers.adults}.`;
    faults.push(fault("/travelers/infants", "TOO_MANY_INFANTS", detail));
  }
  const seats = travelers.adults + travelers.children;
  if (seats > maxSeats) {
    faults.push(fault("/travelers", "TOO_MANY_SEATS", `${seats} seats are more than the ${maxSeats} of one search.`));
  }
  return faults;
}

function findProgramFaults({ programs = [] }: NormalizedRequest, dictionary: Dictionary): Fault[] {
  const known = dictionary.listPrograms();
  return programs.flatMap((code, at) => {
    if (known.includes(code)) return [];
    const detail = `${JSON.stringify(code)} is not the code of a known program; see GET /v1/programs.`;
    return [fault(`/programs/${at}`, "UNKNOWN_PROGRAM", detail)];
  });
}

function unknownPlace(pointer: string, place: string | PlaceReference): Fault {
  const { code, kind } = readPlace(place);
  const expected = kind === null ? "an airport or city" : kind === "city" ? "a city" : "an airport";
  return fault(pointer, "UNKNOWN_PLACE", `${code} is not the code of ${expected} known here; see GET /v1/places.`);
}

function fault(pointer: string, code: FaultCode, detail: string): Fault {
  return { pointer, code, detail };
}

function toStops(stops: number): 0 | 1 | 2 {
  if (stops === 0 || stops === 1) return stops;
  return 2;
}

function toWindow(window: TimeWindowRequest | undefined): TimeWindow | null {
  return window ? { fromMinute: minuteOfDay(window.from), toMinute: minuteOfDay(window.to) } : null;
}
