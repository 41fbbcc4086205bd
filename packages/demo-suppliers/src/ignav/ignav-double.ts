import {
  type DoubleAnswer,
  findUnknown,
  membersOf,
  type ReceivedRequest,
  SupplierDouble,
} from "../server/supplier-double.ts";

/*
 * Rules of Ignav's REST API (https://ignav.com/docs, read in November 2026): members, airport codes only, markets as countries, up to nine
 * travelers. Unknown members are refused.
 */

/** A search of Ignav. */
export interface IgnavSearch {
  origin: string;
  destination: string;
  departureDate: string;
  /** Null for a one-way trip. */
  returnDate: string | null;
  travelers: number;
  cabin: string;
  maxStops: number;
  market: string;
}

/** A double of Ignav. */
export interface IgnavDouble {
  double: SupplierDouble;
  itineraries: unknown[];
  /** Makes the itineraries of each search; null to answer with `itineraries`. */
  generate: ((search: IgnavSearch) => readonly unknown[]) | null;
  /** Number of following searches that fail with 424, which may be tried again. */
  failures: number;
}

const members = [
  "origin",
  "destination",
  "departure_date",
  "adults",
  "children",
  "infants_in_seat",
  "infants_on_lap",
  "cabin_class",
  "max_stops",
  "min_carry_on_bags",
  "min_checked_bags",
  "max_price",
  "departure_time_range",
  "airlines_include",
  "airlines_exclude",
  "allow_self_transfer",
  "market",
];
const returnMembers = ["return_date", "return_time_range"];
const cabins: ReadonlySet<unknown> = new Set(["economy", "premium_economy", "business", "first"]);
/** City codes that are not airport codes. Ignav has airport codes only. */
const cityCodes: ReadonlySet<unknown> = new Set(["LON", "NYC", "PAR", "TYO", "CHI", "WAS", "ROM", "MIL", "STO", "BUE"]);
const maxTravelers = 9;
const key = /^ign_key_\w+$/;
const date = /^\d{4}-\d{2}-\d{2}$/;

/** Starts a double of Ignav's REST API, which refuses unknown members and city codes. */
export async function startIgnavDouble(
  itineraries: unknown[],
  { generate = null }: Partial<Pick<IgnavDouble, "generate">> = {},
): Promise<IgnavDouble> {
  const state: State = { itineraries, failures: 0, generate, kept: new Set<string>() };
  const double = await SupplierDouble.start((request) => respond(request, state));
  return Object.assign(state, { double });
}

type State = Omit<IgnavDouble, "double"> & { kept: Set<string> };

function respond({ method, path, headers, body }: ReceivedRequest, state: State): DoubleAnswer | string {
  if (!key.test(String(headers["x-api-key"] ?? ""))) return { ...failure(401, "invalid_api_key"), fault: "no key" };
  if (method !== "POST") return `unknown method ${method}`;
  if (path === "/fares/booking-links") return bookingLinks(body, state);
  if (path === "/fares/search") return searchLegs(body, state);
  const isRoundTrip = path === "/fares/round-trip";
  if (!isRoundTrip && path !== "/fares/one-way") return `unknown route ${path}`;
  const fault = findFault(body, isRoundTrip);
  if (fault !== undefined) return fault;
  if (state.failures > 0) {
    state.failures--;
    return failure(424, "upstream_failed");
  }
  const search = readSearch(membersOf(body));
  const itineraries = state.generate?.(search) ?? state.itineraries;
  for (const each of itineraries) state.kept.add(String(membersOf(each).ignav_id));
  const { origin, destination, departureDate: departure_date, returnDate: return_date } = search;
  return { body: JSON.stringify({ origin, destination, departure_date, return_date, itineraries }) };
}

const legMembers = ["origin", "destination", "departure_date", "max_stops"];

