import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Dialog, type DialogState } from "../../components/dialog.tsx";
import { formatCounted } from "../../components/money-format.ts";
import { ShownOnceDialog } from "../../components/shown-once-dialog.tsx";
import { Status } from "../../components/status.tsx";
import { useSession } from "../../data/session.ts";
import { AddAuthenticator } from "./add-authenticator.tsx";
import { useSecurityActions } from "./security-data.ts";

/** Settings of the second factor: authenticator app and recovery codes. */
export function AuthenticatorSettings() {
  const { security } = useSession();
  const [open, setOpen] = useState<"add" | "remove" | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const close = () => setOpen(null);
  return (
    <div className="flex max-w-[68ch] flex-col items-start gap-3">
      {security.totp ? (
        <>
          <Status tone="positive">Authenticator app enabled</Status>
          <RecoveryCodesLeft count={security.recoveryCodesLeft} />
          <Button kind="danger" onClick={() => setOpen("remove")}>
            Remove authenticator
          </Button>
        </>
      ) : (
        <>
          <p className="text-ink-2">
            Add an authenticator app to protect your account if your password is stolen. When you sign in with your
            password, you’ll also enter a 6-digit code.
          </p>
          <Button onClick={() => setOpen("add")}>Add authenticator</Button>
        </>
      )}
      <Dialog open={open === "add"} onClose={close} title="Add authenticator app">
        <AddAuthenticator
          onAdded={(recoveryCodes) => {
            close();
            setCodes(recoveryCodes);
          }}
        />
      </Dialog>
      <RemoveDialog open={open === "remove"} onClose={close} />
      <ShownOnceDialog
        title="Your recovery codes"
        contentName="recovery codes"
        lead="If you lose the app, sign in with one of these codes. Each code works once. Store them in a safe place: they are not shown again."
        open={codes !== null}
        text={codes?.join("\n")}
        onClose={() => setCodes(null)}
      />
    </div>
  );
}

function RecoveryCodesLeft({ count }: { count: number }) {
  const isScarce = count <= 3;
  return (
    <p className="text-ink-2">
      {isScarce && <Status tone="caution">Few left</Status>} {formatCounted(count, "recovery code", "recovery codes")}{" "}
      left. To get new codes, remove the authenticator and add it again.
    </p>
  );
}

function RemoveDialog({ open, onClose }: DialogState) {
  const { removeTotp } = useSecurityActions();
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Remove authenticator?"
      actionLabel="Remove authenticator"
      action={removeTotp}
      onConfirm={() => removeTotp.mutate(undefined, { onSuccess: onClose })}
    >
      <p className="text-ink-2">You will sign in with only your password. Your recovery codes stop working.</p>
    </ConfirmDialog>
  );
}
