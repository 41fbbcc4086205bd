import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Section } from "../../components/page-header.tsx";
import { useOwnAccounts } from "../../data/accounts.ts";
import { portal } from "../../data/portal-requests.ts";
import { useSession } from "../../data/session.ts";
import { useStepUp } from "../../data/step-up.ts";

/** Section with which a user leaves the account. */
export function LeaveAccount() {
  const { account } = useSession();
  const accounts = useOwnAccounts();
  const leave = useLeaveAccount();
  const [open, setOpen] = useState(false);
  const isOnly = accounts.data !== undefined && accounts.data.length < 2;
  return (
    <Section title="Leave the account">
      <Button onClick={() => setOpen(true)}>Leave account</Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title={`Leave ${account.name}?`}
        actionLabel="Leave account"
        action={leave}
        onConfirm={() => leave.mutate(account.id)}
      >
        <p className="text-ink-2">
          Your sessions in this account end. API keys you created stay active.{" "}
          {isOnly && "It is your only account: your user with its password and passkeys is deleted."}
        </p>
      </ConfirmDialog>
    </Section>
  );
}

/** Ends the user's membership in an account. The session continues in another account, if there is one. */
function useLeaveAccount() {
  const stepUp = useStepUp();
  return useMutation({
    mutationFn: (accountId: string) => stepUp(() => portal.delete(`/portal/accounts/${accountId}`)),
    onSuccess: () => location.assign("/"),
  });
}