/** Search of a multi-city trip, as public clients send it; Ignav's documentation does not describe it. */
function searchLegs(body: unknown, { itineraries }: State): DoubleAnswer | string {
  const unknown = findUnknown(body, [...members.filter((member) => !legMembers.includes(member)), "legs"]);
  if (unknown !== undefined) return unknown;
  const { legs, allow_self_transfer: transfer } = membersOf(body);
  if (!Array.isArray(legs) || legs.length < 2) return "no legs";
  if (transfer !== false) return "self transfers were not excluded";
  const fault = legs.map((leg) => findUnknown(leg, legMembers)).find((each) => each !== undefined);
  return fault ?? { body: JSON.stringify({ legs, itineraries }) };
}

/** A client that sends such a request misunderstands the API, so each is a fault of the test. */
function findFault(body: unknown, isRoundTrip: boolean): string | undefined {
  const unknown = findUnknown(body, isRoundTrip ? [...members, ...returnMembers] : members);
  if (unknown !== undefined) return unknown;
  const given = membersOf(body);
  const { origin, destination, market, max_stops: maxStops, cabin_class: cabin } = given;
  const counts = ["adults", "children", "infants_in_seat", "infants_on_lap"].map((name) => given[name] ?? 0);
  const dates = isRoundTrip ? [given.departure_date, given.return_date] : [given.departure_date];
  const isAirport = (code: unknown) => typeof code === "string" && /^[A-Z]{3}$/.test(code) && !cityCodes.has(code);
  const checks: [boolean, string][] = [
    [isAirport(origin) && isAirport(destination), "city code"],
    [dates.every((each) => typeof each === "string" && date.test(each)), "no date"],
    [counts.every((each) => Number.isInteger(each) && Number(each) >= 0), "travelers are not counted"],
    [Number(counts[0]) >= 1 && sum(counts) <= maxTravelers, "too many travelers or no adult"],
    [Number(counts[3]) <= Number(counts[0]), "more infants on laps than adults"],
    [cabin === undefined || cabins.has(cabin), "cabin_class"],
    [maxStops === undefined || maxStops === 0 || maxStops === 1 || maxStops === 2, "max_stops"],
    [market === undefined || (typeof market === "string" && /^[A-Z]{2}$/.test(market)), "market is not a country"],
    [
      given.airlines_include === undefined || given.airlines_exclude === undefined,
      "airlines are included and excluded",
    ],
    // The default is true: travelers would have to move their bags between flights.
    [given.allow_self_transfer === false, "self transfers were not excluded"],
  ];
  return checks.find(([isRight]) => !isRight)?.[1];
}

function readSearch(given: Record<string, unknown>): IgnavSearch {
  const counts = ["adults", "children", "infants_in_seat"].map((name) => given[name] ?? 0);
  return {
    origin: String(given.origin),
    destination: String(given.destination),
    departureDate: String(given.departure_date),
    returnDate: typeof given.return_date === "string" ? given.return_date : null,
    travelers: sum(counts),
    cabin: typeof given.cabin_class === "string" ? given.cabin_class : "economy",
    maxStops: Number(given.max_stops ?? 2),
    // The default market.
    market: typeof given.market === "string" ? given.market : "US",
  };
}

function bookingLinks(body: unknown, { itineraries, kept }: State): DoubleAnswer | string {
  const unknown = findUnknown(body, ["ignav_id"]);
  if (unknown !== undefined) return unknown;
  const id = membersOf(body).ignav_id;
  const isKnown = kept.has(String(id)) || itineraries.some((each) => membersOf(each).ignav_id === id);
  if (!isKnown) return failure(404, "not_found");
  const url = `https://www.example.com/book/${String(id)}`;
  const links = [{ provider_name: "Example", provider_type: "airline", url }];
  return { body: JSON.stringify({ booking_options: [{ links }] }) };
}

function sum(counts: readonly unknown[]): number {
  return counts.reduce<number>((total, count) => total + Number(count), 0);
}

function failure(status: number, code: string): DoubleAnswer {
  return { status, body: JSON.stringify({ error: { type: "error", code, message: "", field: null } }) };
}
