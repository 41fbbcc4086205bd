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

/** The second factor: an app that shows six digits, and codes on paper for when it is lost. */
export function AuthenticatorSettings() {
  const { security } = useSession();
  const [open, setOpen] = useState<"add" | "remove" | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const close = () => setOpen(null);
  return (
    <div className="flex max-w-[68ch] flex-col items-start gap-3">
      {security.totp ? (
        <>
          <Status tone="positive">A code is asked for at each sign-in by password</Status>
          <RecoveryCodesLeft count={security.recoveryCodesLeft} />
          <Button kind="danger" onClick={() => setOpen("remove")}>
            Remove authenticator
          </Button>
        </>
      ) : (
        <>
          <p className="text-ink-2">
            A password alone can be stolen. With an authenticator app, six digits that change every half minute are
            asked for too.
          </p>
          <Button onClick={() => setOpen("add")}>Add authenticator</Button>
        </>
      )}
      <Dialog open={open === "add"} onClose={close} title="Add an authenticator app">
        <AddAuthenticator
          onAdded={(made) => {
            close();
            setCodes(made);
          }}
        />
      </Dialog>
      <RemoveDialog open={open === "remove"} onClose={close} />
      <ShownOnceDialog
        title="Your recovery codes"
        what="codes"
        lead="Each signs you in once in place of the six digits, should you lose the app. Print them, or keep them where you keep passwords; they are not shown again."
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
      {isScarce && <Status tone="caution">Few left</Status>}{" "}
      {formatCounted(count, "recovery code is", "recovery codes are")} unused. To get new ones, remove the authenticator
      and add it again.
    </p>
  );
}

function RemoveDialog({ open, onClose }: DialogState) {
  const { removeTotp } = useSecurityActions();
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Remove the authenticator?"
      deed="Remove authenticator"
      action={removeTotp}
      onConfirm={() => removeTotp.mutate(undefined, { onSuccess: onClose })}
    >
      <p className="text-ink-2">The password alone then signs you in, and the recovery codes are void.</p>
    </ConfirmDialog>
  );
}
