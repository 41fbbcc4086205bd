import type { Key } from "@wayfare/sdk";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import type { DialogState } from "../../components/dialog.tsx";
import { Time } from "../../components/time.tsx";
import { useKeyActions } from "./data.ts";

/** Confirmation dialog for revoking a key. */
export function RevokeDialog({ apiKey, open, onClose }: DialogState & { apiKey: Key }) {
  const { revoke } = useKeyActions();
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Revoke ${apiKey.name}?`}
      actionLabel="Revoke key"
      action={revoke}
      onConfirm={() => revoke.mutate(apiKey.id, { onSuccess: onClose })}
    >
      <p className="text-ink-2">
        The key stops working after 60 seconds. This cannot be undone. To replace the key without downtime, roll it
        instead.
      </p>
      <p>
        Last used: <Time at={apiKey.lastUsedAt} />
      </p>
    </ConfirmDialog>
  );
}
