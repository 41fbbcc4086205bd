import type { DeliveryStatus } from "@wayfare/sdk";

/** Labels of the delivery statuses, in the order of the delivery lifecycle. */
export const deliveryStatusLabels: Record<DeliveryStatus, string> = {
  pending: "Pending",
  delivering: "Sending",
  awaiting_retry: "Retrying",
  delivered: "Delivered",
  dead_lettered: "Dead-lettered",
  cancelled: "Cancelled",
};
