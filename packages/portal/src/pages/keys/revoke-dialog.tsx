import type { Key } from "@wayfare/sdk";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import type { DialogState } from "../../components/dialog.tsx";
import { Time } from "../../components/time.tsx";
import { useKeyActions } from "./data.ts";

/** Asks before a key ends, and says when it was last of use. */
export function RevokeDialog({ apiKey, open, onClose }: DialogState & { apiKey: Key }) {
  const { revoke } = useKeyActions();
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Revoke ${apiKey.name}?`}
      deed="Revoke key"
      action={revoke}
      onConfirm={() => revoke.mutate(apiKey.id, { onSuccess: onClose })}
    >
      <p className="text-ink-2">
        It answers for 60 seconds more, so that what is under way can finish, and then never again. To replace it
        without a gap, roll it instead.
      </p>
      <p>
        Last used: <Time at={apiKey.lastUsedAt} />
      </p>
    </ConfirmDialog>
  );
}
