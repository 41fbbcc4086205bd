import type { Webhook } from "@wayfare/sdk";
import { formatCounted } from "../../components/money-format.ts";
import { ScaleLine } from "../../components/scale-line.tsx";
import { Status } from "../../components/status.tsx";
import { Time } from "../../components/time.tsx";
import { formatMinutes } from "../../components/time-format.ts";
import { useDataClock } from "../../data/test-clock.ts";
import { failureShare, warnedAfterMs } from "./failing.ts";

/** Whether deliveries arrive; where they do not, how far it is until the endpoint is disabled. */
export function Health({ webhook }: { webhook: Webhook }) {
  const { nowMs } = useDataClock();
  const { firstFailureAt, failures, status } = webhook;
  if (firstFailureAt === null) {
    return (
      <p className="text-ink-2">
        {status === "active" || status === "paused"
          ? "No attempt has failed since the last one that arrived."
          : "Nothing is sent in this state."}
      </p>
    );
  }
  const failingMs = Math.max(0, nowMs - Date.parse(firstFailureAt));
  return (
    <div className="flex max-w-[68ch] flex-col gap-4">
      <p>
        <Status tone="caution">{formatCounted(failures, "attempt has", "attempts have")} failed in a row</Status>
        <span className="text-ink-2">
          , since <Time at={firstFailureAt} />.
        </span>
      </p>
      <ScaleLine
        label={`Failing for ${formatMinutes(Math.floor(failingMs / 60_000))} of five days`}
        from={0}
        to={failureShare(failingMs)}
        at={failureShare(failingMs)}
        tone="caution"
        marks={[
          { at: failureShare(warnedAfterMs), word: "1 day: told" },
          { at: 1, word: "5 days: disabled" },
        ]}
      />
      <p className="text-ink-2">
        After a day your other endpoints are told with <code className="font-mono text-13">webhook.failing</code>. After
        five days and twenty attempts the endpoint is disabled. One delivery that arrives ends the count.
      </p>
    </div>
  );
}
