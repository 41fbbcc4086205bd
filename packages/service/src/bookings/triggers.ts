import { type Contact, DomainError } from "@wayfare/contract";

const airlineCancelsAfterMs = 60_000;

/**
 * How the sandbox is asked to behave, by the local part of the contact's address: the booking is refused, or the airline cancels it.
 *
 * @returns when the airline cancels, or null.
 * @throws DomainError SOLD_OUT for `sold-out@`, OFFER_CHANGED for `price-changed@`.
 */
export function obeyTrigger({ email }: Contact, nowMs: number): number | null {
  const trigger = email.slice(0, email.indexOf("@")).toLowerCase();
  if (trigger === "sold-out") throw new DomainError("SOLD_OUT");
  if (trigger === "price-changed") throw new DomainError("OFFER_CHANGED");
  return trigger === "airline-cancels" ? nowMs + airlineCancelsAfterMs : null;
}
