import type { DeliveryStatus } from "@wayfare/sdk";
import { idForm, readMatching, readWord } from "../../data/address.ts";
import type { DeliveryFilters } from "../../data/deliveries.ts";
import { readEventType } from "../../data/event-type-filter.ts";

/** In the order of a delivery's life. */
export const statuses: readonly DeliveryStatus[] = [
  "pending",
  "delivering",
  "awaiting_retry",
  "delivered",
  "dead_lettered",
  "cancelled",
];

/** Reads the filters of the list of deliveries; what an address has too much, or wrong, is left out. */
export function readDeliveryFilters(search: Record<string, unknown>): DeliveryFilters {
  return {
    ...readWord(search, "status", statuses),
    ...readMatching(search, "webhookId", idForm("whk")),
    ...readMatching(search, "eventId", idForm("evt")),
    ...readEventType(search["event"], "event"),
  };
}
