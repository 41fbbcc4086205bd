import type { Member } from "@wayfare/contract";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { useTeamActions } from "../../data/team.ts";

/** Asks before somebody is taken out of the account. */
export function RemoveMemberDialog({ member, onClose }: { member: Member | null; onClose: () => void }) {
  const { remove } = useTeamActions();
  return (
    <ConfirmDialog
      open={member !== null}
      onClose={onClose}
      title={`Remove ${member?.name || member?.email || "them"}?`}
      deed="Remove colleague"
      keep="Keep them"
      action={remove}
      onConfirm={() => member !== null && remove.mutate(member.id, { onSuccess: onClose })}
    >
      <p className="text-ink-2">
        Every session of theirs ends at once. Keys that they have made go on: revoke those that should not.
      </p>
    </ConfirmDialog>
  );
}
