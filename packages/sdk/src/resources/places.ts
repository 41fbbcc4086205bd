import type { PlacesResponse } from "@wayfare/contract";
import type { RequestOptions } from "../client/options.ts";
import { Resource } from "../client/resource.ts";

/** Airports and cities. */
export class Places extends Resource {
  /**
   * Completes a code or the beginning of a name, best match first.
   *
   * @param limit most places of the answer; 10 unless given
   */
  find(q: string, { limit, ...options }: RequestOptions & { limit?: number } = {}): Promise<PlacesResponse> {
    return this.send("listPlaces", { query: { q, limit } }, options);
  }
}
