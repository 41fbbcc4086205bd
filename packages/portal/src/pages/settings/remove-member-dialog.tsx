import { StepUpCancelled } from "../../app/step-up.tsx";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Problem } from "../../components/problem.tsx";
import { type Member, useTeamActions } from "./team-data.ts";

/** Asks before somebody is taken out of the account. */
export function RemoveMemberDialog({ member, onClose }: { member: Member | null; onClose: () => void }) {
  const { remove } = useTeamActions();
  const error = remove.error instanceof StepUpCancelled ? null : remove.error;
  return (
    <Dialog
      open={member !== null}
      onClose={() => {
        remove.reset();
        onClose();
      }}
      title={`Remove ${member?.name ?? ""}?`}
      footer={
        <>
          <Button onClick={onClose}>Keep</Button>
          <Button
            kind="danger"
            busy={remove.isPending}
            onClick={() => member !== null && remove.mutate(member.id, { onSuccess: onClose })}
          >
            Remove
          </Button>
        </>
      }
    >
      <p className="text-ink-2">
        Every session of theirs ends at once. Keys that they have made go on: revoke those that should not.
      </p>
      {error !== null && <Problem error={error} />}
    </Dialog>
  );
}
