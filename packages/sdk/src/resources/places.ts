import type { RequestOptions } from "../client/options.ts";
import { Resource } from "../client/resource.ts";
import type { PlacesResponse } from "../generated/types.ts";

/** Airports and cities. */
export class Places extends Resource {
  /**
   * Finds places by code or the beginning of a name, in many languages and with one typo, best match first; empty without a match.
   *
   * @param limit Maximum number of places. Default: 10.
   */
  find(q: string, { limit, ...options }: RequestOptions & { limit?: number } = {}): Promise<PlacesResponse> {
    return this.send("listPlaces", { query: { q, limit } }, options);
  }
}
