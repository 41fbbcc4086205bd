import type { RetrySchedule } from "@wayfare/sdk";
import { useRead } from "./read.ts";

/** Returns the retry schedule of the deployment; undefined while loading. */
export function useRetrySchedule(): RetrySchedule | undefined {
  return useRead(["retry-schedule"], (client) => client.deliveries.getRetrySchedule(), {
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
}
