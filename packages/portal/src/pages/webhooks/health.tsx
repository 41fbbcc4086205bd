import type { Webhook } from "@wayfare/sdk";
import { formatCounted } from "../../components/money-format.ts";
import { Status } from "../../components/status.tsx";
import { Time } from "../../components/time.tsx";
import { formatMinutes } from "../../components/time-format.ts";
import { TimeScale } from "../../components/time-scale.tsx";
import { useDataClock } from "../../data/test-clock.ts";
import { failureShare, warnedAfterMs } from "./failing.ts";

/** Delivery health of an endpoint: failures and the time until it is disabled. */
export function Health({ webhook }: { webhook: Webhook }) {
  const { nowMs } = useDataClock();
  const { firstFailureAt, failures, status } = webhook;
  if (firstFailureAt === null) {
    return (
      <p className="text-ink-2">
        {status === "active" || status === "paused"
          ? "No failed attempts since the last successful delivery."
          : "No deliveries are sent in this status."}
      </p>
    );
  }
  const failingMs = Math.max(0, nowMs - Date.parse(firstFailureAt));
  return (
    <div className="flex max-w-[68ch] flex-col gap-4">
      <p>
        <Status tone="caution">{formatCounted(failures, "consecutive failure", "consecutive failures")}</Status>
        <span className="text-ink-2">
          {" "}
          since <Time at={firstFailureAt} />.
        </span>
      </p>
      <TimeScale
        label={`Failing for ${formatMinutes(Math.floor(failingMs / 60_000))} of 5 days`}
        from={0}
        to={failureShare(failingMs)}
        at={failureShare(failingMs)}
        tone="caution"
        marks={[
          { at: failureShare(warnedAfterMs), label: "1 day: notified" },
          { at: 1, label: "5 days: disabled" },
        ]}
      />
      <p className="text-ink-2">
        After 1 day your other endpoints receive <code className="font-mono text-13">webhook.failing</code>. After 5
        days and at least 20 failed attempts the endpoint is disabled. A successful delivery resets the count.
      </p>
    </div>
  );
}
