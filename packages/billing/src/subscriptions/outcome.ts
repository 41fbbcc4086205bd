import { newId, type Owner } from "@wayfare/contract";
import { discount } from "../coupons/discount.ts";
import { type Share, wholePeriod } from "../rating/proration.ts";
import type { InvoiceRecord, Line, Redemption, Segment, SubscriptionRecord, Terms } from "../records/records.ts";

/** An invoice to draw up. */
export interface NewInvoice extends Owner {
  id: string;
  subscriptionId: string;
  kind: InvoiceRecord["kind"];
  /** Whose searches it rates; null for a change. */
  period: { startMs: number; endMs: number } | null;
  /** A change is final at once. */
  finalizeAtMs: number;
  lines: Line[];
}

/** What a rule of subscriptions comes to: rows as they are to be. */
export interface Outcome {
  subscription: SubscriptionRecord;
  segments: Segment[];
  redemptions: Redemption[];
  invoices: NewInvoice[];
}

/** A price for the rest of a period, and what coupons take off it. */
export interface Charge {
  lines: Line[];
  redemptions: Redemption[];
  /** What is left of the price. */
  chargedMinor: number;
}

export function chargePrice(
  redemptions: readonly Redemption[],
  price: { line: Line; terms: Terms; share?: Share; endMs: number },
): Charge {
  const { line, terms, share = wholePeriod, endMs } = price;
  const startMs = line.startMs ?? endMs;
  const off = discount(redemptions, { plan: terms.plan, priceMinor: line.amountMinor, share, startMs, endMs });
  const chargedMinor = off.lines.reduce((sum, { amountMinor }) => sum + amountMinor, line.amountMinor);
  const lines = line.amountMinor === 0 ? [] : [line, ...off.lines];
  return { lines, redemptions: off.redemptions, chargedMinor };
}

/** The segment with which a period begins, or goes on under new terms. */
export function segmentOf(subscription: SubscriptionRecord, startedAtMs: number, chargedMinor: number): Segment {
  const { accountId, environment, id, terms, startMs, endMs } = subscription;
  return {
    accountId,
    environment,
    subscriptionId: id,
    startedAtMs,
    periodStartMs: startMs,
    periodEndMs: endMs,
    endedAtMs: null,
    plan: terms.plan,
    searchesIncluded: terms.searchesIncluded,
    overagePerSearch: terms.overagePerSearch,
    chargedMinor,
  };
}

export function newInvoice(
  { accountId, environment, id: subscriptionId }: SubscriptionRecord,
  invoice: Pick<NewInvoice, "kind" | "period" | "finalizeAtMs" | "lines">,
  nowMs: number,
): NewInvoice {
  return { accountId, environment, subscriptionId, id: newId("inv", nowMs), ...invoice };
}
