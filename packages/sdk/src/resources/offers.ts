import type { OfferResponse } from "@wayfare/contract";
import type { RequestOptions } from "../client/options.ts";
import type { Send } from "../client/send.ts";

/** Prices that a search has answered. */
export class Offers {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /** Prices an offer again: `status` says whether it holds. */
  get(id: string, options?: RequestOptions): Promise<OfferResponse> {
    return this.#send("getOffer", { path: { id } }, options);
  }
}
