import type { Currency } from "@wayfare/contract";
import type { AwardOffer } from "../port/port.ts";
import { convertMinor } from "./exchange-rates.ts";

/**
 * Returns the money part of an award in the currency of a search, to compare awards: of tickets in different currencies the sum. Null if the
 * supplier does not state it.
 */
export function awardMoneyOf(
  { total, currency, tickets }: Pick<AwardOffer, "total" | "currency" | "tickets">,
  searched: Currency,
): number | null {
  if (total !== null) return convertMinor(total, currency ?? searched, searched);
  if (tickets === undefined || tickets.length === 0) return null;
  let sum = 0;
  for (const ticket of tickets) {
    if (ticket.total === null) return null;
    sum += convertMinor(ticket.total, ticket.currency ?? searched, searched);
  }
  return sum;
}
