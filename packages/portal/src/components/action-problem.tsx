import { StepUpCancelled } from "../data/step-up.ts";
import { Problem } from "./problem.tsx";

/** What an action failed with; nothing where it was called off. */
export function ActionProblem({ error }: { error: Error | null }) {
  return error === null || error instanceof StepUpCancelled ? null : <Problem error={error} />;
}
