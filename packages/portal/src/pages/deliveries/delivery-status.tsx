import type { DeliveryStatus } from "@wayfare/sdk";
import { Status, type Tone } from "../../components/status.tsx";
import { statusWords } from "./filters.ts";

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
