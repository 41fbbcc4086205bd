import { RateWindow } from "../server/rate-window.ts";
import { type DoubleAnswer, type ReceivedRequest, SupplierDouble } from "../server/supplier-double.ts";
import { fail, refuse, succeed } from "./answers.ts";
import {
  DuffelOffers,
  type OfferGenerator,
  type OfferSettings,
  type PromisedOffers,
  type WireOffer,
} from "./offers.ts";
import { DuffelOrdersDouble } from "./orders-double.ts";

const token = /^Bearer (duffel_(?:test|live)_[A-Za-z0-9_-]+)$/;
const rateWindowMs = 60_000;

/** Options of a double of Duffel. */
export interface DuffelDoubleOptions {
  promisedOffers?: PromisedOffers;
  /** Makes the offers of each search. */
  generate?: OfferGenerator;
  /** Clock of offers and orders; `orders.nowMs` replaces it. */
  nowMs?: () => number;
  /** True for recorded offers whose expiry is in the past. */
  ignoresExpiry?: boolean;
  /** Access tokens that exist; all in Duffel's format if absent. */
  tokens?: readonly string[];
}

/** A double of Duffel: settings of its offers and orders. */
export interface DuffelDouble extends OfferSettings {
  double: SupplierDouble;
  /** Ids of offers that are no longer available. */
  readonly expired: Set<string>;
  /** Orders of the offers, their cancellations and changes, and the events. */
  readonly orders: DuffelOrdersDouble;
  /** Requests per 60 seconds of the clock; null without a limit. */
  rateLimit: number | null;
}

/** Starts a double of Duffel's API v2. The behavior of test mode depends on the route, as Duffel documents it. */
export async function startDuffelDouble(offers: WireOffer[], options: DuffelDoubleOptions = {}): Promise<DuffelDouble> {
  const { promisedOffers = {}, generate = null, nowMs, ignoresExpiry = false, tokens } = options;
  const orders: DuffelOrdersDouble = new DuffelOrdersDouble({ find: (id) => searches.find(id) });
  if (nowMs !== undefined) orders.nowMs = nowMs;
  orders.ignoresExpiry = ignoresExpiry;
  const settings = { offers, expired: new Set<string>(), batches: 3, generate, ignoresSort: false, answerPage: null };
  const searches = new DuffelOffers(settings, orders, promisedOffers);
  const rate = new RateWindow(rateWindowMs, () => orders.nowMs());
  const double = await SupplierDouble.start((request) => {
    const refused = refuseHeaders(request, tokens);
    if (refused !== undefined) return refused;
    if (!rate.take()) return withRate(fail("rate_limit_exceeded"), rate);
    const answer = respond(request, orders, searches);
    return typeof answer === "string" ? answer : withRate(answer, rate);
  });
  return Object.defineProperty(Object.assign(settings, { double, orders, rateLimit: null }), "rateLimit", {
    get: () => rate.limit,
    set(limit: number | null) {
      rate.limit = limit;
    },
  });
}

function respond(request: ReceivedRequest, orders: DuffelOrdersDouble, searches: DuffelOffers): DoubleAnswer | string {
  const { method, path } = request;
  if (method === "GET" && path === "/air/airlines") return succeed({ data: [] });
  return searches.respond(request) ?? orders.respond(request) ?? `unknown route ${method} ${path}`;
}

/** Refuses wrong headers with their documented errors (https://duffel.com/docs/api/overview/making-requests). */
function refuseHeaders(
  { headers, method, text, body }: ReceivedRequest,
  tokens: readonly string[] | undefined,
): DoubleAnswer | undefined {
  const { authorization, "duffel-version": version, "content-type": contentType } = headers;
  if (authorization === undefined) return refuse("missing_authorization_header", "no access token");
  const [, secret] = token.exec(authorization) ?? [];
  if (secret === undefined) return refuse("invalid_authorization_header", "not an access token");
  if (version === undefined) return refuse("missing_version_header", "no version");
  if (version !== "v2") return refuse("unsupported_version", "not version v2");
  if (headers["accept-encoding"] !== "gzip") return refuse("unsupported_format", "no gzip");
  if (method !== "GET" && text !== "" && contentType?.startsWith("application/json") !== true)
    return refuse("missing_content_type_header", "not application/json");
  if (text !== "" && body === undefined) return refuse("invalid_data_param", "not JSON");
  return tokens === undefined || tokens.includes(secret) ? undefined : fail("access_token_not_found");
}

/** Rate limit headers; the reset is a date (https://duffel.com/docs/api/overview/response-handling/rate-limiting). */
function withRate(answer: DoubleAnswer, rate: RateWindow): DoubleAnswer {
  if (rate.limit === null) return answer;
  const headers = {
    "ratelimit-limit": String(rate.limit),
    "ratelimit-remaining": String(rate.remaining),
    "ratelimit-reset": new Date(Math.ceil(rate.resetMs / 1000) * 1000).toUTCString(),
  };
  return { ...answer, headers: { ...answer.headers, ...headers } };
}
