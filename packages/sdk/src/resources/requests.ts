import type { QueryOf } from "../client/operations.ts";
import type { RequestOptions } from "../client/options.ts";
import { Pages } from "../client/pages.ts";
import { Resource } from "../client/resource.ts";
import type { LoggedRequest } from "../generated/types.ts";

/** Log of API requests of the last 30 days, without bodies. */
export class Requests extends Resource {
  /** Lists requests, newest first. */
  list(query?: QueryOf<"listRequests">, options?: RequestOptions): Pages<LoggedRequest> {
    return new Pages((next) => this.send("listRequests", { query: { ...query, ...next } }, options));
  }

  /**
   * Retrieves a request.
   *
   * @param id Request id, from `requestId` of a response or an error.
   */
  get(id: string, options?: RequestOptions): Promise<LoggedRequest> {
    return this.send("getRequest", { path: { id } }, options);
  }
}
