import { hash } from "node:crypto";
import { type Settled, settle } from "../invoices/settle.ts";
import type { BillingOptions } from "../options/options.ts";
import type { BillingState } from "../records/records.ts";
import { type DecidedChange, decideChange, type PlanChange } from "./change.ts";

/** A change of plan, and what it charges. */
export interface Quote {
  decided: DecidedChange;
  /** Of the invoice that is final at once; without lines where there is none. */
  settled: Settled;
  /** The same for the same change at the same price from the same state, and for nothing else. */
  fingerprint: string;
}

/** What a change of plan would charge; throws as `decideChange` does. */
export function quoteChange(state: BillingState, change: PlanChange, { tax }: Pick<BillingOptions, "tax">): Quote {
  const decided = decideChange(state, change);
  const settled = settle(invoiceOf(decided)?.lines ?? [], tax, state.creditMinor);
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
  return { decided, settled, fingerprint: hash("sha256", JSON.stringify(whole), "base64url") };
}

/** The invoice of a change, which is final at once; what a trial leaves behind is not. */
export function invoiceOf({ invoices }: Pick<DecidedChange, "invoices">) {
  return invoices.find(({ kind, lines }) => kind === "change" && lines.length > 0);
}
