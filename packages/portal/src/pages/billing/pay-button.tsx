import type { Invoice } from "@wayfare/sdk";
import { useState } from "react";
import { ActionProblem } from "../../components/action-problem.tsx";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import type { DialogState } from "../../components/dialog.tsx";
import { Money } from "../../components/money.tsx";
import { RequireScope } from "../../components/require-scope.tsx";
import { useBillingActions } from "./data.ts";

/**
 * Pays an open invoice: marks a test invoice as paid, or opens the payment page of the provider for a live invoice. Without a provider
 * there is no payment page, and only the operator can mark the invoice as paid.
 */
export function PayButton({ invoice }: { invoice: Invoice }) {
  const { openPaymentPage } = useBillingActions();
  const [marking, setMarking] = useState(false);
  const [hasNoPage, setHasNoPage] = useState(false);
  if (invoice.status !== "open") return null;
  const pay = () =>
    openPaymentPage.mutate(invoice.id, {
      onSuccess: ({ url }) => (url === null ? setHasNoPage(true) : location.assign(url)),
    });
  return (
    <RequireScope scopes={["billing.write"]} action="pay invoices">
      {invoice.environment === "test" ? (
        <Button kind="primary" onClick={() => setMarking(true)}>
          Mark as paid
        </Button>
      ) : (
        <Button kind="primary" busy={openPaymentPage.isPending} onClick={pay}>
          Pay invoice
        </Button>
      )}
      {hasNoPage && (
        <p role="status" className="text-ink-2">
          Online payment is not available. Follow the payment instructions on the invoice. Your administrator marks it
          as paid when the payment arrives.
        </p>
      )}
      <ActionProblem error={openPaymentPage.error} />
      <MarkPaidDialog invoice={invoice} open={marking} onClose={() => setMarking(false)} />
    </RequireScope>
  );
}

interface MarkPaidDialogProps extends DialogState {
  invoice: Invoice;
}

function MarkPaidDialog({ invoice, open, onClose }: MarkPaidDialogProps) {
  const { markPaid } = useBillingActions();
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Mark ${invoice.number ?? "the invoice"} as paid?`}
      actionLabel="Mark as paid"
      kind="primary"
      cancelLabel="Cancel"
      action={markPaid}
      onConfirm={() => markPaid.mutate(invoice.id, { onSuccess: onClose })}
    >
      <p className="text-ink-2">This is a test invoice: no payment is made. This cannot be undone.</p>
      <p>
        Amount due: <Money value={invoice.due} />
      </p>
    </ConfirmDialog>
  );
}
