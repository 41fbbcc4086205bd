import type { EventType, QueryOf } from "@wayfare/sdk";
import { readWord } from "./address.ts";

type KnownTypes = Record<NonNullable<NonNullable<QueryOf<"listEvents">>["type"]>, true>;

/** The compiler holds this to the catalogue. */
const eventTypes: KnownTypes = {
  "booking.confirmed": true,
  "booking.cancelled": true,
  "webhook.test": true,
  "webhook.failing": true,
  "webhook.disabled": true,
  "key.revoked": true,
  "watch.matched": true,
  "invoice.finalized": true,
  "invoice.payment_failed": true,
  "usage.threshold": true,
};

/** Reads the `type` filter; an unknown event type is left out. */
export function readEventType(search: Record<string, unknown>): { type?: EventType } {
  return readWord(search, "type", Object.keys(eventTypes).filter(isKnown));
}

function isKnown(text: string): text is EventType {
  return Object.hasOwn(eventTypes, text);
}
