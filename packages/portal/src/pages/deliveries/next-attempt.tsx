import type { DeliveryDetail } from "@wayfare/sdk";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { Problem } from "../../components/problem.tsx";
import { formatSeconds, joinTexts } from "../../components/retry-schedule-text.ts";
import { Time } from "../../components/time.tsx";
import { formatMinutes } from "../../components/time-format.ts";
import { useEnvironment } from "../../data/environment.ts";
import { useRetrySchedule } from "../../data/retry-schedule.ts";
import { useHasScope } from "../../data/session.ts";
import { useAdvanceTestClock, useDataClock } from "../../data/test-clock.ts";

/** Notice about the next attempt of the delivery. In test mode it can advance the test clock to that time. */
export function NextAttemptNotice({ delivery: { status, nextAttemptAt } }: { delivery: DeliveryDetail }) {
  if (status === "dead_lettered") {
    return (
      <div className="pt-6">
        <Notice tone="critical" title="All attempts failed">
          <p>
            There are no more automatic attempts. Check the responses of your endpoint below, fix it, then retry. A
            retry starts a new schedule with the same delivery id.
          </p>
        </Notice>
      </div>
    );
  }
  if (status === "pending" && nextAttemptAt === null) {
    return (
      <div className="pt-6">
        <Notice tone="neutral" title="Endpoint paused">
          <p>The delivery is sent when the endpoint is resumed.</p>
        </Notice>
      </div>
    );
  }
  if (status !== "awaiting_retry" || nextAttemptAt === null) return null;
  return (
    <div className="pt-6">
      <NextAttempt nextAttemptAt={nextAttemptAt} />
    </div>
  );
}

function NextAttempt({ nextAttemptAt }: { nextAttemptAt: string }) {
  const environment = useEnvironment();
  const { nowMs } = useDataClock(1000);
  const mayWrite = useHasScope("usage.write");
  const advance = useAdvanceTestClock();
  const schedule = useRetrySchedule();
  const delays = joinTexts((schedule?.delaysSeconds ?? []).map(formatSeconds));
  const leftSeconds = Math.ceil((Date.parse(nextAttemptAt) - nowMs) / 1000);
  const left = leftSeconds >= 60 ? formatMinutes(Math.ceil(leftSeconds / 60)) : `${Math.max(0, leftSeconds)} s`;
  return (
    <Notice
      tone="caution"
      title={leftSeconds > 0 ? `Next attempt in ${left}` : "Next attempt is due"}
      action={
        environment === "test" &&
        mayWrite &&
        leftSeconds > 0 && (
          <Button busy={advance.isPending} onClick={() => advance.mutate(leftSeconds)}>
            Advance test clock to this time
          </Button>
        )
      }
    >
      <p>
        At <Time at={nextAttemptAt} show="instant" />.{" "}
        {schedule && `There are ${schedule.attempts} attempts: immediately, then after ${delays}.`}
      </p>
      {advance.error !== null && <Problem error={advance.error} />}
    </Notice>
  );
}
