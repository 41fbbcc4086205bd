import type { EventOf } from "@wayfare/contract";
import { WayfareError } from "../client/errors.ts";
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

  /**
   * Follows the feed: yields pages of events in the order in which they became visible, skips none, and waits for further ones until the
   * loop ends or `options.signal` aborts. Store `nextCursor` with the effects of the page, and pass it as `after` to continue.
   *
   * @throws ApiError with the code `CURSOR_EXPIRED` if events after the cursor were purged.
   */
  async *follow(
    query: Pick<QueryOf<"listEvents">, "after" | "type" | "limit"> = {},
    options?: RequestOptions,
  ): AsyncGenerator<{ data: EventOf[]; nextCursor: string }, void, undefined> {
    let { after } = query;
    for (;;) {
      const feed = { ...query, ...(after !== undefined && { after }), order: "oldest", waitSeconds: 20 } as const;
      const { data, nextCursor } = await this.send("listEvents", { query: feed }, options);
      if (nextCursor === null) throw new WayfareError("The service returned no cursor for the feed.");
      if (data.length > 0) yield { data, nextCursor };
      after = nextCursor;
    }
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
