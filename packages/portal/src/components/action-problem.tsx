import { StepUpCancelled } from "../data/step-up.ts";
import { Problem } from "./problem.tsx";

/** Shows the error of an action, unless the user cancelled the identity confirmation. */
export function ActionProblem({ error }: { error: Error | null }) {
  return error === null || error instanceof StepUpCancelled ? null : <Problem error={error} />;
}
