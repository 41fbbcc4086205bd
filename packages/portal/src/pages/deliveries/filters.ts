import type { DeliveryFilters } from "../../data/deliveries.ts";
import { deliveryStatusLabels } from "../../data/delivery-status-labels.ts";
import { readEventType } from "../../data/event-type-filter.ts";
import { keysOf } from "../../data/keys-of.ts";
import { idPattern, readEnum, readPattern, subjectPattern } from "../../data/search-params.ts";
import { readTimeRange } from "../../data/time-range.ts";

/** Parses the filters of the delivery list. Ignores unknown and invalid parameters. */
export function readDeliveryFilters(search: Record<string, unknown>): DeliveryFilters {
  return {
    ...readEnum(search, "status", keysOf(deliveryStatusLabels)),
    ...readPattern(search, "webhookId", idPattern("whk")),
    ...readPattern(search, "eventId", idPattern("evt")),
    ...readPattern(search, "subject", subjectPattern),
    ...readEventType(search),
    ...readTimeRange(search),
  };
}
