import type { Invoice } from "@wayfare/sdk";
import { useState } from "react";
import { ActionProblem } from "../../components/action-problem.tsx";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import type { DialogState } from "../../components/dialog.tsx";
import { Money } from "../../components/money.tsx";
import { Permitted } from "../../components/permitted.tsx";
import { useBillingActions } from "./data.ts";

/**
 * Settles an open invoice: a test invoice by marking it as paid, a live one on the payment provider's page. Without a provider the service
 * answers no page, and only the operator can mark the invoice as paid.
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
    <Permitted scopes={["billing.write"]} may="pay it">
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
          This deployment has no online payments. Pay as the invoice says; the operator marks it as paid when the money
          arrives.
        </p>
      )}
      <ActionProblem error={openPaymentPage.error} />
      <MarkPaidDialog invoice={invoice} open={marking} onClose={() => setMarking(false)} />
    </Permitted>
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
      deed="Mark as paid"
      kind="primary"
      keep="Leave it open"
      action={markPaid}
      onConfirm={() => markPaid.mutate(invoice.id, { onSuccess: onClose })}
    >
      <p className="text-ink-2">This is a test invoice: no money is due. This cannot be undone.</p>
      <p>
        To be paid: <Money value={invoice.due} />
      </p>
    </ConfirmDialog>
  );
}
