import type { DeliveryStatus } from "@wayfare/sdk";
import { Status, type Tone } from "./status.tsx";

/** The words for each status of a delivery. */
export const statusWords: Record<DeliveryStatus, string> = {
  pending: "Pending",
  delivering: "On its way",
  awaiting_retry: "Awaits a retry",
  delivered: "Delivered",
  dead_lettered: "Dead letter",
  cancelled: "Cancelled",
};

const tones: Record<DeliveryStatus, Tone> = {
  pending: "neutral",
  delivering: "accent",
  awaiting_retry: "caution",
  delivered: "positive",
  dead_lettered: "critical",
  cancelled: "neutral",
};

/** The state of a delivery. */
export function DeliveryStatusMark({ status }: { status: DeliveryStatus }) {
  return <Status tone={tones[status]}>{statusWords[status]}</Status>;
}
