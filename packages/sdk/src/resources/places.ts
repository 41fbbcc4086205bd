import type { QueryOf } from "../client/operations.ts";
import type { RequestOptions } from "../client/options.ts";
import { Resource } from "../client/resource.ts";
import type { PlacesResponse } from "../generated/types.ts";

/** Airports and cities. */
export class Places extends Resource {
  /**
   * Finds places by code or the beginning of a name, in many languages and with one typo, best match first; empty without a match. `limit` is
   * the maximum number of places. Default: 10.
   */
  find(query: QueryOf<"listPlaces">, options?: RequestOptions): Promise<PlacesResponse> {
    return this.send("listPlaces", { query: { ...query } }, options);
  }
}
