import { getRouteApi } from "@tanstack/react-router";
import type { Invoice, InvoiceStatus } from "@wayfare/sdk";
import { ButtonLink } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Money } from "../../components/money.tsx";
import { RowLink } from "../../components/row-link.tsx";
import { Select } from "../../components/select.tsx";
import { type Column, PagedTable } from "../../components/table.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { Time } from "../../components/time.tsx";
import { withFilter } from "../../data/search-params.ts";
import { useInvoices } from "./data.ts";
import { statusChoices } from "./filters.ts";
import { InvoiceStatusMark } from "./invoice-status.tsx";
import { PdfIconButton } from "./pdf-button.tsx";

const route = getRouteApi("/shell/billing");

const columns: readonly Column<Invoice>[] = [
  {
    header: "Number",
    cell: ({ id, number }) => (
      <RowLink to="/billing/invoices/$id" params={{ id }} className="font-mono whitespace-nowrap">
        {number ?? "Draft"}
      </RowLink>
    ),
  },
  { header: "Status", cell: (invoice) => <InvoiceStatusMark invoice={invoice} />, width: "w-28" },
  {
    header: "For",
    cell: ({ type }) => <span className="text-ink-2">{type === "change" ? "Plan change" : "Period"}</span>,
    secondary: true,
  },
  {
    header: "Issued",
    cell: ({ finalizedAt }) => <Time at={finalizedAt} show="instant" never="Not yet" />,
    secondary: true,
    width: "w-40",
  },
  {
    header: "Due",
    cell: ({ status, dueAt }) =>
      status === "open" ? <Time at={dueAt} show="distance" /> : <span className="text-ink-3">—</span>,
    secondary: true,
    width: "w-28",
  },
  { header: "Total", cell: ({ total }) => <Money value={total} />, align: "end", width: "w-24" },
  {
    header: "PDF",
    headerHidden: true,
    cell: ({ id, number }) => number !== null && <PdfIconButton id={id} number={number} />,
    align: "end",
    width: "w-12",
  },
];

/** Invoices tab. */
export function InvoicesView({ status }: { status: InvoiceStatus | undefined }) {
  const navigate = route.useNavigate();
  const view = route.useSearch();
  const invoices = useInvoices(status === undefined ? {} : { status });
  return (
    <>
      <div className="pb-4">
        <Select
          label="Status"
          value={status ?? ""}
          choices={statusChoices}
          onChange={(chosen) => void navigate({ search: withFilter(view, "status", chosen), replace: true })}
          className="wide:w-40"
          data-filter
        />
      </div>
      <PagedTable
        caption="Invoices"
        pages={invoices}
        columns={columns}
        isFaint={(invoice) => invoice.status === "void"}
        empty={<NoInvoices filtered={status !== undefined} />}
      />
    </>
  );
}

function NoInvoices({ filtered }: { filtered: boolean }) {
  if (filtered) {
    return (
      <EmptyState title="No matching invoices">
        <p>
          <TextLink to="/billing" search={{ tab: "invoices" }}>
            Show all invoices
          </TextLink>
        </p>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No invoices yet"
      action={
        <ButtonLink kind="primary" to="/billing" search={{ tab: "plan" }}>
          View plans
        </ButtonLink>
      }
    >
      <p>
        An invoice is issued when you upgrade, and one to two hours after each period of a paid plan. The free plan has
        no invoices.
      </p>
    </EmptyState>
  );
}
