import { hash } from "node:crypto";
import { type PricedInvoice, priceInvoice } from "../invoices/price-invoice.ts";
import { type TaxOptions, taxFor } from "../options/options.ts";
import type { BillingState } from "../records/records.ts";
import { type DecidedChange, decideChange, type PlanChange } from "./change.ts";

/** A plan change with its charges. */
export interface Quote {
  decided: DecidedChange;
  /** The invoice that is finalized immediately; without lines if nothing is charged. */
  pricedInvoice: PricedInvoice;
  /** Equal for equal changes at the same price from the same state. */
  fingerprint: string;
}

/**
 * Computes the charges of a plan change.
 *
 * @throws DomainError as `decideChange`.
 */
export function quoteChange(state: BillingState, change: PlanChange, options: TaxOptions): Quote {
  const decided = decideChange(state, change);
  const settled = priceInvoice(invoiceOf(decided)?.lines ?? [], taxFor(options, state), state.creditMinor);
  const { subscription, takesEffect } = decided;
  const { terms, startMs, endMs, pendingPlan } = subscription;
  const from = state.subscription && [state.subscription.id, state.subscription.revision];
  const whole = [
    change.plan,
    change.trial,
    change.atMs,
    from,
    takesEffect,
    terms,
    startMs,
    endMs,
    pendingPlan,
    settled,
  ];
  return { decided, pricedInvoice: settled, fingerprint: hash("sha256", JSON.stringify(whole), "base64url") };
}

/** Returns the invoice of a change that is finalized immediately; not that of an ended trial. */
export function invoiceOf({ invoices }: Pick<DecidedChange, "invoices">) {
  return invoices.find(({ kind, lines }) => kind === "change" && lines.length > 0);
}
