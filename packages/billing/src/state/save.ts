import { billingCurrency } from "@wayfare/contract";
import type { Session } from "@wayfare/database";
import { accessChannel } from "../tenancy/access-changes.ts";
import { writeRedemptions } from "./coupons/store.ts";
import { addUp } from "./invoices/settle.ts";
import { insertInvoices, insertLines } from "./invoices/store.ts";
import type { InvoiceRecord, SubscriptionRecord } from "./records.ts";
import type { NewInvoice, Outcome } from "./subscriptions/outcome.ts";
import { writeSegments, writeSubscriptions } from "./subscriptions/store.ts";

/** Writes what rules have come to, of owners that are held; invoices are drafts yet. */
export async function saveOutcomes(session: Session, outcomes: readonly Outcome[], nowMs: number): Promise<void> {
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
  await writePlans(
    session,
    subscriptions.filter(({ environment }) => environment === "live"),
  );
}

/** What limits look at: the plan of an account, and the period in which its searches are counted. */
async function writePlans(session: Session, subscriptions: readonly SubscriptionRecord[]): Promise<void> {
  if (subscriptions.length === 0) return;
  const lasting = subscriptions.map((each) => (each.endedAtMs === null ? each : undefined));
  const ids = subscriptions.map(({ accountId }) => accountId);
  await session.execute(
    `UPDATE accounts SET plan = given.plan, period_start = given.period_start, period_end = given.period_end
     FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::timestamptz[]) AS given (id, plan, period_start, period_end)
     WHERE accounts.id = given.id`,
    [
      ids,
      lasting.map((each) => each?.terms.plan ?? "free"),
      lasting.map((each) => (each === undefined ? null : new Date(each.startMs))),
      lasting.map((each) => (each === undefined ? null : new Date(each.endMs))),
    ],
  );
  await session.query("SELECT pg_notify($1, id) FROM unnest($2::text[]) AS id", [accessChannel, ids]);
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
