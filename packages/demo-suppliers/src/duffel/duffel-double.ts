import {
  type DoubleAnswer,
  findUnknown,
  membersOf,
  type ReceivedRequest,
  SupplierDouble,
} from "../server/supplier-double.ts";
import { fail, refuse, succeed } from "./answers.ts";
import { DuffelOrdersDouble } from "./orders-double.ts";

const token = /^Bearer duffel_(test|live)_[A-Za-z0-9_-]+$/;

/** Offers of the routes whose behavior Duffel promises in test mode, such as `PVD-RAI`. */
export type PromisedOffers = Readonly<Record<string, () => readonly Record<string, unknown>[]>>;

/** Options of a double of Duffel. */
export interface DuffelDoubleOptions {
  promisedOffers?: PromisedOffers;
  /** Clock of offers and orders; `orders.nowMs` replaces it. */
  nowMs?: () => number;
  /** True for recorded offers whose expiry is in the past. */
  ignoresExpiry?: boolean;
}

export interface DuffelDouble {
  double: SupplierDouble;
  /** Offers of the next searches, and of the offers that can be priced again. */
  offers: Record<string, unknown>[];
  /** Ids of offers that are no longer available. */
  readonly expired: Set<string>;
  /** Number of batches of a batch offer request. */
  batches: number;
  /** Orders of the offers, and their cancellations. */
  readonly orders: DuffelOrdersDouble;
}

/** Starts a double of Duffel's API v2. The behavior of test mode depends on the route, as Duffel documents it. */
export async function startDuffelDouble(
  offers: Record<string, unknown>[],
  { promisedOffers = {}, nowMs, ignoresExpiry = false }: DuffelDoubleOptions = {},
): Promise<DuffelDouble> {
  const orders = new DuffelOrdersDouble({
    find(id) {
      const offer = state.offers.find((each) => each.id === id);
      return offer !== undefined && state.expired.has(id) ? "gone" : offer;
    },
  });
  if (nowMs !== undefined) orders.nowMs = nowMs;
  orders.ignoresExpiry = ignoresExpiry;
  const state: State = { offers, expired: new Set<string>(), batches: 3, polled: 0, orders, promisedOffers };
  const double = await SupplierDouble.start((request) => respond(request, state));
  return Object.assign(state, { double });
}

type State = Omit<DuffelDouble, "double"> & { polled: number; promisedOffers: PromisedOffers };

function respond(request: ReceivedRequest, state: State): DoubleAnswer | string {
  const refused = refuseHeaders(request);
  if (refused !== undefined) return refused;
  const { method, path } = request;
  if (method === "GET" && path === "/air/airlines") return succeed({ data: [] });
  const [, offerId] = /^\/air\/offers\/(\w+)$/.exec(path) ?? [];
  if (method === "GET" && offerId !== undefined) return findOffer(offerId, state);
  const [, batchId] = /^\/air\/batch_offer_requests\/(\w+)$/.exec(path) ?? [];
  if (method === "GET" && batchId !== undefined) return nextBatch(state);
  const ordered = state.orders.respond(request);
  if (ordered !== undefined) return ordered;
  if (method !== "POST") return `unknown route ${method} ${path}`;
  const bodyFault = findSearchFault(request);
  if (bodyFault !== undefined) return bodyFault;
  if (path === "/air/offer_requests") return search(request, state);
  if (path !== "/air/batch_offer_requests") return `unknown route POST ${path}`;
  state.polled = 0;
  return succeed({ data: { id: "orq_1", total_batches: state.batches, remaining_batches: state.batches } }, 201);
}

/** Refuses wrong headers with their documented errors (https://duffel.com/docs/api/overview/making-requests). */
function refuseHeaders({ headers }: ReceivedRequest): DoubleAnswer | undefined {
  const { authorization, "duffel-version": version } = headers;
  if (authorization === undefined) return refuse("missing_authorization_header", "no access token");
  if (!token.test(authorization)) return refuse("invalid_authorization_header", "not an access token");
  if (version === undefined) return refuse("missing_version_header", "no version");
  if (version !== "v2") return refuse("unsupported_version", "not version v2");
  return headers["accept-encoding"] === "gzip" ? undefined : refuse("unsupported_format", "no gzip");
}

function findSearchFault({ body, query }: ReceivedRequest): string | undefined {
  const timeoutMs = Number(query.get("supplier_timeout"));
  if (!(timeoutMs >= 2000 && timeoutMs <= 60_000)) return "supplier_timeout would be ignored";
  const { data } = membersOf(body);
  const { slices, passengers, max_connections: connections } = membersOf(data);
  if (!Array.isArray(slices) || slices.length === 0) return "no slices";
  if (!Array.isArray(passengers) || passengers.length === 0) return "no passengers";
  if (connections !== 0 && connections !== 1 && connections !== 2) return "max_connections";
  return (
    findUnknown(data, ["slices", "passengers", "cabin_class", "max_connections"]) ??
    slices
      .map((slice) => findUnknown(slice, ["origin", "destination", "departure_date", "departure_time", "arrival_time"]))
      .find((fault) => fault !== undefined)
  );
}

function search({ body, query }: ReceivedRequest, { offers, promisedOffers }: State): DoubleAnswer | string {
  if (query.get("return_offers") !== "true") return "offers would not be returned";
  const { slices } = membersOf(membersOf(body).data);
  const { origin, destination } = membersOf(Array.isArray(slices) ? slices[0] : undefined);
  // The documented behavior of test mode.
  const route = `${String(origin)}-${String(destination)}`;
  if (route === "STN-LHR") return fail("gateway_timeout_error");
  const promised = promisedOffers[route]?.() ?? offers;
  return succeed({ data: { id: "orq_1", live_mode: false, offers: promised } }, 201);
}

function nextBatch(state: State): DoubleAnswer {
  const { offers, batches } = state;
  const size = Math.ceil(offers.length / batches);
  const batch = offers.slice(state.polled * size, ++state.polled * size);
  return succeed({ data: { id: "orq_1", offers: batch, remaining_batches: Math.max(0, batches - state.polled) } });
}

function findOffer(id: string, { offers, expired, orders }: State): DoubleAnswer {
  const offer = offers.find((each) => each.id === id);
  if (offer === undefined) return fail("not_found");
  return expired.has(id) || orders.isExpired(offer) ? fail("offer_no_longer_available") : succeed({ data: offer });
}
