import type { EventOf } from "@wayfare/contract";
import type { QueryOf, ResponseOf } from "../client/operations.ts";
import type { RequestOptions } from "../client/options.ts";
import { Pages } from "../client/pages.ts";
import { Resource } from "../client/resource.ts";

/** Events of the account. A newer service may return types that this client does not know. */
export class Events extends Resource {
  /** Lists events, newest first. */
  list(query?: QueryOf<"listEvents">, options?: RequestOptions): Pages<EventOf> {
    return new Pages((next) => this.send("listEvents", { query: { ...query, ...next } }, options));
  }

  /** Retrieves an event. */
  get(id: string, options?: RequestOptions): Promise<EventOf> {
    return this.send("getEvent", { path: { id } }, options);
  }
}

/** Event types. */
export class EventTypes extends Resource {
  /** Lists every event type with the schema and an example of its `data`. The list has one page. */
  list(options?: RequestOptions): Promise<ResponseOf<"listEventTypes">> {
    return this.send("listEventTypes", {}, options);
  }
}
