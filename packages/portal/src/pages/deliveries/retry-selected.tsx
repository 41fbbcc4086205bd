import { ActionProblem } from "../../components/action-problem.tsx";
import { Button } from "../../components/button.tsx";
import { formatCounted } from "../../components/money-format.ts";
import { describe } from "../../components/problem.tsx";
import { toast } from "../../components/toast.tsx";
import { type RetryOutcome, useRetry } from "../../data/deliveries.ts";

/** How many are ticked, and the button that has them begin anew. */
export function RetrySelected({ ids, onDone }: { ids: readonly string[]; onDone: () => void }) {
  const retry = useRetry();
  const tell = (outcome: RetryOutcome) => {
    toast(summarize(outcome));
    if (outcome.retried > 0) onDone();
  };
  return (
    <div className="flex flex-wrap items-center gap-3 border-y border-line bg-accent-wash px-3 py-2 text-13">
      <span role="status">{ids.length} selected</span>
      <Button kind="primary" busy={retry.isPending} onClick={() => retry.mutate(ids, { onSuccess: tell })}>
        Retry selected
      </Button>
      <Button kind="quiet" onClick={onDone}>
        Clear
      </Button>
      <ActionProblem error={retry.error} />
    </div>
  );
}

function summarize({ retried, refused: [first, ...others] }: RetryOutcome): string {
  const done = `${formatCounted(retried, "delivery begins", "deliveries begin")} anew.`;
  if (first === undefined) return done;
  return `${done} ${others.length + 1} refused: ${describe(first.error).detail}`;
}
