import type { Invoice } from "@wayfare/sdk";
import { useState } from "react";
import { Permitted } from "../../app/permitted.tsx";
import { ActionProblem } from "../../components/action-problem.tsx";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Money } from "../../components/money.tsx";
import { useBillingActions } from "./data.ts";

/**
 * Settles an open invoice: on the page of whoever takes the money, or where nobody does, by saying that it was paid. Which of them it is, the service
 * knows only once it is asked.
 */
export function PayButton({ invoice }: { invoice: Invoice }) {
  const { openPaymentPage } = useBillingActions();
  const [marking, setMarking] = useState(false);
  if (invoice.status !== "open") return null;
  const pay = () =>
    openPaymentPage.mutate(invoice.id, {
      onSuccess: ({ url }) => (url === null ? setMarking(true) : location.assign(url)),
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
      <ActionProblem error={openPaymentPage.error} />
      <MarkPaidDialog invoice={invoice} open={marking} onClose={() => setMarking(false)} />
    </Permitted>
  );
}

interface MarkPaidDialogProps {
  invoice: Invoice;
  open: boolean;
  onClose: () => void;
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
      <p className="text-ink-2">
        {invoice.environment === "test"
          ? "No money is behind test data: saying so is all that it takes, and it cannot be taken back."
          : "Nobody takes the money for you here: pay as the invoice says, and mark it once the money has arrived. That cannot be taken back."}
      </p>
      <p>
        To be paid: <Money value={invoice.due} />
      </p>
    </ConfirmDialog>
  );
}
