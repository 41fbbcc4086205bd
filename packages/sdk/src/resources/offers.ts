import type { OfferResponse } from "@wayfare/contract";
import type { RequestOptions } from "../client/options.ts";
import { Resource } from "../client/resource.ts";

/** Prices that a search has answered. */
export class Offers extends Resource {
  /** Prices an offer again. If `status` is `changed`, `offer` is the current offer, with an id of its own. */
  get(id: string, options?: RequestOptions): Promise<OfferResponse> {
    return this.send("getOffer", { path: { id } }, options);
  }
}
