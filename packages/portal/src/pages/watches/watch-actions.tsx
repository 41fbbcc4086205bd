import { useNavigate } from "@tanstack/react-router";
import type { Watch } from "@wayfare/sdk";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Problem } from "../../components/problem.tsx";
import { RequireScope } from "../../components/require-scope.tsx";
import { toast } from "../../components/toast.tsx";
import { useWatchActions } from "../../data/watches.ts";

/** Buttons that pause, resume or delete a watch. */
export function WatchActions({ watch: { id, status } }: { watch: Watch }) {
  const { update, remove } = useWatchActions();
  const [deleting, setDeleting] = useState(false);
  const navigate = useNavigate();
  const isActive = status === "active";
  const change = () => update.mutate({ id, change: { paused: isActive } });
  const start = () =>
    remove.mutate(id, {
      onSuccess: () => {
        toast("Watch deleted");
        void navigate({ to: "/watches" });
      },
    });
  return (
    <RequireScope scopes={["flights.search"]} action="change watches">
      {status !== "expired" && (
        <Button busy={update.isPending} onClick={change}>
          {isActive ? "Pause" : "Resume"}
        </Button>
      )}
      <Button kind="danger" onClick={() => setDeleting(true)}>
        Delete
      </Button>
      {update.error !== null && <Problem error={update.error} />}
      <ConfirmDialog
        open={deleting}
        onClose={() => setDeleting(false)}
        title="Delete watch?"
        actionLabel="Delete watch"
        action={remove}
        onConfirm={start}
      >
        <p className="text-ink-2">
          It does not run again. Its events are kept. To stop it temporarily, pause it instead.
        </p>
      </ConfirmDialog>
    </RequireScope>
  );
}
