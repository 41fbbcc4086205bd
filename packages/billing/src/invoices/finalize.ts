import { formatInstant, formatMoney } from "@wayfare/contract";
import type { Session } from "@wayfare/database";
import { recordEvents } from "@wayfare/webhooks";
import { postTransactions } from "../ledger/store.ts";
import { invoiceTransaction, type LedgerTransaction } from "../ledger/transactions.ts";
import type { BillingOptions } from "../options/options.ts";
import { insertAttempts } from "../payment/store.ts";
import type { BillingState, InvoiceRecord, Line, Parties } from "../records/records.ts";
import { takeNumbers } from "./series.ts";
import { type Settled, settle } from "./settle.ts";
import { insertLines, writeFinalInvoices } from "./store.ts";

const dayMs = 86_400_000;

/** A draft that becomes final, of an owner that is held. */
export interface Finalization {
  draft: InvoiceRecord;
  state: Pick<BillingState, "accountName" | "creditMinor">;
  /** Lines that the draft has already. */
  written: readonly Line[];
  /** Lines that it gets: the overage. */
  added: readonly Line[];
  nowMs: number;
}

/**
 * Makes drafts final: tax and credit are added, each gets its number, the ledger is posted, the live endpoints are told. At most one of each owner at
 * a time, as each uses the credit that there is.
 *
 * @returns the invoices as they are now.
 */
export async function finalizeInvoices(
  session: Session,
  finalizations: readonly Finalization[],
  options: BillingOptions,
): Promise<InvoiceRecord[]> {
  const settled = finalizations.map((each) => ({
    ...each,
    settled: settle([...each.written, ...each.added], options.tax, each.state.creditMinor),
  }));
  await insertLines(
    session,
    settled.map(({ draft, written, settled: { lines } }) => ({
      invoice: draft,
      lines: lines.slice(written.length),
      position: written.length + 1,
    })),
  );
  const numbers = await numberEach(session, settled);
  const invoices = settled.map((each, at) => finalOf(each, numbers[at] ?? null, options));
  await writeFinalInvoices(session, invoices);
  const posted = invoices.map((invoice) => invoiceTransaction(invoice, invoice.finalizedAtMs ?? 0));
  await postTransactions(session, posted.filter(isThere));
  await insertAttempts(session, invoices, options.provider);
  await recordEvents(session, invoices.map(finalizedEvent));
  return invoices;
}

const isThere = (transaction: LedgerTransaction | undefined): transaction is LedgerTransaction =>
  transaction !== undefined;

/** The numbers of each, in order; test and live have a series each. */
async function numberEach(session: Session, given: readonly { draft: InvoiceRecord }[]): Promise<string[]> {
  const series = Map.groupBy(given, ({ draft }) => draft.environment);
  const numbers = new Map<string, string>();
  for (const [environment, members] of [...series].toSorted(([left], [right]) => (left < right ? -1 : 1))) {
    const taken = await takeNumbers(session, environment, "invoice", members.length);
    for (const [at, { draft }] of members.entries()) numbers.set(draft.id, taken[at] ?? "");
  }
  return given.map(({ draft }) => numbers.get(draft.id) ?? "");
}

function finalOf(
  { draft, settled, nowMs, state }: Finalization & { settled: Settled },
  number: string | null,
  { seller, tax, paymentTermsDays }: BillingOptions,
): InvoiceRecord {
  const isPaid = settled.totals.dueMinor === 0;
  const parties: Parties = { seller, buyer: state.accountName, taxName: tax.name, taxRate: tax.rate };
  return {
    ...draft,
    ...settled.totals,
    status: isPaid ? "paid" : "open",
    number,
    finalizedAtMs: nowMs,
    dueAtMs: nowMs + paymentTermsDays * dayMs,
    paidAtMs: isPaid ? nowMs : null,
    paidWith: isPaid ? "credit" : null,
    parties,
  };
}

/** Billing is of the account, and of test data where that is what was billed. */
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
