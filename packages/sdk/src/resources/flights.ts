import type { SearchRequest, SearchResponse } from "@wayfare/contract";
import type { CreateOptions } from "../client/options.ts";
import { Resource } from "../client/resource.ts";

/** Flights and their prices, without ranking. */
export class Flights extends Resource {
  /** Searches flights without ranking. Searches with the same `idempotencyKey` are charged once within 15 minutes. */
  search(request: SearchRequest, options?: CreateOptions): Promise<SearchResponse> {
    return this.send("searchFlights", { body: request }, options);
  }
}
