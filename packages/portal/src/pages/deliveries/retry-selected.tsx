import { ActionProblem } from "../../components/action-problem.tsx";
import { Button } from "../../components/button.tsx";
import { formatCounted } from "../../components/money-format.ts";
import { describe } from "../../components/problem.tsx";
import { toast } from "../../components/toast.tsx";
import { type RetryResult, useRetry } from "../../data/deliveries.ts";

/** Number of selected deliveries, and the button that retries them. */
export function RetrySelected({ ids, onDone }: { ids: readonly string[]; onDone: () => void }) {
  const retry = useRetry();
  const showResult = (result: RetryResult) => {
    toast(summarize(result));
    if (result.retried > 0) onDone();
  };
  return (
    <div className="flex flex-wrap items-center gap-3 border-y border-line bg-accent-wash px-3 py-2 text-13">
      <span role="status">{ids.length} selected</span>
      <Button kind="primary" busy={retry.isPending} onClick={() => retry.mutate(ids, { onSuccess: showResult })}>
        Retry selected
      </Button>
      <Button kind="quiet" onClick={onDone}>
        Clear
      </Button>
      <ActionProblem error={retry.error} />
    </div>
  );
}

function summarize({ retried, failed: [first, ...others] }: RetryResult): string {
  const done = `Retrying ${formatCounted(retried, "delivery", "deliveries")}.`;
  if (first === undefined) return done;
  return `${done} ${others.length + 1} failed: ${describe(first.error).detail}`;
}
