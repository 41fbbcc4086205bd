import {
  type CreditNote,
  type Currency,
  firstOveragePrice,
  formatInstant,
  formatMoney,
  freePlan,
  type Invoice,
  type InvoiceLine,
  type Money,
  type Period,
  type Plan,
  type RedeemedCoupon,
  type Subscription,
  utcMonthOf,
  type WirePlan,
} from "@wayfare/contract";
import type { CreditNoteRecord } from "../invoices/credit-note-store.ts";
import {
  type BillingState,
  type InvoiceRecord,
  isOverdue,
  type Line,
  type Redemption,
  type SubscriptionRecord,
} from "../records/records.ts";

const instantOrNull = (ms: number | null): string | null => (ms === null ? null : formatInstant(ms));

/** Converts a period to wire format. */
export function toWirePeriod({ startMs, endMs }: Period): { from: string; to: string } {
  return { from: formatInstant(startMs), to: formatInstant(endMs) };
}

function periodOrNull(startMs: number | null, endMs: number | null): { from: string; to: string } | null {
  return startMs === null || endMs === null ? null : toWirePeriod({ startMs, endMs });
}

/** Converts a unit price, which may have more decimals than its currency. */
function unitPriceOrNull(amount: string | null, currency: Currency): Money | null {
  return amount === null ? null : { amount, currency };
}

/** Converts a version of a plan to wire format. */
export function toWirePlan(plan: Plan): WirePlan {
  const { name, title, version, currency, searchesIncluded, quotaBehavior, trialDays, keyLimits, features } = plan;
  return {
    name,
    title,
    version,
    price: formatMoney(plan.priceMinor, currency),
    searchesIncluded,
    quotaBehavior,
    overagePerSearch: unitPriceOrNull(firstOveragePrice(plan), currency),
    overageTiers: toWireTiers(plan),
    trialDays,
    keyLimits: {
      requestsPerSecond: keyLimits.requests.perSecond,
      requestsBurst: keyLimits.requests.burst,
      searchesPerSecond: keyLimits.searches.perSecond,
      searchesBurst: keyLimits.searches.burst,
      searchesAtOnce: keyLimits.searchesAtOnce,
    },
    features: [...features],
  };
}

function toWireTiers({ overageTiers, currency }: Plan): WirePlan["overageTiers"] {
  return overageTiers.map(({ upTo, unitPrice: amount }) => ({ upTo, unitPrice: { amount, currency } }));
}

export function toWireCoupon(redemption: Redemption): RedeemedCoupon {
  const { id, code, kind: type, percentBasis, amountMinor, currency, periodsLeft, coversUntilMs, plans } = redemption;
  return {
    id,
    code,
    type,
    percentOff: percentBasis === null ? null : String(percentBasis / 100),
    amount: amountMinor === null ? null : formatMoney(amountMinor, currency),
    periodsLeft,
    coverageEndsAt: instantOrNull(coversUntilMs),
    plans,
    redeemedAt: formatInstant(redemption.redeemedAtMs),
  };
}

/**
 * Converts a subscription to wire format.
 *
 * @param last the account's newest subscription, ended or not.
 */
export function toWireSubscription(state: BillingState, last: SubscriptionRecord | null, nowMs: number): Subscription {
  const { scope, accountPlan, trialUsed, redemptions, subscription } = state;
  const terms = subscription?.terms ?? { ...accountPlan, currency: state.currency };
  return {
    id: last?.id ?? null,
    environment: scope.environment,
    plan: terms.name,
    planTitle: terms.title,
    planVersion: terms.version,
    status: subscription?.status ?? (last === null ? "active" : "cancelled"),
    price: formatMoney(terms.priceMinor, terms.currency),
    searchesIncluded: terms.searchesIncluded,
    overagePerSearch: unitPriceOrNull(firstOveragePrice(terms), terms.currency),
    overageTiers: toWireTiers(terms),
    period: toWirePeriod(subscription ?? utcMonthOf(nowMs)),
    pendingPlan: subscription?.pendingPlan?.name ?? null,
    cancelAtPeriodEnd: subscription?.pendingPlan?.name === freePlan,
    trialAvailable: !trialUsed && subscription === null && !isOverdue(state, nowMs),
    endedAt: instantOrNull(subscription === null ? (last?.endedAtMs ?? null) : null),
    coupons: redemptions.map(toWireCoupon),
  };
}

export function toWireLine(line: Line, currency: Currency): InvoiceLine {
  const { kind: type, description, quantity, amountMinor, startMs, endMs } = line;
  const unitPrice = unitPriceOrNull(line.unitPrice, currency);
  const amount = formatMoney(amountMinor, currency);
  return { type, description, quantity, unitPrice, amount, period: periodOrNull(startMs, endMs) };
}

function toWireCreditNote(note: CreditNoteRecord): CreditNote {
  const { id, number, amountMinor, currency, reason, createdAtMs } = note;
  return { id, number, amount: formatMoney(amountMinor, currency), reason, createdAt: formatInstant(createdAtMs) };
}

export function toWireInvoice(
  invoice: InvoiceRecord,
  lines: readonly Line[],
  notes: readonly CreditNoteRecord[],
): Invoice {
  const { id, environment, number, status, kind: type, currency } = invoice;
  const amount = (minor: number) => formatMoney(minor, currency);
  return {
    id,
    environment,
    number,
    status,
    type,
    period: periodOrNull(invoice.startMs, invoice.endMs),
    lines: lines.map((line) => toWireLine(line, currency)),
    subtotal: amount(invoice.subtotalMinor),
    discount: amount(invoice.discountMinor),
    tax: amount(invoice.taxMinor),
    taxNote: invoice.parties?.taxNote ?? null,
    total: amount(invoice.totalMinor),
    credit: amount(invoice.creditMinor),
    due: amount(invoice.dueMinor),
    creditNotes: notes.map(toWireCreditNote),
    createdAt: formatInstant(invoice.createdAtMs),
    finalizeAt: formatInstant(invoice.finalizeAtMs),
    finalizedAt: instantOrNull(invoice.finalizedAtMs),
    dueAt: instantOrNull(invoice.dueAtMs),
    paidAt: instantOrNull(invoice.paidAtMs),
    voidedAt: instantOrNull(invoice.voidedAtMs),
  };
}
