import { billingCurrency } from "@wayfare/contract";
import type { Session } from "@wayfare/database";
import { writeRedemptions } from "../coupons/store.ts";
import { addUp } from "../invoices/settle.ts";
import { insertInvoices, insertLines } from "../invoices/store.ts";
import type { AccountPlan, BillingPorts } from "../options/ports.ts";
import type { InvoiceRecord, SubscriptionRecord } from "../records/records.ts";
import type { NewInvoice, Outcome } from "../subscriptions/outcome.ts";
import { writeSegments, writeSubscriptions } from "../subscriptions/store.ts";

/** Writes what rules have come to, of owners that are held; invoices are drafts yet. */
export async function saveOutcomes(
  session: Session,
  outcomes: readonly Outcome[],
  nowMs: number,
  ports: Pick<BillingPorts, "setPlans">,
): Promise<void> {
  const subscriptions = outcomes.map(({ subscription }) => subscription);
  await writeSubscriptions(session, subscriptions);
  await writeSegments(
    session,
    outcomes.flatMap(({ segments }) => segments),
  );
  await writeRedemptions(
    session,
    outcomes.flatMap(({ redemptions }) => redemptions),
  );
  const invoices = outcomes.flatMap((outcome) => outcome.invoices);
  await insertInvoices(
    session,
    invoices.map((invoice) => draftOf(invoice, nowMs)),
  );
  await insertLines(
    session,
    invoices.map((invoice) => ({ invoice, lines: invoice.lines, position: 1 })),
  );
  const live = subscriptions.filter(({ environment }) => environment === "live");
  await ports.setPlans(session, live.map(planOf));
}

/** The plan of an account with this subscription; `free` once it has ended. */
function planOf({ accountId, terms, startMs, endMs, endedAtMs }: SubscriptionRecord): AccountPlan {
  if (endedAtMs !== null) return { accountId, plan: "free", period: null };
  return { accountId, plan: terms.plan, period: { startMs, endMs } };
}

/** An invoice that is not final yet: its sums are those of the lines that it has. */
export function draftOf(invoice: NewInvoice, nowMs: number): InvoiceRecord {
  const { id, accountId, environment, subscriptionId, kind, period, finalizeAtMs, lines } = invoice;
  const { subtotalMinor, discountMinor } = addUp(lines);
  const totalMinor = subtotalMinor + discountMinor;
  // A draft owes nothing yet, even where what it has is less than nothing.
  const creditMinor = totalMinor < 0 ? -totalMinor : 0;
  return {
    id,
    accountId,
    environment,
    subscriptionId,
    kind,
    status: "draft",
    number: null,
    currency: billingCurrency,
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
