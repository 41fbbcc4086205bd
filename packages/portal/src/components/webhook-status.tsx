import type { WebhookStatus } from "@wayfare/sdk";
import { Status, type Tone } from "./status.tsx";

const labels: Record<WebhookStatus, readonly [tone: Tone, label: string]> = {
  pending_verification: ["accent", "Verifying"],
  active: ["positive", "Active"],
  paused: ["neutral", "Paused"],
  verification_failed: ["critical", "Not verified"],
  disabled: ["critical", "Disabled"],
};

/** Status of a webhook endpoint. An active endpoint with failures shows "Failing". */
export function WebhookStatusMark({
  status,
  firstFailureAt,
}: {
  status: WebhookStatus;
  firstFailureAt: string | null;
}) {
  if (status === "active" && firstFailureAt !== null) return <Status tone="caution">Failing</Status>;
  const [tone, label] = labels[status];
  return <Status tone={tone}>{label}</Status>;
}
