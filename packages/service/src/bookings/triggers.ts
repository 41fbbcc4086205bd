import { type Contact, DomainError } from "@wayfare/contract";

const stepAfterMs = 60_000;

/**
 * Step of a booking in the sandbox that follows without a request. `confirm`: a pending booking is confirmed. `change`: the airline changes
 * its flights. `cancel`: the airline cancels it.
 */
export type SandboxStep = "confirm" | "change" | "cancel";

/** A step and the time at which it is due, in the clock of the booking's data. */
export interface DueStep {
  step: SandboxStep;
  atMs: number;
}

const steps: ReadonlyMap<string, SandboxStep> = new Map([
  ["pending", "confirm"],
  ["airline-changes", "change"],
  ["airline-cancels", "cancel"],
]);

/** Returns the local part of the contact's email address, which selects a sandbox test case. */
function triggerOf({ email }: Contact): string {
  return email.slice(0, email.indexOf("@")).toLowerCase();
}

/** True for `price-changed@`, which treats an available offer as changed. */
export function changesPrice(contact: Contact): boolean {
  return triggerOf(contact) === "price-changed";
}

/**
 * Applies sandbox test cases that do not depend on the price of the offer.
 *
 * @returns the step that follows a minute later, or null.
 * @throws DomainError SOLD_OUT for `sold-out@`.
 */
export function applyTrigger(contact: Contact, nowMs: number): DueStep | null {
  const trigger = triggerOf(contact);
  if (trigger === "sold-out") throw new DomainError("SOLD_OUT");
  const step = steps.get(trigger);
  return step === undefined ? null : { step, atMs: nowMs + stepAfterMs };
}
