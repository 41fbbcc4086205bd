import { type Contact, DomainError } from "@wayfare/contract";

const airlineCancelsAfterMs = 60_000;

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
 * @returns the time at which the airline cancels, or null.
 * @throws DomainError SOLD_OUT for `sold-out@`.
 */
export function applyTrigger(contact: Contact, nowMs: number): number | null {
  const trigger = triggerOf(contact);
  if (trigger === "sold-out") throw new DomainError("SOLD_OUT");
  return trigger === "airline-cancels" ? nowMs + airlineCancelsAfterMs : null;
}
