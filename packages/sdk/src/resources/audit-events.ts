import type { AuditEvent } from "@wayfare/contract";
import type { QueryOf } from "../client/operations.ts";
import type { RequestOptions } from "../client/options.ts";
import { Pages } from "../client/pages.ts";
import type { Send } from "../client/send.ts";

/** Who did what to keys, lists and applications. */
export class AuditEvents {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  list(query?: QueryOf<"listAuditEvents">, options?: RequestOptions): Pages<AuditEvent> {
    return new Pages((next) => this.#send("listAuditEvents", { query: { ...query, ...next } }, options));
  }
}
