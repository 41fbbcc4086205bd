import type { EventType, QueryOf } from "@wayfare/sdk";
import { readEnum } from "./search-params.ts";

type KnownTypes = Record<NonNullable<NonNullable<QueryOf<"listEvents">>["type"]>, true>;

/** Event types of the API. The compiler checks that the list is complete. */
const eventTypes: KnownTypes = {
  "booking.pending": true,
  "booking.confirmed": true,
  "booking.failed": true,
  "booking.changed": true,
  "booking.cancelled": true,
  "watch.matched": true,
  "webhook.test": true,
  "webhook.failing": true,
  "webhook.disabled": true,
  "key.revoked": true,
  "invoice.finalized": true,
  "invoice.payment_failed": true,
  "usage.threshold": true,
};

/** Reads the `type` filter. Ignores unknown event types. */
export function readEventType(search: Record<string, unknown>): { type?: EventType } {
  return readEnum(search, "type", Object.keys(eventTypes).filter(isKnown));
}

function isKnown(text: string): text is EventType {
  return Object.hasOwn(eventTypes, text);
}
