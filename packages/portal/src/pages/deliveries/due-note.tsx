import type { DeliveryDetail } from "@wayfare/sdk";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { Problem } from "../../components/problem.tsx";
import { Time } from "../../components/time.tsx";
import { formatMinutes } from "../../components/time-format.ts";
import { useEnvironment } from "../../data/environment.ts";
import { useMay } from "../../data/session.ts";
import { useAdvanceTestClock, useDataClock } from "../../data/test-clock.ts";

/** What happens to the delivery next, and when; in test the clock can be moved there. */
export function DueNote({ delivery: { status, nextAttemptAt } }: { delivery: DeliveryDetail }) {
  if (status === "dead_lettered") {
    return (
      <div className="pt-6">
        <Notice tone="critical" title="The last attempt of its schedule has failed">
          <p>
            Nothing more is tried by itself. Read below what your endpoint answered, mend it, and retry: it begins a new
            schedule under the same id.
          </p>
        </Notice>
      </div>
    );
  }
  if (status === "pending" && nextAttemptAt === null) {
    return (
      <div className="pt-6">
        <Notice tone="neutral" title="Held while its endpoint is paused">
          <p>It is sent when the endpoint goes on.</p>
        </Notice>
      </div>
    );
  }
  if (status !== "awaiting_retry" || nextAttemptAt === null) return null;
  return (
    <div className="pt-6">
      <NextTry nextAttemptAt={nextAttemptAt} />
    </div>
  );
}

function NextTry({ nextAttemptAt }: { nextAttemptAt: string }) {
  const environment = useEnvironment();
  const { nowMs } = useDataClock(1000);
  const mayWrite = useMay("usage.write");
  const advance = useAdvanceTestClock();
  const leftSeconds = Math.ceil((Date.parse(nextAttemptAt) - nowMs) / 1000);
  const left = leftSeconds >= 60 ? formatMinutes(Math.ceil(leftSeconds / 60)) : `${Math.max(0, leftSeconds)} s`;
  return (
    <Notice
      tone="caution"
      title={leftSeconds > 0 ? `Tried again in ${left}` : "Due, and about to be tried again"}
      action={
        environment === "test" &&
        mayWrite &&
        leftSeconds > 0 && (
          <Button busy={advance.isPending} onClick={() => advance.mutate(leftSeconds)}>
            Move the test clock there
          </Button>
        )
      }
    >
      <p>
        At <Time at={nextAttemptAt} show="instant" />. The seven attempts come at once, then after 1 min, 5 min, 30 min,
        2 h, 6 h and 24 h.
      </p>
      {advance.error !== null && <Problem error={advance.error} />}
    </Notice>
  );
}
