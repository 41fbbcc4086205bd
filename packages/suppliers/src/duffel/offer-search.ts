import type { CallContext, SupplierClient, SupplierRequest } from "../client/supplier-client.ts";
import {
  type FlightBatch,
  OfferCounter,
  type SearchQuery,
  type SuppliedFlight,
  SupplierFailure,
  type SupplierPlaces,
} from "../port/port.ts";
import type { Margin } from "../wire/margin.ts";
import { Pacer } from "../wire/pacer.ts";
import { splitJson } from "../wire/split-json.ts";
import { isSplit, type OfferPage, OfferPages, parseJson } from "./offer-pages.ts";
import { toBatch } from "./offers.ts";
import { toOfferRequest } from "./requests.ts";
import { isResult } from "./schema.ts";

/** Offers that are parsed and mapped without a check of the time, about two milliseconds. */
const offersPerStep = 10;

interface OfferSearchOptions {
  client: SupplierClient;
  /** Makes the context of the next call. */
  callContext: () => CallContext;
  query: SearchQuery;
  places: SupplierPlaces;
  margin: Margin | undefined;
  /** Milliseconds that Duffel waits for airlines. */
  supplierTimeoutMs: number;
}

/** Part of an offer request's result. */
interface Result extends OfferPage {
  id: string;
  remainingBatches: number;
}

/**
 * One search of Duffel. Its offers are parsed and mapped in steps, page by page, so that neither the memory nor the time that other searches
 * of the thread wait grows with the number of offers.
 */
export class OfferSearch {
  readonly #options: OfferSearchOptions;
  readonly #startedMs = performance.now();
  /** Ids of the offers so far, with the list that had them first. */
  readonly #seen = new Map<string, string>();
  readonly #pacer = new Pacer();
  /** False if Duffel may have stopped waiting for an airline. */
  #hasAllAirlines = true;

  constructor(options: OfferSearchOptions) {
    this.#options = options;
  }

  /** Searches with one offer request, whose offers are read in pages after all airlines have answered. */
  async *plain(): AsyncGenerator<FlightBatch> {
    const result = await this.#create("/air/offer_requests?return_offers=false&");
    this.#noteTime();
    // A proxy or mock may return all offers at once.
    if (result.offers.length > 0) yield await this.#toBatch(result);
    else yield* this.#pagesOf(result.id);
    yield this.#end();
  }

  /** Searches with a batch offer request, whose offers are polled as airlines answer. A batch that is too large is read in pages. */
  async *streamed(): AsyncGenerator<FlightBatch> {
    const { id, remainingBatches } = await this.#create("/air/batch_offer_requests?");
    let isIncomplete = false;
    for (let remaining = remainingBatches; remaining > 0; ) {
      const result = await this.#poll(id, isIncomplete);
      this.#noteTime();
      isIncomplete ||= result === "too_large";
      if (result === "ended") break;
      if (result === "too_large") continue;
      remaining = result.remainingBatches;
      yield await this.#toBatch(result);
    }
    if (isIncomplete) yield* this.#pagesOf(id);
    yield this.#end();
  }

  async *#pagesOf(id: string): AsyncGenerator<FlightBatch> {
    const { client, callContext } = this.#options;
    for await (const page of new OfferPages(client, callContext).read(id)) yield await this.#toBatch(page);
  }

  #create(path: string): Promise<Result> {
    const { query, supplierTimeoutMs } = this.#options;
    const body = toOfferRequest(query);
    return this.#call({ method: "POST", path: `${path}supplier_timeout=${supplierTimeoutMs}`, body });
  }

  /** Returns the next batches. @param canEnd true if Duffel may have ended the batches in an answer that could not be read */
  async #poll(id: string, canEnd: boolean): Promise<Result | "too_large" | "ended"> {
    try {
      return await this.#call({ method: "GET", path: `/air/batch_offer_requests/${id}`, isFollowUp: true });
    } catch (error) {
      if (!(error instanceof SupplierFailure)) throw error;
      if (error.kind === "too_large") return "too_large";
      if (canEnd && (error.status === 404 || error.status === 410)) return "ended";
      throw error;
    }
  }

  async #call(request: SupplierRequest): Promise<Result> {
    const { client, callContext } = this.#options;
    const read = (body: Buffer) => splitJson(body, ["data", "offers"]);
    const split = await client.call({ ...request, read }, callContext());
    if (!isSplit(split) || !isResult(split.envelope)) {
      throw new SupplierFailure("format", "duffel did not send the result of an offer request");
    }
    const { id, remaining_batches: remainingBatches = 0 } = split.envelope.data;
    return { id, sort: "none", offers: split.elements, release: split.release, remainingBatches };
  }

  /** Maps the offers that no other list had, and releases the page. The coverage is unknown until the last page. */
  async #toBatch({ sort, offers, release }: OfferPage): Promise<FlightBatch> {
    const { query, places, margin } = this.#options;
    const flights: SuppliedFlight[] = [];
    const counter = new OfferCounter();
    for (let from = 0; from < offers.length; from += offersPerStep) {
      if (this.#pacer.isDue) await this.#pacer.pause();
      const step = offers.slice(from, from + offersPerStep).map(parseJson);
      const unseen = step.filter((offer) => this.#isNew(offer, sort));
      counter.received += unseen.length;
      const mapped = toBatch(unseen, { travelers: query.travelers, places, margin });
      counter.add(mapped.dropped ?? {});
      flights.push(...mapped.flights);
    }
    release();
    await this.#pacer.pause();
    return { flights, coverage: null, received: counter.received, dropped: counter.dropped };
  }

  #isNew(offer: unknown, sort: string): boolean {
    const id = typeof offer === "object" && offer !== null && "id" in offer ? offer.id : undefined;
    if (typeof id !== "string") return true;
    const list = this.#seen.get(id);
    if (list === undefined) this.#seen.set(id, sort);
    return list === undefined || list === sort;
  }

  /** An answer that took as long as Duffel waits for airlines may lack some of them. */
  #noteTime(): void {
    if (performance.now() - this.#startedMs >= this.#options.supplierTimeoutMs) this.#hasAllAirlines = false;
  }

  #end(): FlightBatch {
    return { flights: [], coverage: this.#hasAllAirlines ? 1 : null };
  }
}
