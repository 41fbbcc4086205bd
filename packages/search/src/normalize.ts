import {
  addDays,
  DomainError,
  dateAt,
  type Fault,
  type FaultCode,
  maxSeats,
  minuteOfDay,
  type NormalizedRequest,
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
  const understood = fillDefaults(request);
  const errors = [
    ...findPlaceFaults(understood, gazetteer),
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

function fillDefaults(request: SearchRequest): NormalizedRequest {
  const includeCash = request.includeCash ?? true;
  const includeAward = request.includeAward ?? false;
  const travelers = request.travelers ?? { adults: 1 };
  const { airlines, excludeAirlines, programs, departureTime, arrivalTime, maxDurationMinutes, weights } = request;
  const upper = (codes: readonly string[]) => codes.map((code) => code.toUpperCase());
  return {
    origin: request.origin.toUpperCase(),
    destination: request.destination.toUpperCase(),
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

function findPlaceFaults(request: NormalizedRequest, gazetteer: Gazetteer): Fault[] {
  const origin = gazetteer.findPlace(request.origin);
  const destination = gazetteer.findPlace(request.destination);
  const faults: Fault[] = [];
  if (!origin) faults.push(unknownPlace("/origin", request.origin));
  if (!destination) faults.push(unknownPlace("/destination", request.destination));
  if (origin && destination && origin.cityCode === destination.cityCode) {
    const detail =
      request.origin === request.destination
        ? `origin and destination are both ${request.origin}.`
        : `${request.origin} and ${request.destination} belong to the same city, ${origin.cityCode}.`;
    faults.push(fault("/destination", "SAME_PLACE", detail));
  }
  return faults;
}

function findDateFaults(request: NormalizedRequest, gazetteer: Gazetteer, nowMs: number): Fault[] {
  const { departureDate, returnDate, origin } = request;
  const offset = gazetteer.findPlace(origin) ? gazetteer.getOffsetMinutes(origin, nowMs) : 0;
  const today = dateAt(nowMs, offset);
  const last = addDays(today, searchHorizonDays);
  const faults: Fault[] = [];
  if (departureDate < today) {
    faults.push(fault("/departureDate", "DATE_IN_PAST", `${departureDate} is past: today at ${origin} is ${today}.`));
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
    const detail = `${JSON.stringify(code)} is not a program known here; there are ${known.join(", ")}.`;
    return [fault(`/programs/${at}`, "UNKNOWN_PROGRAM", detail)];
  });
}

function unknownPlace(pointer: string, code: string): Fault {
  return fault(
    pointer,
    "UNKNOWN_PLACE",
    `${code} is not the code of an airport or city known here; see GET /v1/places.`,
  );
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
