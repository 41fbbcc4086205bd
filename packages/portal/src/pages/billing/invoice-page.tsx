import { getRouteApi } from "@tanstack/react-router";
import type { CreditNote, Invoice } from "@wayfare/sdk";
import { CopyableId } from "../../components/copy-button.tsx";
import { Facts } from "../../components/figures.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Money } from "../../components/money.tsx";
import { Notice } from "../../components/notice.tsx";
import { PageHeader, Section } from "../../components/page-header.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { Time } from "../../components/time.tsx";
import { useInvoice } from "./data.ts";
import { InvoiceStatusMark } from "./invoice-status.tsx";
import { LineTable, SumList } from "./line-table.tsx";
import { PayButton } from "./pay-button.tsx";
import { PdfButton } from "./pdf-button.tsx";
import { splitLines } from "./sums.ts";

const route = getRouteApi("/shell/billing/invoices/$id");

/** Invoice page. */
export function InvoicePage() {
  const { id } = route.useParams();
  const query = useInvoice(id);
  const back = (
    <TextLink to="/billing" search={{ tab: "invoices" }}>
      Invoices
    </TextLink>
  );
  return (
    <Loaded query={query} label="invoice" head={<PageHeader title="Invoice" above={back} />}>
      {(invoice) => (
        <>
          <PageHeader
            title={invoice.number === null ? "Draft invoice" : `Invoice ${invoice.number}`}
            above={back}
            actions={
              <>
                {invoice.number !== null && <PdfButton id={id} number={invoice.number} />}
                <PayButton invoice={invoice} />
              </>
            }
          />
          <InvoiceBody invoice={invoice} />
        </>
      )}
    </Loaded>
  );
}

function InvoiceBody({ invoice }: { invoice: Invoice }) {
  const { items, sums } = splitLines(invoice);
  return (
    <>
      {invoice.status === "draft" && (
        <div className="pb-6">
          <Notice tone="neutral" title="Draft invoice">
            <p>
              The invoice is finalized <Time at={invoice.finalizeAt} />, when all searches of its period are counted.
              Overage, tax and credit are added then. A final invoice does not change.
            </p>
          </Notice>
        </div>
      )}
      <InvoiceFacts invoice={invoice} />
      <Section title="Lines">
        {items.length > 0 && <LineTable caption="Invoice lines" lines={items} />}
        <SumList sums={sums} />
        {invoice.taxNote !== null && <p className="pt-3 text-13 text-ink-2">{invoice.taxNote}</p>}
      </Section>
      {invoice.creditNotes.length > 0 && (
        <Section title="Credit notes">
          <Table caption="Credit notes" columns={noteColumns} rows={invoice.creditNotes} keyOf={({ id }) => id} />
        </Section>
      )}
    </>
  );
}

const noteColumns: readonly Column<CreditNote>[] = [
  { header: "Number", cell: ({ number }) => <span className="font-mono whitespace-nowrap">{number}</span> },
  { header: "Reason", cell: ({ reason }) => reason },
  {
    header: "Issued",
    cell: ({ createdAt }) => <Time at={createdAt} show="instant" />,
    secondary: true,
    width: "w-40",
  },
  { header: "Amount", cell: ({ amount }) => <Money value={amount} />, align: "end", width: "w-28" },
];

function InvoiceFacts({ invoice }: { invoice: Invoice }) {
  const { id, type, period, finalizedAt, dueAt, paidAt, voidedAt, status } = invoice;
  return (
    <Facts
      facts={[
        ["Status", <InvoiceStatusMark key="state" invoice={invoice} />],
        ["For", type === "change" ? "Plan change" : "Overage of the past period and price of the next period"],
        ...(period === null
          ? []
          : [
              [
                "Period",
                <span key="period">
                  <Time at={period.from} show="instant" /> to <Time at={period.to} show="instant" />
                </span>,
              ] as const,
            ]),
        ["Issued", <Time key="issued" at={finalizedAt} never="Not yet" />],
        ...(status === "open" ? [["Due", <Time key="due" at={dueAt} />] as const] : []),
        ...(paidAt === null ? [] : [["Paid", <Time key="paid" at={paidAt} />] as const]),
        ...(voidedAt === null ? [] : [["Voided", <Time key="void" at={voidedAt} />] as const]),
        ["Id", <CopyableId key="id" id={id} contentName="invoice id" />],
      ]}
    />
  );
}
