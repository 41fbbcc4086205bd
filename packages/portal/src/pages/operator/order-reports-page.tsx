import type { OperatorBooking } from "@wayfare/sdk";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import type { DialogState } from "../../components/dialog.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { TextField } from "../../components/field.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { Money } from "../../components/money.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { RequireScope } from "../../components/require-scope.tsx";
import { Select } from "../../components/select.tsx";
import { Badge } from "../../components/status.tsx";
import { type Column, PagedTable } from "../../components/table.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { Time } from "../../components/time.tsx";
import { readText } from "../../data/form-text.ts";
import { operatorBookingsAccess } from "../../data/permissions.ts";
import { useAccountName, useOrderReports, useSettleOrder } from "./data.ts";

const texts: Readonly<Record<OperatorBooking["type"], string>> = {
  unsettled: "No result for 15 minutes",
  late_order: "Order after a failure",
  late_order_cancelled: "Late order cancelled",
  late_order_adopted: "Late order adopted",
  order_missing: "No order at the supplier",
  second_order: "Second order",
  unknown_booking: "Unknown booking",
};

const columns: readonly Column<OperatorBooking>[] = [
  { header: "Booking", cell: (report) => <BookingCell report={report} /> },
  { header: "Account", cell: ({ accountId }) => <AccountLink id={accountId} />, width: "w-36", secondary: true },
  {
    header: "Order",
    cell: ({ source, orderReference }) => (
      <span className="font-mono text-12 wrap-anywhere">
        {source} {orderReference ?? "(order not known)"}
      </span>
    ),
    width: "w-48",
    secondary: true,
  },
  {
    header: "Total",
    cell: ({ total }) => (total === null ? "–" : <Money value={total} />),
    align: "end",
    width: "w-28",
    secondary: true,
  },
  {
    header: "Looked up",
    cell: ({ lookedUpAt }) => <Time at={lookedUpAt} show="distance" never="–" />,
    align: "end",
    width: "w-28",
    secondary: true,
  },
  { header: "", cell: (report) => <SettleButton report={report} />, align: "end", width: "w-24" },
];

/** Orders of all accounts that need an operator. */
export function OrderReportsPage() {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <PageHeader
        title={operatorBookingsAccess.title}
        lead="Bookings of all accounts whose order at a supplier needs a decision. Look for the order in the dashboard of the supplier before you settle one."
      />
      <div className="pb-4">
        <Select
          label="State"
          value={isOpen ? "open" : "settled"}
          choices={[
            { value: "open", label: "To settle" },
            { value: "settled", label: "Settled" },
          ]}
          onChange={(state) => setOpen(state === "open")}
          className="w-full wide:w-56"
        />
      </div>
      <PagedTable
        caption="Orders"
        pages={useOrderReports(isOpen)}
        columns={columns}
        empty={<EmptyState title={isOpen ? "Nothing to settle" : "Nothing was settled"} />}
      />
    </>
  );
}

function AccountLink({ id }: { id: string }) {
  return (
    <TextLink to="/accounts/$id" params={{ id }} className="wrap-anywhere">
      {useAccountName(id) ?? id}
    </TextLink>
  );
}

function BookingCell({ report: { id, type, status, environment, reportedAt } }: { report: OperatorBooking }) {
  return (
    <div className="flex min-w-0 flex-col">
      <span className="flex flex-wrap items-center gap-x-2">
        {texts[type]}
        {environment === "live" && <Badge>live</Badge>}
      </span>
      <span className="font-mono text-12 wrap-anywhere text-ink-3">{id}</span>
      <span className="text-12 text-ink-3">
        {status ?? "no booking"} · <Time at={reportedAt} show="distance" />
      </span>
    </div>
  );
}

function SettleButton({ report }: { report: OperatorBooking }) {
  const [isOpen, setOpen] = useState(false);
  if (report.resolvedAt !== null) return null;
  return (
    <RequireScope scopes={["accounts.write"]} action="settle orders">
      <Button onClick={() => setOpen(true)}>Settle</Button>
      <SettleDialog report={report} open={isOpen} onClose={() => setOpen(false)} />
    </RequireScope>
  );
}

function SettleDialog({ report: { id, orderReference }, ...state }: DialogState & { report: OperatorBooking }) {
  const settle = useSettleOrder();
  const [outcome, setOutcome] = useState<"confirmed" | "failed">("confirmed");
  const submit = (form: FormData) => {
    const settlement =
      outcome === "confirmed" ? { outcome, orderReference: readText(form, "orderReference").trim() } : { outcome };
    settle.mutate({ id, ...settlement }, { onSuccess: state.onClose });
  };
  return (
    <FormDialog {...state} title="Settle this order" submitLabel="Settle" action={settle} onSubmit={submit}>
      <Select
        label="State at the supplier"
        value={outcome}
        choices={[
          { value: "confirmed", label: "The order exists" },
          { value: "failed", label: "There is no order" },
        ]}
        onChange={setOutcome}
      />
      {outcome === "confirmed" ? (
        <TextField
          label="Order id"
          name="orderReference"
          hint="The id of the order at the supplier. It is read first; the booking takes its price and flights."
          defaultValue={orderReference ?? ""}
          required
          pattern="[A-Za-z0-9_\-]{1,200}"
          maxLength={200}
        />
      ) : (
        <p className="text-ink-2">
          A pending booking fails, and `booking.failed` is sent. For any other booking only this report is closed. An
          order that appears later is reported again.
        </p>
      )}
    </FormDialog>
  );
}
