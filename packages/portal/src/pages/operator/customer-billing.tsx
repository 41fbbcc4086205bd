import type { CustomerAccount, CustomerBilling, Invoice } from "@wayfare/sdk";
import { type ReactNode, useState } from "react";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import type { DialogState } from "../../components/dialog.tsx";
import { TextField } from "../../components/field.tsx";
import { Facts } from "../../components/figures.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { describeInvoice } from "../../components/invoice-label.ts";
import { Loaded } from "../../components/loaded.tsx";
import { Money } from "../../components/money.tsx";
import { formatCount } from "../../components/money-format.ts";
import { Section } from "../../components/page-header.tsx";
import { Status } from "../../components/status.tsx";
import { type Column, PagedTable } from "../../components/table.tsx";
import { Time } from "../../components/time.tsx";
import { readText } from "../../data/form-text.ts";
import { useHasScope } from "../../data/session.ts";
import { useNow } from "../../data/use-now.ts";
import { CustomerPdfButton } from "./customer-pdf-button.tsx";
import { useCustomerBilling, useCustomerInvoices, useInvoiceActions } from "./data.ts";

/** Plan, usage, limits and invoices of an account, for operators. */
export function CustomerBillingSections({ account: { id } }: { account: CustomerAccount }) {
  return (
    <>
      <Section title="Plan and usage">
        <Loaded query={useCustomerBilling(id)} label="billing">
          {(billing) => <Facts facts={factsOf(billing)} />}
        </Loaded>
      </Section>
      <Section title="Invoices">
        <Invoices id={id} />
      </Section>
    </>
  );
}

function factsOf({ plan, limits, subscription, spend, creditBalance }: CustomerBilling): [string, ReactNode][] {
  const { searches, period, total } = spend;
  const { key, account } = limits;
  return [
    ["Plan", `${plan.title}, version ${plan.version}, ${subscription.status.replaceAll("_", " ")}`],
    [
      "Price",
      <span key="price">
        <Money value={subscription.price} /> per month
      </span>,
    ],
    ["Searches", `${formatCount(searches.used)} of ${formatCount(searches.included)} included`],
    [
      "Cost so far",
      <span key="cost">
        <Money value={total} />, period ends <Time at={period.to} />
      </span>,
    ],
    [
      "Requests per second",
      `${formatCount(key.requestsPerSecond)} a key, ${formatCount(account.requestsPerSecond)} in total`,
    ],
    [
      "Searches per second",
      `${formatCount(key.searchesPerSecond)} a key, ${formatCount(account.searchesPerSecond)} in total`,
    ],
    [
      "Concurrent searches",
      `${formatCount(key.searchesAtOnce)} a key, ${formatCount(account.searchesAtOnce)} in total`,
    ],
    ["Credit", <Money key="credit" value={creditBalance} />],
  ];
}

type Correction = "pay" | "void" | "credit";

function Invoices({ id }: { id: string }) {
  const [correction, setCorrection] = useState<{ kind: Correction; invoice: Invoice } | null>(null);
  const mayChange = useHasScope("accounts.write");
  const columns: readonly Column<Invoice>[] = [
    {
      header: "Number",
      cell: ({ number }) => <span className="font-mono whitespace-nowrap">{number ?? "Draft"}</span>,
    },
    { header: "Status", cell: (invoice) => <InvoiceStatus invoice={invoice} />, width: "w-24" },
    {
      header: "Due",
      cell: ({ dueAt }) => <Time at={dueAt} show="instant" never="Not yet" />,
      secondary: true,
      width: "w-40",
    },
    { header: "Total", cell: ({ total }) => <Money value={total} />, align: "end", width: "w-24" },
    {
      header: "Actions",
      headerHidden: true,
      cell: (invoice) => (
        <span className="flex flex-wrap justify-end gap-2">
          {invoice.number !== null && <CustomerPdfButton id={id} invoiceId={invoice.id} number={invoice.number} />}
          {mayChange && <Corrections invoice={invoice} onChoose={(kind) => setCorrection({ kind, invoice })} />}
        </span>
      ),
      align: "end",
    },
  ];
  const state = (kind: Correction): DialogState => ({
    open: correction?.kind === kind,
    onClose: () => setCorrection(null),
  });
  const invoice = correction?.invoice;
  return (
    <>
      <PagedTable
        caption="Invoices"
        pages={useCustomerInvoices(id)}
        columns={columns}
        isFaint={({ status }) => status === "void"}
        empty={<p className="text-ink-2">The account has no invoices.</p>}
      />
      <CloseDialog {...state("pay")} id={id} invoice={invoice} kind="pay" />
      <CloseDialog {...state("void")} id={id} invoice={invoice} kind="void" />
      <CreditDialog {...state("credit")} id={id} invoice={invoice} />
    </>
  );
}

/** Status of a live invoice, whose due date is in real time. */
function InvoiceStatus({ invoice }: { invoice: Invoice }) {
  const [tone, label] = describeInvoice(invoice, useNow(60_000));
  return <Status tone={tone}>{label}</Status>;
}

function Corrections({ invoice: { status }, onChoose }: { invoice: Invoice; onChoose: (kind: Correction) => void }) {
  if (status === "draft" || status === "void") return null;
  return (
    <>
      {status === "open" && <Button onClick={() => onChoose("pay")}>Mark as paid</Button>}
      {status === "open" && <Button onClick={() => onChoose("void")}>Void</Button>}
      <Button onClick={() => onChoose("credit")}>Credit</Button>
    </>
  );
}

interface CorrectionProps extends DialogState {
  id: string;
  invoice: Invoice | undefined;
}

function CloseDialog({ id, invoice, kind, ...state }: CorrectionProps & { kind: "pay" | "void" }) {
  const { [kind]: action } = useInvoiceActions();
  const number = invoice?.number ?? "";
  return (
    <ConfirmDialog
      {...state}
      title={kind === "pay" ? `Mark ${number} as paid?` : `Void ${number}?`}
      actionLabel={kind === "pay" ? "Mark as paid" : "Void invoice"}
      kind={kind === "pay" ? "primary" : "danger"}
      action={action}
      onConfirm={() => invoice && action.mutate({ id, invoiceId: invoice.id }, { onSuccess: state.onClose })}
    >
      <p className="text-ink-2">
        {kind === "pay"
          ? "The amount due is recorded as received. This cannot be undone."
          : "The invoice keeps its number, and credit that it used is returned. This cannot be undone."}
      </p>
    </ConfirmDialog>
  );
}

function CreditDialog({ id, invoice, ...state }: CorrectionProps) {
  const { credit } = useInvoiceActions();
  const submit = (form: FormData) => {
    if (invoice === undefined) return;
    const amount = { amount: readText(form, "amount").trim(), currency: invoice.total.currency };
    const note = { amount, reason: readText(form, "reason") };
    credit.mutate({ id, invoiceId: invoice.id, ...note }, { onSuccess: state.onClose });
  };
  return (
    <FormDialog
      {...state}
      title={`Credit ${invoice?.number ?? ""}`}
      submitLabel="Issue credit note"
      action={credit}
      onSubmit={submit}
    >
      <TextField
        label={`Amount with tax, ${invoice?.total.currency ?? ""}`}
        name="amount"
        inputMode="decimal"
        pattern="\d+(\.\d+)?"
        required
      />
      <TextField label="Reason" name="reason" hint="Shown to the customer." required maxLength={500} />
    </FormDialog>
  );
}
