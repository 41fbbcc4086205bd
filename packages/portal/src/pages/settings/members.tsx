import type { Member } from "@wayfare/contract";
import { useState } from "react";
import { ActionProblem } from "../../components/action-problem.tsx";
import { Button } from "../../components/button.tsx";
import { Select } from "../../components/select.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { Time } from "../../components/time.tsx";
import { useSession } from "../../data/session.ts";
import { describeMember, roleChoices, useTeamActions } from "../../data/team.ts";
import { RemoveMemberDialog } from "./remove-member-dialog.tsx";

/** Table of members. Owners can change roles and remove members. */
export function Members({ members, isOwner }: { members: readonly Member[]; isOwner: boolean }) {
  const { user } = useSession();
  const { changeRole } = useTeamActions();
  const [removing, setRemoving] = useState<Member | null>(null);
  const columns: Column<Member>[] = [
    {
      header: "Name",
      cell: ({ id, name, email }) => (
        <span className="flex flex-col py-1">
          <span className="font-medium">
            {name === "" ? "No name yet" : name}
            {id === user.id && <span className="font-normal text-ink-3"> (you)</span>}
          </span>
          <span className="text-12 wrap-anywhere text-ink-3">{email}</span>
        </span>
      ),
    },
    {
      header: "Role",
      width: "w-32 wide:w-36",
      cell: (member) =>
        isOwner ? (
          <Select
            label={`Role of ${describeMember(member)}`}
            labelHidden
            value={member.role}
            choices={roleChoices}
            disabled={changeRole.isPending}
            onChange={(role) => changeRole.mutate({ id: member.id, role })}
          />
        ) : (
          <span className="capitalize">{member.role}</span>
        ),
    },
    { header: "Last active", cell: ({ lastUsedAt }) => <Time at={lastUsedAt} show="distance" />, secondary: true },
  ];
  if (isOwner) {
    columns.push({
      header: "Remove",
      headerHidden: true,
      align: "end",
      width: "w-20",
      cell: (member) => (
        <Button
          kind="quiet"
          className="-mr-3"
          aria-label={`Remove ${describeMember(member)}`}
          onClick={() => setRemoving(member)}
        >
          Remove
        </Button>
      ),
    });
  }
  return (
    <>
      <Table caption="Members" columns={columns} rows={members} keyOf={({ id }) => id} />
      <ActionProblem error={changeRole.error} />
      <RemoveMemberDialog member={removing} onClose={() => setRemoving(null)} />
    </>
  );
}
