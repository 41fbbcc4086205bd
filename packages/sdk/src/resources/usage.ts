import type { QueryOf } from "../client/operations.ts";
import type { RequestOptions } from "../client/options.ts";
import { Pages } from "../client/pages.ts";
import { Resource } from "../client/resource.ts";
import type { CurrentUsage, Usage } from "../generated/types.ts";

/** Usage that counts against the plan. */
export class UsageResource extends Resource {
  /** Lists usage by hour or day, newest first. */
  get(query?: QueryOf<"listUsage">, options?: RequestOptions): Pages<Usage> {
    return new Pages((next) => this.send("listUsage", { query: { ...query, ...next } }, options));
  }

  /** Retrieves the usage and the quota of the current period. */
  current(options?: RequestOptions): Promise<CurrentUsage> {
    return this.send("getCurrentUsage", {}, options);
  }
}
