import { type Contact, DomainError } from "@wayfare/contract";

const airlineCancelsAfterMs = 60_000;

/** The local part of the contact's address, which selects a test case of the sandbox. */
function triggerOf({ email }: Contact): string {
  return email.slice(0, email.indexOf("@")).toLowerCase();
}

/** Whether an available offer is treated as changed: for `price-changed@`. */
export function changesPrice(contact: Contact): boolean {
  return triggerOf(contact) === "price-changed";
}

/**
 * Applies the test cases that do not depend on the offer's price.
 *
 * @returns when the airline cancels, or null.
 * @throws DomainError SOLD_OUT for `sold-out@`.
 */
export function obeyTrigger(contact: Contact, nowMs: number): number | null {
  const trigger = triggerOf(contact);
  if (trigger === "sold-out") throw new DomainError("SOLD_OUT");
  return trigger === "airline-cancels" ? nowMs + airlineCancelsAfterMs : null;
}
