import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { DeliveryStatus, EventType } from "@wayfare/sdk";
import { useClient } from "./client.ts";
import { useEnvironment } from "./environment.ts";
import { usePages } from "./pages.ts";
import { useRead } from "./read.ts";

/** The filters of the list of deliveries as they stand in the address. */
export interface DeliveryFilters {
  status?: DeliveryStatus;
  webhookId?: string;
  eventId?: string;
  type?: EventType;
}

/** The deliveries of the environment on show, newest first. */
export function useDeliveries(filters: DeliveryFilters, limit = 50) {
  return usePages(["deliveries", { ...filters, limit }], (client, cursor) =>
    client.deliveries.list({ ...filters, limit, cursor }),
  );
}

/** One delivery with every attempt. */
export function useDelivery(id: string) {
  return useRead(["deliveries", "one", id], (client) => client.deliveries.get(id));
}

/** What came of a retry of several. */
export interface RetryOutcome {
  retried: number;
  /** Those that were refused, with the reason, such as that their endpoint is paused. */
  refused: { id: string; error: unknown }[];
}

/** Has deliveries begin their schedule anew, one after the other. */
export function useRetry() {
  const client = useClient();
  const environment = useEnvironment();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (ids: readonly string[]): Promise<RetryOutcome> => {
      const refused: RetryOutcome["refused"] = [];
      for (const id of ids) {
        try {
          await client.deliveries.retry(id);
        } catch (error) {
          if (ids.length === 1) throw error;
          refused.push({ id, error });
        }
      }
      return { retried: ids.length - refused.length, refused };
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["deliveries", environment] }),
  });
}
