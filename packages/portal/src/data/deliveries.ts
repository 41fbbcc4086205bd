import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { DeliveryStatus, EventType, QueryOf } from "@wayfare/sdk";
import { useClient } from "./client.ts";
import { useEnvironment } from "./environment.ts";
import { usePages } from "./pages.ts";
import { useRead } from "./read.ts";
import { type TimeRange, withoutTimeRange } from "./time-range.ts";
import { useTimeRange } from "./use-time-range.ts";

/** Filters of the delivery list, as in the search parameters. */
export interface DeliveryFilters extends TimeRange {
  status?: DeliveryStatus;
  webhookId?: string;
  eventId?: string;
  type?: EventType;
  /** Id of the object that the events are about. */
  subject?: string;
}

/** Returns the filters as parameters of the API. */
export function useDeliveryQuery(filters: DeliveryFilters): { query: QueryOf<"listDeliveries">; nowMs: number } {
  const { nowMs, ...range } = useTimeRange(filters);
  return { query: { ...withoutTimeRange(filters), ...range }, nowMs };
}

/** Lists the deliveries of the current environment, newest first. */
export function useDeliveries(filters: DeliveryFilters, limit = 50) {
  const { query } = useDeliveryQuery(filters);
  return usePages(["deliveries", { ...query, limit }], (client, cursor) =>
    client.deliveries.list({ ...query, limit, cursor }),
  );
}

/** Reads a delivery with its attempts. */
export function useDelivery(id: string) {
  return useRead(["deliveries", "one", id], (client) => client.deliveries.get(id));
}

/** Result of retrying several deliveries. */
export interface RetryResult {
  retried: number;
  /** Failed retries with the error, for example because the endpoint is paused. */
  failed: { id: string; error: unknown }[];
}

/** Restarts the retry schedule of deliveries, one after the other. */
export function useRetry() {
  const client = useClient();
  const environment = useEnvironment();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (ids: readonly string[]): Promise<RetryResult> => {
      const failed: RetryResult["failed"] = [];
      for (const id of ids) {
        try {
          await client.deliveries.retry(id);
        } catch (error) {
          if (ids.length === 1) throw error;
          failed.push({ id, error });
        }
      }
      return { retried: ids.length - failed.length, failed };
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["deliveries", environment] }),
  });
}
