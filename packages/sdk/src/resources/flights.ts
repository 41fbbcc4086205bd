import type { SearchRequest, SearchResponse } from "@wayfare/contract";
import type { RequestOptions } from "../client/options.ts";
import type { Send } from "../client/send.ts";

/** Flights and their prices, as they are. */
export class Flights {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /** Searches without ranking. A search that is sent again after its answer was lost counts once more. */
  search(request: SearchRequest, options?: RequestOptions): Promise<SearchResponse> {
    return this.#send("searchFlights", { body: request }, options);
  }
}
