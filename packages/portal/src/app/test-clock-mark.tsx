import { useState } from "react";
import { ConfirmDialog } from "../components/confirm-dialog.tsx";
import { formatMinutes } from "../components/time-format.ts";
import { useHasScope } from "../data/session.ts";
import { useDataClock, useResetTestClock } from "../data/test-clock.ts";

/** Offset of the test clock, with a button to reset it. Nothing while the clock shows real time. */
export function TestClockMark() {
  const { aheadSeconds } = useDataClock();
  const mayReset = useHasScope("usage.write");
  const [asking, setAsking] = useState(false);
  const reset = useResetTestClock();
  if (aheadSeconds === 0) return null;
  const ahead = aheadSeconds < 60 ? `${aheadSeconds} s` : formatMinutes(Math.floor(aheadSeconds / 60));
  return (
    <span className="flex items-center gap-2 bg-test px-2 leading-6">
      Test clock {ahead} ahead
      {mayReset && (
        <button
          type="button"
          className="rounded-mark px-1 underline underline-offset-2 outline-on-test!"
          onClick={() => setAsking(true)}
        >
          Reset
        </button>
      )}
      <ConfirmDialog
        title="Reset the test clock?"
        actionLabel="Reset test clock"
        kind="primary"
        open={asking}
        onClose={() => setAsking(false)}
        action={reset}
        onConfirm={() => reset.mutate(undefined, { onSuccess: () => setAsking(false) })}
      >
        <p className="text-14 font-normal text-ink">
          Test data returns to real time. Pending retries and expiring keys keep the time that is left to them. Objects
          that were created while the clock was ahead stay dated in the future until that time has passed.
        </p>
      </ConfirmDialog>
    </span>
  );
}
