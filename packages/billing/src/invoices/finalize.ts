import { formatInstant, formatMoney } from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";
import { recordEvents } from "@wayfare/webhooks";
import { postTransactions } from "../ledger/store.ts";
import { invoiceTransaction, type LedgerTransaction } from "../ledger/transactions.ts";
import { type BillingOptions, type TaxRule, taxFor } from "../options/options.ts";
import { insertAttempts } from "../payment/store.ts";
import type { BillingState, InvoiceRecord, Line, Parties } from "../records/records.ts";
import { allocateNumbers } from "./number-series.ts";
import { type PricedInvoice, priceInvoice } from "./price-invoice.ts";
import { insertLines, writeFinalInvoices } from "./store.ts";

const dayMs = 86_400_000;

/** A draft to finalize, of a locked account. */
export interface Finalization {
  draft: InvoiceRecord;
  state: Pick<BillingState, "buyer" | "country" | "vatCountry" | "creditMinor">;
  /** Existing lines of the draft. */
  draftLines: readonly Line[];
  /** Overage lines to add. */
  overageLines: readonly Line[];
  nowMs: number;
}

/**
 * Finalizes drafts: adds tax and credit, assigns numbers, posts to the ledger, creates payment attempts and records the events. Pass at
 * most one draft per account at a time, because each uses the available credit.
 *
 * @returns the final invoices.
 */
export async function finalizeInvoices(
  db: Queryable,
  finalizations: readonly Finalization[],
  options: BillingOptions,
): Promise<InvoiceRecord[]> {
  const priced = finalizations.map((each) => {
    const tax = taxFor(options, each.state);
    return {
      ...each,
      tax,
      priced: priceInvoice([...each.draftLines, ...each.overageLines], tax, each.state.creditMinor),
    };
  });
  await insertLines(
    db,
    priced.map(({ draft, draftLines: written, priced: { lines } }) => ({
      invoice: draft,
      lines: lines.slice(written.length),
      position: written.length + 1,
    })),
  );
  const numbers = await assignNumbers(db, priced);
  const invoices = priced.map((each, at) => toFinalInvoice(each, numbers[at] ?? null, options));
  await writeFinalInvoices(db, invoices);
  const posted = invoices.map((invoice) => invoiceTransaction(invoice, invoice.finalizedAtMs ?? 0));
  await postTransactions(db, posted.filter(isDefined));
  await insertAttempts(db, invoices, options.provider);
  await recordEvents(db, invoices.map(finalizedEvent));
  return invoices;
}

const isDefined = (transaction: LedgerTransaction | undefined): transaction is LedgerTransaction =>
  transaction !== undefined;

/** Assigns invoice numbers in order. Live and test have separate series. */
async function assignNumbers(db: Queryable, given: readonly { draft: InvoiceRecord }[]): Promise<string[]> {
  const series = Map.groupBy(given, ({ draft }) => draft.environment);
  const numbers = new Map<string, string>();
  for (const [environment, members] of [...series].toSorted(([left], [right]) => (left < right ? -1 : 1))) {
    const allocated = await allocateNumbers(db, environment, "invoice", members.length);
    for (const [at, { draft }] of members.entries()) numbers.set(draft.id, allocated[at] ?? "");
  }
  return given.map(({ draft }) => numbers.get(draft.id) ?? "");
}

function toFinalInvoice(
  { draft, priced, tax, nowMs, state }: Finalization & { priced: PricedInvoice; tax: TaxRule },
  number: string | null,
  { seller, paymentTermsDays }: BillingOptions,
): InvoiceRecord {
  const isPaid = priced.totals.dueMinor === 0;
  const note = tax.note === undefined ? {} : { taxNote: tax.note };
  const parties: Parties = { seller, buyer: state.buyer, taxName: tax.name, taxRate: tax.rate, ...note };
  return {
    ...draft,
    ...priced.totals,
    status: isPaid ? "paid" : "open",
    number,
    finalizedAtMs: nowMs,
    dueAtMs: nowMs + paymentTermsDays * dayMs,
    paidAtMs: isPaid ? nowMs : null,
    paidWith: isPaid ? "credit" : null,
    parties,
  };
}

/** Creates the event, which belongs to the account and not to an application. */
function finalizedEvent(invoice: InvoiceRecord) {
  const { accountId, environment, id, number, status, currency, totalMinor, dueMinor, finalizedAtMs, dueAtMs } =
    invoice;
  return {
    accountId,
    environment,
    applicationId: null,
    type: "invoice.finalized" as const,
    data: {
      invoiceId: id,
      number,
      status,
      total: formatMoney(totalMinor, currency),
      due: formatMoney(dueMinor, currency),
      dueAt: dueAtMs === null ? null : formatInstant(dueAtMs),
    },
    nowMs: finalizedAtMs ?? 0,
  };
}
