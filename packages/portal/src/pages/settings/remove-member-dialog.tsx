import type { Member } from "@wayfare/contract";
import { useState } from "react";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Checkbox } from "../../components/field.tsx";
import { useTeamActions } from "../../data/team.ts";

/** Confirmation dialog for removing a member, and for erasing the member's personal data. */
export function RemoveMemberDialog({ member, onClose }: { member: Member | null; onClose: () => void }) {
  const { remove, erase } = useTeamActions();
  const [erases, setErases] = useState(false);
  const action = erases ? erase : remove;
  return (
    <ConfirmDialog
      open={member !== null}
      onClose={onClose}
      title={`Remove ${member?.name || member?.email || "member"}?`}
      actionLabel={erases ? "Remove and erase member" : "Remove member"}
      action={action}
      onConfirm={() => member !== null && action.mutate(member.id, { onSuccess: onClose })}
    >
      <p className="text-ink-2">
        Ends the sessions of this member in this account immediately. API keys they created stay active: revoke keys
        that should stop working.
      </p>
      <Checkbox
        label="Erase personal data"
        hint="Erases name, email address, and IP addresses in the audit and request logs. This cannot be undone."
        checked={erases}
        onChange={(event) => setErases(event.target.checked)}
      />
    </ConfirmDialog>
  );
}
