import { createContext, use } from "react";

/** The user closed the dialog that asks for a proof of identity; not an error to show. */
export class StepUpCancelled extends Error {}

/** Runs an action, and runs it again after the user proved their identity where the service requires it. */
export type StepUp = <Answer>(action: () => PromiseLike<Answer>) => Promise<Answer>;

/** Filled by `StepUpProvider` of src/app/step-up.tsx. */
export const StepUpContext = createContext<StepUp | null>(null);

/**
 * The step-up of the page: on STEP_UP_REQUIRED it opens a dialog that asks for a proof of identity.
 *
 * @returns a function that rejects with StepUpCancelled when the dialog is closed
 */
export function useStepUp(): StepUp {
  const stepUp = use(StepUpContext);
  if (stepUp === null) throw new Error("useStepUp belongs inside StepUpProvider");
  return stepUp;
}
