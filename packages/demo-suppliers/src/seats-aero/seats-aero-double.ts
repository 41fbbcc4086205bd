import { type DoubleAnswer, findUnknown, type ReceivedRequest, SupplierDouble } from "../server/supplier-double.ts";

export interface SeatsAeroDouble {
  double: SupplierDouble;
  /** Pages of a search, with repeated rows as the API has them. */
  pages: { data: unknown[] }[];
  /** Answers of `/trips` by row. */
  readonly trips: Map<string, unknown>;
  /** Calls that are left today. */
  remaining: number;
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
];

/** Starts a double of the Partner API. */
export async function startSeatsAeroDouble(pages: { data: unknown[] }[]): Promise<SeatsAeroDouble> {
  const state = { pages, trips: new Map<string, unknown>(), remaining: 1000 };
  const double = await SupplierDouble.start((request) => respond(request, state));
  return Object.assign(state, { double });
}

function respond(request: ReceivedRequest, state: Omit<SeatsAeroDouble, "double">): DoubleAnswer | string {
  const { method, path, query, headers } = request;
  if (!/^pro_\w+$/.test(String(headers["partner-authorization"] ?? ""))) return "no key";
  if (method !== "GET") return `unknown method ${method}`;
  state.remaining--;
  const answer = (value: unknown, status = 200) => ({
    status,
    headers: { "x-ratelimit-remaining": String(Math.max(0, state.remaining)) },
    body: JSON.stringify(value),
  });
  if (state.remaining < 0) return answer({ error: "limit" }, 429);
  if (path === "/routes") return answer([]);
  const [, row] = /^\/trips\/(\w+)$/.exec(path) ?? [];
  if (row !== undefined) return state.trips.has(row) ? answer(state.trips.get(row)) : answer({ error: "none" }, 404);
  if (path !== "/search") return `unknown route ${path}`;
  const fault = findUnknown(Object.fromEntries(query), parameters);
  if (fault !== undefined) return fault;
  if (query.get("origin_airport") === null || query.get("destination_airport") === null) return "no airports";
  if (query.get("skip") !== null && query.get("cursor") !== "1795000000") return "not the cursor of the first page";
  const skip = Number(query.get("skip") ?? 0);
  let before = 0;
  const at = state.pages.findIndex(({ data }) => (before += data.length) > skip);
  const page = state.pages[at] ?? { data: [] };
  const hasMore = at >= 0 && at < state.pages.length - 1;
  return answer({ data: page.data, count: page.data.length, hasMore, cursor: 1_795_000_000 });
}
