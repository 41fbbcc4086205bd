import { type DoubleAnswer, findUnknown, membersOf, type ReceivedRequest } from "../server/supplier-double.ts";
import { fail, succeed } from "./answers.ts";
import { answerPage } from "./pages.ts";
import { listOf } from "./passengers.ts";
import { type DuffelSearch, readSearch } from "./search-requests.ts";

/** An offer in Duffel's format. */
export type WireOffer = Record<string, unknown>;

/** Returns the offers of a search. */
export type OfferGenerator = (search: DuffelSearch, requestId: string) => readonly WireOffer[];

/** Offers of the routes whose behavior Duffel promises in test mode, such as `PVD-RAI`. */
export type PromisedOffers = Readonly<Record<string, () => readonly WireOffer[]>>;

/** An offer request, or a batch offer request, that was answered. */
interface AnsweredRequest {
  offers: readonly WireOffer[];
  createdMs: number;
  /** Batches that were read and that there are; null for an offer request. */
  batches: { read: number; total: number } | null;
}

/** Settings of the offers, which tests change. */
export interface OfferSettings {
  /** Offers of the next searches. */
  offers: WireOffer[];
  /** Ids of offers that are no longer available. */
  readonly expired: ReadonlySet<string>;
  /** Number of batches of a batch offer request. */
  batches: number;
  /** Makes the offers of each search; null to answer with `offers`. */
  generate: OfferGenerator | null;
  /** True if lists of offers ignore `sort`. */
  ignoresSort: boolean;
  /** Answers some pages of offers otherwise; null for none. */
  answerPage: ((query: URLSearchParams) => DoubleAnswer | undefined) | null;
}

/** A batch offer request can be read for a minute; its offers stay readable (https://duffel.com/docs/api/v2/batch-offer-requests). */
const batchTtlMs = 60_000;
/** Number of searches whose generated offers are kept. */
const maxRequests = 500;

const sorts = {
  total_amount: ({ total_amount: amount }: WireOffer) => Number(amount),
  total_duration: (offer: WireOffer) => minutesOf(offer),
};

const unsorted = { total_amount: () => 0, total_duration: () => 0 };

/** Offer requests, batch offer requests and lists of offers. */
export class DuffelOffers {
  readonly #settings: OfferSettings;
  readonly #clock: { nowMs(): number; isExpired(offer: WireOffer): boolean; readonly seed: number };
  readonly #promised: PromisedOffers;
  readonly #requests = new Map<string, AnsweredRequest>();
  #count = 0;

  constructor(
    settings: OfferSettings,
    clock: { nowMs(): number; isExpired(offer: WireOffer): boolean; readonly seed: number },
    promised: PromisedOffers,
  ) {
    this.#settings = settings;
    this.#clock = clock;
    this.#promised = promised;
  }

  /** Returns an offer; `gone` if it is no longer available, undefined if it never was. */
  find(id: string): WireOffer | "gone" | undefined {
    const given = this.#settings.offers.find((each) => each.id === id);
    const offer = given ?? this.#findGenerated(id);
    return offer !== undefined && this.#settings.expired.has(id) ? "gone" : offer;
  }

  /** Answers requests for offers; undefined for all others. */
  respond(request: ReceivedRequest): DoubleAnswer | string | undefined {
    const { method, path, query } = request;
    const [, batchId] = /^\/air\/batch_offer_requests\/(\w+)$/.exec(path) ?? [];
    if (method === "GET" && batchId !== undefined) return this.#readBatch(batchId);
    const [, offerId] = /^\/air\/offers\/(\w+)$/.exec(path) ?? [];
    if (method === "GET" && offerId !== undefined) return this.#get(offerId, query);
    if (method === "GET" && path === "/air/offers") return this.#list(query);
    if (method === "POST" && path === "/air/offer_requests") return this.#search(request, false);
    if (method === "POST" && path === "/air/batch_offer_requests") return this.#search(request, true);
    return undefined;
  }

