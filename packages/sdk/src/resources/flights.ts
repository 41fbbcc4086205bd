import type { SearchRequest, SearchResponse } from "@wayfare/contract";
import type { RequestOptions } from "../client/options.ts";
import { Resource } from "../client/resource.ts";

/** Flights and their prices, as they are. */
export class Flights extends Resource {
  /** Searches without ranking. Retries carry the same `Idempotency-Key` and are charged once. */
  search(request: SearchRequest, options?: RequestOptions): Promise<SearchResponse> {
    return this.send("searchFlights", { body: request }, options);
  }
}
