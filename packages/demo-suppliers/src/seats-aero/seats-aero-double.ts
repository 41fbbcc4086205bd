import {
  type DoubleAnswer,
  findUnknown,
  membersOf,
  type ReceivedRequest,
  SupplierDouble,
} from "../server/supplier-double.ts";

/*
 * Rules of the Partner API (https://developers.seats.aero, read in November 2026): parameters of the cached search, pages by the cursor of the
 * first page and `skip`, a daily limit of calls that is reset at midnight UTC.
 */

/** A search of seats.aero. */
export interface SeatsAeroSearch {
  origins: readonly string[];
  destinations: readonly string[];
  startDate: string;
  endDate: string;
  /** Names of cabins, such as `premium`; empty for all. */
  cabins: readonly string[];
  /** Names of programs, such as `american`; empty for all. */
  sources: readonly string[];
  onlyDirect: boolean;
}

/** A double of seats.aero. */
export interface SeatsAeroDouble {
  double: SupplierDouble;
  /** Pages of a search, with repeated rows as the API has them. */
  pages: { data: unknown[] }[];
  /** Makes the rows of each search; null to answer with `pages`. */
  generate: ((search: SeatsAeroSearch) => readonly unknown[]) | null;
  /** Answers of `/trips` by row. Generated rows have theirs. */
  readonly trips: Map<string, unknown>;
  /** Calls that are left today. */
  remaining: number;
  /** True for a double that answers with rows of programs that were not searched. */
  ignoresSources: boolean;
  nowMs: () => number;
}

const parameters = [
  "origin_airport",
  "destination_airport",
  "start_date",
  "end_date",
  "take",
  "skip",
  "cursor",
  "include_trips",
  "only_direct_flights",
  "carriers",
  "sources",
  "cabins",
  "order_by",
  "include_filtered",
  "minify_trips",
];
const callsPerDay = 1000;
const dayMs = 86_400_000;
const take = { min: 10, max: 1000, default: 500 } as const;
const cursor = 1_795_000_000;
const cabinNames: ReadonlySet<string> = new Set(["economy", "premium", "business", "first"]);
const airports = /^[A-Z]{3}(?:,[A-Z]{3})*$/;
const date = /^\d{4}-\d{2}-\d{2}$/;
const names = /^\w+(?:,\w+)*$/;

/** Starts a double of the Partner API. */
export async function startSeatsAeroDouble(
  pages: { data: unknown[] }[],
  { generate = null, nowMs = () => Date.now() }: Partial<Pick<SeatsAeroDouble, "generate" | "nowMs">> = {},
): Promise<SeatsAeroDouble> {
  const trips = new Map<string, unknown>();
  const state: State = { pages, generate, trips, remaining: callsPerDay, ignoresSources: false, nowMs, day: null };
  const double = await SupplierDouble.start((request) => respond(request, state));
  return Object.assign(state, { double });
}

type State = Omit<SeatsAeroDouble, "double"> & { day: number | null };

function respond(request: ReceivedRequest, state: State): DoubleAnswer | string {
  const { method, path, query, headers } = request;
  if (!/^pro_\w+$/.test(String(headers["partner-authorization"] ?? ""))) return "no key";
  if (method !== "GET") return `unknown method ${method}`;
  resetDaily(state);
  state.remaining--;
  const answer = (value: unknown, status = 200) => ({
    status,
    headers: { "x-ratelimit-remaining": String(Math.max(0, state.remaining)) },
    body: JSON.stringify(value),
  });
  if (state.remaining < 0) return answer({ error: "limit" }, 429);
  if (path === "/routes") return findUnknown(Object.fromEntries(query), ["source"]) ?? answer([]);
  const [, row] = /^\/trips\/(\w+)$/.exec(path) ?? [];
  if (row !== undefined) {
    const unknown = findUnknown(Object.fromEntries(query), ["include_filtered"]);
    return unknown ?? (state.trips.has(row) ? answer(state.trips.get(row)) : answer({ error: "none" }, 404));
  }
  if (path !== "/search") return `unknown route ${path}`;
  const fault = findSearchFault(query);
  if (fault !== undefined) return fault;
  const page = findPage(query, state);
  return answer({ data: page.data, count: page.data.length, hasMore: page.hasMore, cursor });
}

