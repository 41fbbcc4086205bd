import { makeSearchMethod, type SearchMethod } from "../client/search-method.ts";
import type { OpenStream, Send } from "../client/send.ts";
import type { SearchResponse } from "../generated/types.ts";

/** Flights and their prices, without ranking. */
export class Flights {
  /** Searches flights without ranking. `search.stream` returns the flights as suppliers answer. */
  readonly search: SearchMethod<SearchResponse>;

  constructor(send: Send, openStream: OpenStream) {
    this.search = makeSearchMethod("searchFlights", send, openStream);
  }
}
