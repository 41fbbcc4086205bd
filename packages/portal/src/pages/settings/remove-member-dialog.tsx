import type { Member } from "@wayfare/contract";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { useTeamActions } from "../../data/team.ts";

/** Confirmation dialog for removing a member. */
export function RemoveMemberDialog({ member, onClose }: { member: Member | null; onClose: () => void }) {
  const { remove } = useTeamActions();
  return (
    <ConfirmDialog
      open={member !== null}
      onClose={onClose}
      title={`Remove ${member?.name || member?.email || "member"}?`}
      actionLabel="Remove member"
      action={remove}
      onConfirm={() => member !== null && remove.mutate(member.id, { onSuccess: onClose })}
    >
      <p className="text-ink-2">
        Ends the sessions of this member in this account immediately. API keys they created stay active: revoke keys
        that should stop working.
      </p>
    </ConfirmDialog>
  );
}
