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
  "invoice.finalized": true,
  "invoice.payment_failed": true,
  "usage.threshold": true,
};

/** An event type under the name that a filter has for it. */
export function readEventType<Name extends string>(value: unknown, name: Name): { [Each in Name]?: EventType } {
  return readWord({ [name]: value }, name, Object.keys(eventTypes).filter(isKnown));
}

function isKnown(text: string): text is EventType {
  return Object.hasOwn(eventTypes, text);
}
