import type { DeliveryStatus, EventType, QueryOf } from "@wayfare/sdk";
import { idForm, readMatching, readWord } from "../../data/address.ts";

/** Every state of a delivery with its words, in the order of its life. */
export const statusWords: Record<DeliveryStatus, string> = {
  pending: "Pending",
  delivering: "On its way",
  awaiting_retry: "Awaits a retry",
  delivered: "Delivered",
  dead_lettered: "Dead letter",
  cancelled: "Cancelled",
};

const statuses: readonly DeliveryStatus[] = [
  "pending",
  "delivering",
  "awaiting_retry",
  "delivered",
  "dead_lettered",
  "cancelled",
];

export const statusChoices: readonly { value: DeliveryStatus | ""; label: string }[] = [
  { value: "", label: "Every state" },
  ...statuses.map((status) => ({ value: status, label: statusWords[status] })),
];

/** The filters of the list of deliveries as they stand in the address. */
export interface DeliveryFilters {
  status?: DeliveryStatus;
  webhookId?: string;
  eventId?: string;
  event?: EventType;
}

/** Reads them; what an address has too much, or wrong, is left out. */
export function readDeliveryFilters(search: Record<string, unknown>): DeliveryFilters {
  return {
    ...readWord(search, "status", statuses),
    ...readMatching(search, "webhookId", idForm("whk")),
    ...readMatching(search, "eventId", idForm("evt")),
    ...readEventType(search["event"], "event"),
  };
}

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

/** An event type under the name that a filter has for it. */
export function readEventType<Name extends string>(value: unknown, name: Name): { [Each in Name]?: EventType } {
  return readWord({ [name]: value }, name, Object.keys(eventTypes).filter(isKnown));
}

function isKnown(text: string): text is EventType {
  return Object.hasOwn(eventTypes, text);
}
