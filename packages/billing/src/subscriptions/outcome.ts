import { type AccountScope, type Currency, newId, type Plan } from "@wayfare/contract";
import { discount } from "../coupons/discount.ts";
import { type Share, wholePeriod } from "../rating/proration.ts";
import type { InvoiceRecord, Line, Phase, Redemption, SubscriptionRecord } from "../records/records.ts";

/** An invoice to create. */
export interface NewInvoice extends AccountScope {
  id: string;
  subscriptionId: string;
  kind: InvoiceRecord["kind"];
  currency: Currency;
  /** Period whose searches are billed; null for a plan change. */
  period: { startMs: number; endMs: number } | null;
  /** For a plan change, the current time. */
  finalizeAtMs: number;
  lines: Line[];
}

/** Outcome of a subscription rule: the rows to save. */
export interface Outcome {
  subscription: SubscriptionRecord;
  phases: Phase[];
  redemptions: Redemption[];
  invoices: NewInvoice[];
}

/** A price for the rest of a period, and its coupon discounts. */
export interface Charge {
  lines: Line[];
  redemptions: Redemption[];
  /** Price after discounts. */
  chargedMinor: number;
}

export function chargePrice(
  redemptions: readonly Redemption[],
  price: { line: Line; terms: Plan; share?: Share; endMs: number },
): Charge {
  const { line, terms, share = wholePeriod, endMs } = price;
  const startMs = line.startMs ?? endMs;
  const off = discount(redemptions, { plan: terms.name, priceMinor: line.amountMinor, share, startMs, endMs });
  const chargedMinor = off.lines.reduce((sum, { amountMinor }) => sum + amountMinor, line.amountMinor);
  const lines = line.amountMinor === 0 ? [] : [line, ...off.lines];
  return { lines, redemptions: off.redemptions, chargedMinor };
}

/** Creates the phase that starts at the beginning of a period or at a plan change. */
export function createPhase(subscription: SubscriptionRecord, startedAtMs: number, chargedMinor: number): Phase {
  const { accountId, environment, id, terms, startMs, endMs } = subscription;
  return {
    accountId,
    environment,
    subscriptionId: id,
    startedAtMs,
    periodStartMs: startMs,
    periodEndMs: endMs,
    endedAtMs: null,
    terms,
    chargedMinor,
  };
}

export function newInvoice(
  { accountId, environment, id: subscriptionId, terms: { currency } }: SubscriptionRecord,
  invoice: Pick<NewInvoice, "kind" | "period" | "finalizeAtMs" | "lines">,
  nowMs: number,
): NewInvoice {
  return { accountId, environment, subscriptionId, currency, id: newId("inv", nowMs), ...invoice };
}
