import type { DeliveryStatus } from "@wayfare/sdk";

/** The words for each status of a delivery, in the order of its life. */
export const statusWords: Record<DeliveryStatus, string> = {
  pending: "Pending",
  delivering: "On its way",
  awaiting_retry: "Awaits a retry",
  delivered: "Delivered",
  dead_lettered: "Dead letter",
  cancelled: "Cancelled",
};
