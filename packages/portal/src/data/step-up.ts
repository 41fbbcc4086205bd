import { createContext, use } from "react";

/** The user closed the identity confirmation dialog. Not shown as an error. */
export class StepUpCancelled extends Error {}

/** Runs an action. If the service requires identity confirmation, requests it from the user and runs the action again. */
export type StepUp = <Result>(action: () => PromiseLike<Result>) => Promise<Result>;

/** Provided by `StepUpProvider` in src/app/step-up.tsx. */
export const StepUpContext = createContext<StepUp | null>(null);

/**
 * Returns the step-up function. On STEP_UP_REQUIRED it opens the identity confirmation dialog.
 *
 * @returns a function that rejects with StepUpCancelled when the dialog is closed
 */
export function useStepUp(): StepUp {
  const stepUp = use(StepUpContext);
  if (stepUp === null) throw new Error("useStepUp must be used inside StepUpProvider");
  return stepUp;
}
