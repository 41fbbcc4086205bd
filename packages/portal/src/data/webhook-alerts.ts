import type { Overview } from "@wayfare/contract";
import type { Webhook } from "@wayfare/sdk";

/** True if an endpoint is disabled, was not verified, or has failed since its last success: the same as in the overview. */
export function needsAttention({ status, firstFailureAt }: Pick<Webhook, "status" | "firstFailureAt">): boolean {
  return status === "disabled" || status === "verification_failed" || firstFailureAt !== null;
}

/** Notice about endpoints that need attention. */
export interface WebhookAlert {
  tone: "caution" | "critical";
  title: string;
  text: string;
}

/** Returns the notice about the unhealthy endpoints of the overview: about the disabled ones if there are any; null if there are none. */
export function alertOf(
  unhealthy: readonly Pick<Overview["unhealthyWebhooks"][number], "status">[],
): WebhookAlert | null {
  if (unhealthy.length === 0) return null;
  const count = (status: string) => unhealthy.filter((each) => each.status === status).length;
  const subject = (n: number) => (n === 1 ? "A webhook endpoint" : `${n} webhook endpoints`);
  const is = (n: number) => (n === 1 ? "is" : "are");
  const disabled = count("disabled");
  if (disabled > 0) {
    return {
      tone: "critical",
      title: `${subject(disabled)} ${is(disabled)} disabled`,
      text: "Their deliveries were cancelled, and events are kept. Repair the receiver, verify the endpoint again, then replay the events.",
    };
  }
  const failing = unhealthy.length - count("verification_failed");
  if (failing > 0) {
    return {
      tone: "caution",
      title: `${subject(failing)} ${is(failing)} failing`,
      text: "Deliveries are retried. An endpoint that has only failed for 5 days is disabled.",
    };
  }
  return {
    tone: "caution",
    title: `${subject(unhealthy.length)} ${is(unhealthy.length)} not verified`,
    text: "The challenge was not answered, so events are not delivered. Open the endpoint to see the reason and to try again.",
  };
}