  #search({ body, query, headers }: ReceivedRequest, isBatch: boolean): DoubleAnswer | string {
    const requestId = `orq_${this.#count + 1}`;
    const isLive = headers.authorization?.startsWith("Bearer duffel_live_") === true;
    const search = readSearch(body, query, { isLive, requestId });
    if (typeof search === "string") return search;
    if (Array.isArray(search)) return fail(search);
    this.#count++;
    const [slice] = search.slices;
    const route = `${slice?.origin}-${slice?.destination}`;
    // The documented behavior of test mode (https://duffel.com/docs/api/overview/test-your-integration).
    if (route === "STN-LHR") return fail("gateway_timeout_error");
    const { generate, offers: given, batches: total } = this.#settings;
    const offers = this.#promised[route]?.() ?? generate?.(search, requestId) ?? given;
    const batches = isBatch ? { read: 0, total } : null;
    const createdMs = this.#clock.nowMs();
    this.#requests.set(requestId, { offers, createdMs, batches });
    const [oldest] = this.#requests.keys();
    if (this.#requests.size > maxRequests && oldest !== undefined) this.#requests.delete(oldest);
    const data = { id: requestId, live_mode: isLive, created_at: new Date(createdMs).toISOString() };
    if (isBatch) return succeed({ data: { ...data, total_batches: total, remaining_batches: total } }, 201);
    const returnsOffers = query.get("return_offers") !== "false";
    const { passengers, cabin: cabin_class } = search;
    const { slices } = membersOf(membersOf(body).data);
    return succeed({ data: { ...data, slices, passengers, cabin_class, ...(returnsOffers && { offers }) } }, 201);
  }

  /** Each read of a batch returns only the offers of the next batch. */
  #readBatch(id: string): DoubleAnswer {
    const request = this.#requests.get(id);
    if (request?.batches === undefined || request.batches === null) return fail("not_found");
    if (this.#clock.nowMs() >= request.createdMs + batchTtlMs) return fail("not_found");
    const { offers, batches } = request;
    const size = Math.ceil(offers.length / batches.total);
    const batch = offers.slice(batches.read * size, ++batches.read * size);
    const remaining = Math.max(0, batches.total - batches.read);
    return succeed({ data: { id, offers: batch, total_batches: batches.total, remaining_batches: remaining } });
  }

  /** Offers of one request, in pages; without a sort in no documented order. */
  #list(query: URLSearchParams): DoubleAnswer | string {
    const allowed = ["offer_request_id", "limit", "after", "before", "sort", "max_connections"];
    const unknown = findUnknown(Object.fromEntries(query), allowed);
    if (unknown !== undefined) return unknown;
    const id = query.get("offer_request_id");
    if (id === null)
      return fail([{ code: "validation_required", message: "offer_request_id", pointer: "/offer_request_id" }]);
    const request = this.#requests.get(id);
    if (request === undefined) return fail("not_found");
    const connections = query.get("max_connections");
    const isWanted = (offer: WireOffer) =>
      connections === null ||
      listOf(offer.slices).every((slice) => listOf(slice.segments).length <= Number(connections) + 1);
    const other = this.#settings.answerPage?.(query);
    if (other !== undefined) return other;
    return answerPage(query, {
      items: request.offers.filter(isWanted),
      idOf: (offer) => String(offer.id),
      format: (offer) => offer,
      sorts: this.#settings.ignoresSort ? unsorted : sorts,
      seed: this.#clock.seed,
    });
  }

  #get(id: string, query: URLSearchParams): DoubleAnswer | string {
    const unknown = findUnknown(Object.fromEntries(query), ["return_available_services"]);
    if (unknown !== undefined) return unknown;
    const offer = this.find(id);
    if (offer === undefined) return fail("not_found");
    const isGone = offer === "gone" || this.#clock.isExpired(offer);
    return isGone ? fail("offer_no_longer_available") : succeed({ data: offer });
  }

  #findGenerated(id: string): WireOffer | undefined {
    if (this.#settings.generate === null) return undefined;
    for (const { offers } of this.#requests.values()) {
      const offer = offers.find((each) => each.id === id);
      if (offer !== undefined) return offer;
    }
    return undefined;
  }
}

/** Time from the first departure to the last arrival of each slice by the local clocks, which suffices to sort. */
function minutesOf({ slices }: WireOffer): number {
  return listOf(slices).reduce((sum, slice) => {
    const segments = listOf(slice.segments);
    const [from, to] = [segments[0]?.departing_at, segments.at(-1)?.arriving_at];
    return sum + (Date.parse(`${String(to)}Z`) - Date.parse(`${String(from)}Z`)) / 60_000;
  }, 0);
}
