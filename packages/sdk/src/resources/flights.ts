import type { QueryOf } from "../client/operations.ts";
import type { CreateOptions, RequestOptions } from "../client/options.ts";
import { Resource } from "../client/resource.ts";
import { makeSearchMethod, type SearchMethod } from "../client/search-method.ts";
import type { OpenStream, Send } from "../client/send.ts";
import type {
  CalendarRequest,
  CalendarResponse,
  ExploreRequest,
  ExploreResponse,
  PriceLevel,
  SearchResponse,
} from "../generated/types.ts";

/** Flights and their prices, without ranking. */
export class Flights extends Resource {
  /** Searches flights without ranking. `search.stream` returns the flights as suppliers answer. */
  readonly search: SearchMethod<SearchResponse>;

  constructor(send: Send, openStream: OpenStream) {
    super(send);
    this.search = makeSearchMethod("searchFlights", send, openStream);
  }

  /**
   * Finds the lowest prices of many days: one way, for a range of stays, or for a grid of departure and return dates. Counts as one search;
   * with the same `idempotencyKey` it is charged once within 15 minutes.
   */
  calendar(request: CalendarRequest, options?: CreateOptions): Promise<CalendarResponse> {
    return this.send("getCalendar", { body: request }, options);
  }

  /** Finds the lowest prices of many destinations. */
  explore(request: ExploreRequest, options?: CreateOptions): Promise<ExploreResponse> {
    return this.send("exploreDestinations", { body: request }, options);
  }

  /** Compares the lowest price of a one-way trip, or `amount`, with usual prices. */
  priceLevel(query: QueryOf<"getPriceLevel">, options?: RequestOptions): Promise<PriceLevel> {
    return this.send("getPriceLevel", { query: { ...query } }, options);
  }
}
