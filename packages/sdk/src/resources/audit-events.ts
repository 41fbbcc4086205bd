import type { QueryOf } from "../client/operations.ts";
import type { RequestOptions } from "../client/options.ts";
import { Pages } from "../client/pages.ts";
import { Resource } from "../client/resource.ts";
import type { AuditEvent } from "../generated/types.ts";

/** Audit log of changes to keys, allowlists and applications. */
export class AuditEvents extends Resource {
  /** Lists audit events, newest first. */
  list(query?: QueryOf<"listAuditEvents">, options?: RequestOptions): Pages<AuditEvent> {
    return new Pages((next) => this.send("listAuditEvents", { query: { ...query, ...next } }, options));
  }
}
