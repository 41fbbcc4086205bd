import type { WebhookStatus } from "@wayfare/sdk";
import { Status, type Tone } from "./status.tsx";

const words: Record<WebhookStatus, readonly [tone: Tone, word: string]> = {
  pending_verification: ["accent", "Challenge is out"],
  active: ["positive", "Active"],
  paused: ["neutral", "Paused"],
  verification_failed: ["critical", "Challenge failed"],
  disabled: ["critical", "Disabled"],
};

/** The state of an endpoint; one that is active and fails says so. */
export function WebhookStatusMark({
  status,
  firstFailureAt,
}: {
  status: WebhookStatus;
  firstFailureAt: string | null;
}) {
  if (status === "active" && firstFailureAt !== null) return <Status tone="caution">Failing</Status>;
  const [tone, word] = words[status];
  return <Status tone={tone}>{word}</Status>;
}