/** The day changes at midnight UTC; calls that a test took away stay away until then. */
function resetDaily(state: State): void {
  const day = Math.floor(state.nowMs() / dayMs);
  if (state.day !== null && state.day !== day) state.remaining = callsPerDay;
  state.day = day;
}

function findSearchFault(query: URLSearchParams): string | undefined {
  const unknown = findUnknown(Object.fromEntries(query), parameters);
  if (unknown !== undefined) return unknown;
  const matches = (name: string, pattern: RegExp, isRequired = false) => {
    const value = query.get(name);
    return value === null ? !isRequired : pattern.test(value);
  };
  const size = Number(query.get("take") ?? take.default);
  const skip = Number(query.get("skip") ?? 0);
  const cabins = query.get("cabins")?.split(",") ?? [];
  const checks: [boolean, string][] = [
    [matches("origin_airport", airports, true) && matches("destination_airport", airports, true), "no airports"],
    [matches("start_date", date) && matches("end_date", date), "no dates"],
    [(query.get("start_date") ?? "") <= (query.get("end_date") ?? "~"), "end_date is before start_date"],
    [Number.isInteger(size) && size >= take.min && size <= take.max, "take is out of range"],
    [Number.isInteger(skip) && skip >= 0, "skip is not a number"],
    [query.get("skip") === null || query.get("cursor") === String(cursor), "not the cursor of the first page"],
    [cabins.every((cabin) => cabinNames.has(cabin)), "cabins"],
    [matches("sources", names) && matches("carriers", names), "sources or carriers are not a list"],
    [matches("order_by", /^lowest_mileage$/), "order_by"],
    [
      matches("include_trips", /^(?:true|false)$/) && matches("only_direct_flights", /^(?:true|false)$/),
      "not true or false",
    ],
  ];
  return checks.find(([isRight]) => !isRight)?.[1];
}

/** The page of `skip`: a given one, or one of generated rows, of which `/trips` has the trips. */
function findPage(query: URLSearchParams, state: State): { data: readonly unknown[]; hasMore: boolean } {
  const skip = Number(query.get("skip") ?? 0);
  const search = readSearch(query);
  if (state.generate === null) {
    let before = 0;
    const at = state.pages.findIndex(({ data }) => (before += data.length) > skip);
    const data = state.pages[at]?.data ?? [];
    const hasMore = at >= 0 && at < state.pages.length - 1;
    return { data: state.ignoresSources ? data : data.filter((row) => isOfSources(row, search)), hasMore };
  }
  const rows = state.generate(search);
  const size = Number(query.get("take") ?? take.default);
  const data = rows.slice(skip, skip + size);
  for (const row of data.map(membersOf)) {
    const booking_links = [{ label: "Book", link: `https://www.example.com/award/${String(row.ID)}`, primary: true }];
    state.trips.set(String(row.ID), { data: row.AvailabilityTrips, booking_links });
  }
  const hasTrips = query.get("include_trips") === "true";
  const strip = (row: unknown) => ({
    ...membersOf(row),
    AvailabilityTrips: hasTrips ? withoutSegments(membersOf(row).AvailabilityTrips) : null,
  });
  return { data: data.map(strip), hasMore: skip + size < rows.length };
}

/** Trips of a search have no segments; those of `/trips` have. */
function withoutSegments(trips: unknown): unknown {
  if (!Array.isArray(trips)) return trips;
  return trips.map((trip) => {
    const { AvailabilitySegments: _, ...rest } = membersOf(trip);
    return rest;
  });
}

function isOfSources(row: unknown, { sources }: SeatsAeroSearch): boolean {
  return sources.length === 0 || sources.includes(String(membersOf(row).Source));
}

function readSearch(query: URLSearchParams): SeatsAeroSearch {
  const list = (name: string) => query.get(name)?.split(",") ?? [];
  return {
    origins: list("origin_airport"),
    destinations: list("destination_airport"),
    startDate: query.get("start_date") ?? "",
    endDate: query.get("end_date") ?? "",
    cabins: list("cabins"),
    sources: list("sources"),
    onlyDirect: query.get("only_direct_flights") === "true",
  };
}
