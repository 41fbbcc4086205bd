import { readOffers } from "../recorded.ts";
import { DuffelOrdersDouble } from "./duffel-orders-double.ts";
import { DuffelPages } from "./duffel-pages.ts";
import { type DoubleAnswer, findUnknown, membersOf, type ReceivedRequest, SupplierDouble } from "./supplier-double.ts";

const token = /^Bearer duffel_(test|live)_[A-Za-z0-9_-]+$/;

/** Offers of the routes whose behavior Duffel promises in test mode. */
const promisedOffers: Readonly<Record<string, () => Record<string, unknown>[]>> = {
  "PVD-RAI": () => [],
  "LHR-DXB": () => readOffers("duffel/offer-request-sandbox.json.gz").filter(isConnecting),
  "BTS-MRU": () => readOffers("duffel/offers-page-with-cursor.json.gz"),
};

function isConnecting({ slices }: Record<string, unknown>): boolean {
  return Array.isArray(slices) && slices.every((slice) => Object(slice).segments.length > 1);
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
  /** Pages of the offers of the last search. */
  readonly pages: DuffelPages;
}

/** Starts a double of Duffel's API v2. The behavior of test mode depends on the route, as Duffel documents it. */
export async function startDuffelDouble(offers: Record<string, unknown>[]): Promise<DuffelDouble> {
  const orders = new DuffelOrdersDouble((id) =>
    state.expired.has(id) ? undefined : state.offers.find((each) => each.id === id),
  );
  const state: State = { offers, expired: new Set<string>(), batches: 3, polled: 0, orders, pages: new DuffelPages() };
  const double = await SupplierDouble.start((request) => respond(request, state));
  return Object.assign(state, { double });
}

type State = Omit<DuffelDouble, "double"> & { polled: number };

function respond(request: ReceivedRequest, state: State): DoubleAnswer | string {
  const fault = findHeaderFault(request);
  if (fault !== undefined) return fault;
  const { method, path } = request;
  if (method === "GET" && path === "/air/airlines") return json({ data: [] });
  const [, offerId] = /^\/air\/offers\/(\w+)$/.exec(path) ?? [];
  if (method === "GET" && offerId !== undefined) return findOffer(offerId, state);
  const [, batchId] = /^\/air\/batch_offer_requests\/(\w+)$/.exec(path) ?? [];
  if (method === "GET" && batchId !== undefined) return nextBatch(state);
  const paged = state.pages.respond(request);
  if (paged !== undefined) return paged;
  const ordered = state.orders.respond(request);
  if (ordered !== undefined) return ordered;
  if (method !== "POST") return `unknown route ${method} ${path}`;
  const bodyFault = findSearchFault(request);
  if (bodyFault !== undefined) return bodyFault;
  if (path === "/air/offer_requests") return search(request, state);
  if (path !== "/air/batch_offer_requests") return `unknown route POST ${path}`;
  state.polled = 0;
  state.pages.offers = state.offers;
  return json({ data: { id: "orq_1", total_batches: state.batches, remaining_batches: state.batches } }, 201);
}

function findHeaderFault({ headers }: ReceivedRequest): string | undefined {
  if (!token.test(headers.authorization ?? "")) return "no access token";
  if (headers["duffel-version"] !== "v2") return "no version";
  return headers["accept-encoding"] === "gzip" ? undefined : "no gzip";
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

function search({ body, query }: ReceivedRequest, { offers, pages }: State): DoubleAnswer | string {
  if (query.get("return_offers") !== "false") return "all offers would be returned at once";
  const { slices } = membersOf(membersOf(body).data);
  const { origin, destination } = membersOf(Array.isArray(slices) ? slices[0] : undefined);
  // The documented behavior of test mode.
  const route = `${String(origin)}-${String(destination)}`;
  if (route === "STN-LHR") return { status: 504, contentType: "text/html", body: "<html></html>" };
  pages.offers = promisedOffers[route]?.() ?? offers;
  return json({ data: { id: "orq_1", live_mode: false } }, 201);
}

function nextBatch(state: State): DoubleAnswer {
  const { offers, batches } = state;
  const size = Math.ceil(offers.length / batches);
  const batch = offers.slice(state.polled * size, ++state.polled * size);
  return json({ data: { id: "orq_1", offers: batch, remaining_batches: Math.max(0, batches - state.polled) } });
}

function findOffer(id: string, { offers, expired }: State): DoubleAnswer {
  const offer = offers.find((each) => each.id === id);
  if (offer !== undefined && !expired.has(id)) return json({ data: offer });
  const code = offer === undefined ? "not_found" : "offer_no_longer_available";
  const error = { type: "invalid_request_error", code, title: "gone", message: "gone", documentation_url: "" };
  return json({ errors: [error], meta: { request_id: "req_1", status: 422 } }, offer === undefined ? 404 : 422);
}

function json(value: unknown, status = 200): DoubleAnswer {
  return { status, body: JSON.stringify(value) };
}
