import type { EventOf } from "@wayfare/contract";
import type { AnswerOf, QueryOf } from "../client/operations.ts";
import type { RequestOptions } from "../client/options.ts";
import { Pages } from "../client/pages.ts";
import { Resource } from "../client/resource.ts";

/** What happened. A newer service may send types that are not known here. */
export class Events extends Resource {
  list(query?: QueryOf<"listEvents">, options?: RequestOptions): Pages<EventOf> {
    return new Pages((next) => this.send("listEvents", { query: { ...query, ...next } }, options));
  }

  get(id: string, options?: RequestOptions): Promise<EventOf> {
    return this.send("getEvent", { path: { id } }, options);
  }
}

/** What can happen. */
export class EventTypes extends Resource {
  /** Every type, with the schema and an example of its `data`. It is one page. */
  list(options?: RequestOptions): Promise<AnswerOf<"listEventTypes">> {
    return this.send("listEventTypes", {}, options);
  }
}
