import type { DeliveryStatus } from "@wayfare/sdk";
import { deliveryStatusLabels } from "../data/delivery-status-labels.ts";
import { Status, type Tone } from "./status.tsx";

const tones: Record<DeliveryStatus, Tone> = {
  pending: "neutral",
  delivering: "accent",
  awaiting_retry: "caution",
  delivered: "positive",
  dead_lettered: "critical",
  cancelled: "neutral",
};

/** Status of a delivery. */
export function DeliveryStatusMark({ status }: { status: DeliveryStatus }) {
  return <Status tone={tones[status]}>{deliveryStatusLabels[status]}</Status>;
}
