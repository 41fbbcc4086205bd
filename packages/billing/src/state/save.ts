import { freePlan } from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";
import { writeRedemptions } from "../coupons/store.ts";
import { sumLines } from "../invoices/price-invoice.ts";
import { insertInvoices, insertLines } from "../invoices/store.ts";
import type { AccountPlan, BillingPorts } from "../options/ports.ts";
import type { InvoiceRecord, SubscriptionRecord } from "../records/records.ts";
import type { NewInvoice, Outcome } from "../subscriptions/outcome.ts";
import { writePhases, writeSubscriptions } from "../subscriptions/store.ts";

/** Saves the outcomes of billing rules for locked accounts. New invoices are drafts. */
export async function saveOutcomes(
  db: Queryable,
  outcomes: readonly Outcome[],
  nowMs: number,
  ports: Pick<BillingPorts, "setPlans">,
): Promise<void> {
  const subscriptions = outcomes.map(({ subscription }) => subscription);
  await writeSubscriptions(db, subscriptions);
  await writePhases(
    db,
    outcomes.flatMap(({ phases }) => phases),
  );
  await writeRedemptions(
    db,
    outcomes.flatMap(({ redemptions }) => redemptions),
  );
  const invoices = outcomes.flatMap((outcome) => outcome.invoices);
  await insertInvoices(
    db,
    invoices.map((invoice) => createDraft(invoice, nowMs)),
  );
  await insertLines(
    db,
    invoices.map((invoice) => ({ invoice, lines: invoice.lines, position: 1 })),
  );
  const live = subscriptions.filter(({ environment }) => environment === "live");
  await ports.setPlans(db, live.map(planOf));
}

/** Returns an account's plan under a subscription; `free` after its end. */
function planOf({ accountId, terms, startMs, endMs, endedAtMs }: SubscriptionRecord): AccountPlan {
  if (endedAtMs !== null) return { accountId, plan: freePlan, planVersion: null, period: null };
  return { accountId, plan: terms.name, planVersion: terms.version, period: { startMs, endMs } };
}

/** Creates a draft invoice with the sums of its current lines. */
export function createDraft(invoice: NewInvoice, nowMs: number): InvoiceRecord {
  const { id, accountId, environment, subscriptionId, kind, currency, period, finalizeAtMs, lines } = invoice;
  const { subtotalMinor, discountMinor } = sumLines(lines);
  const totalMinor = subtotalMinor + discountMinor;
  // A draft has no amount due below zero: a negative total becomes credit.
  const creditMinor = totalMinor < 0 ? -totalMinor : 0;
  return {
    id,
    accountId,
    environment,
    subscriptionId,
    kind,
    status: "draft",
    number: null,
    currency,
    startMs: period?.startMs ?? null,
    endMs: period?.endMs ?? null,
    finalizeAtMs,
    createdAtMs: nowMs,
    finalizedAtMs: null,
    dueAtMs: null,
    paidAtMs: null,
    voidedAtMs: null,
    subtotalMinor,
    discountMinor,
    taxMinor: 0,
    totalMinor,
    creditMinor,
    dueMinor: totalMinor + creditMinor,
    parties: null,
    paidWith: null,
  };
}
