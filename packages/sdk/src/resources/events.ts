import { WayfareError } from "../client/errors.ts";
import type { QueryOf, ResponseOf } from "../client/operations.ts";
import type { CreateOptions, RequestOptions } from "../client/options.ts";
import { Pages } from "../client/pages.ts";
import { Resource } from "../client/resource.ts";
import type { EventOf, TriggerEvent } from "../generated/types.ts";

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
    query: Pick<QueryOf<"listEvents">, "after" | "type" | "subject" | "limit"> = {},
    options?: RequestOptions,
  ): AsyncGenerator<{ data: EventOf[]; nextCursor: string }, void, undefined> {
    let { after } = query;
    for (;;) {
      const page = await this.poll({ ...query, after, waitSeconds: 20 }, options);
      if (page.data.length > 0) yield page;
      after = page.nextCursor;
    }
  }

  /**
   * Reads one page of the feed after a cursor. `after: "now"` returns the cursor of its end.
   *
   * @throws ApiError with the code `CURSOR_EXPIRED` if events after the cursor were purged.
   */
  async poll(
    query: Pick<QueryOf<"listEvents">, "after" | "type" | "subject" | "limit" | "waitSeconds"> = {},
    options?: RequestOptions,
  ): Promise<{ data: EventOf[]; nextCursor: string }> {
    const { data, nextCursor } = await this.send("listEvents", { query: { ...query, order: "oldest" } }, options);
    if (nextCursor === null) throw new WayfareError("The service returned no cursor for the feed.");
    return { data, nextCursor };
  }

  /** Records an example event of a type and delivers it like any other. Requires a test key. */
  trigger(event: TriggerEvent, options?: CreateOptions): Promise<EventOf> {
    return this.send("triggerEvent", { body: event }, options);
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
