import type { Key } from "@wayfare/sdk";
import { StepUpCancelled } from "../../app/step-up.tsx";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Problem } from "../../components/problem.tsx";
import { Time } from "../../components/time.tsx";
import { useKeyActions } from "./data.ts";

/** Asks before a key ends, and says when it was last of use. */
export function RevokeDialog({ apiKey, open, onClose }: { apiKey: Key; open: boolean; onClose: () => void }) {
  const { revoke } = useKeyActions();
  const error = revoke.error instanceof StepUpCancelled ? null : revoke.error;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Revoke ${apiKey.name}?`}
      footer={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button
            kind="danger"
            busy={revoke.isPending}
            onClick={() => revoke.mutate(apiKey.id, { onSuccess: onClose })}
          >
            Revoke key
          </Button>
        </>
      }
    >
      <p className="text-ink-2">
        It answers for 60 seconds more, so that what is under way can finish, and then never again. To replace it
        without a gap, roll it instead.
      </p>
      <p>
        Last used: <Time at={apiKey.lastUsedAt} />
      </p>
      {error !== null && <Problem error={error} />}
    </Dialog>
  );
}
