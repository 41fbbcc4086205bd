import type { RequestOptions } from "../client/options.ts";
import { Resource } from "../client/resource.ts";
import type { OfferResponse } from "../generated/types.ts";

/** Priced offers from searches. */
export class Offers extends Resource {
  /** Prices an offer again. If `status` is `changed`, `offer` is the current offer with a new id. */
  get(id: string, options?: RequestOptions): Promise<OfferResponse> {
    return this.send("getOffer", { path: { id } }, options);
  }
}
