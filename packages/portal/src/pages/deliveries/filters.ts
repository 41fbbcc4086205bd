import { idForm, readMatching, readWord } from "../../data/address.ts";
import type { DeliveryFilters } from "../../data/deliveries.ts";
import { statusWords } from "../../data/delivery-status-words.ts";
import { readEventType } from "../../data/event-type-filter.ts";
import { wordsOf } from "../../data/words.ts";

/** Reads the filters of the list of deliveries; what an address has too much, or wrong, is left out. */
export function readDeliveryFilters(search: Record<string, unknown>): DeliveryFilters {
  return {
    ...readWord(search, "status", wordsOf(statusWords)),
    ...readMatching(search, "webhookId", idForm("whk")),
    ...readMatching(search, "eventId", idForm("evt")),
    ...readEventType(search),
  };
}
