import { useState } from "react";
import { StepUpCancelled } from "../../app/step-up.tsx";
import { Button } from "../../components/button.tsx";
import { Section } from "../../components/page-header.tsx";
import { Problem } from "../../components/problem.tsx";
import { Select } from "../../components/select.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { Time } from "../../components/time.tsx";
import { Waiting } from "../../components/waiting.tsx";
import { useSession } from "../../data/session.ts";
import { InviteDialog } from "./invite-dialog.tsx";
import { RemoveMemberDialog } from "./remove-member-dialog.tsx";
import { type Invitation, type Member, roleChoices, useTeam, useTeamActions } from "./team-data.ts";

/** Who belongs to the account, and who is invited. */
export function TeamSettings() {
  const team = useTeam();
  const { role } = useSession();
  const [inviting, setInviting] = useState(false);
  if (team.error !== null) return <Problem error={team.error} onRetry={() => void team.refetch()} />;
  if (team.data === undefined) return <Waiting label="team" />;
  const isOwner = role === "owner";
  return (
    <div className="-mt-6">
      <Section
        title="Members"
        actions={
          isOwner && (
            <Button kind="primary" onClick={() => setInviting(true)}>
              Invite colleague
            </Button>
          )
        }
      >
        <Members members={team.data.members} isOwner={isOwner} />
        {!isOwner && <p className="pt-3 text-13 text-ink-3">An owner can invite colleagues and change roles.</p>}
      </Section>
      {team.data.invitations.length > 0 && (
        <Section title="Open invitations">
          <Invitations invitations={team.data.invitations} isOwner={isOwner} />
        </Section>
      )}
      <InviteDialog open={inviting} onClose={() => setInviting(false)} />
    </div>
  );
}

function Members({ members, isOwner }: { members: readonly Member[]; isOwner: boolean }) {
  const { user } = useSession();
  const { changeRole } = useTeamActions();
  const [leaving, setLeaving] = useState<Member | null>(null);
  const error = changeRole.error instanceof StepUpCancelled ? null : changeRole.error;
  const columns: Column<Member>[] = [
    {
      header: "Name",
      cell: ({ id, name, email }) => (
        <span className="flex flex-col">
          <span className="font-medium">
            {name === "" ? "No name yet" : name}
            {id === user.id && <span className="font-normal text-ink-3"> (you)</span>}
          </span>
          <span className="text-12 break-all text-ink-3">{email}</span>
        </span>
      ),
    },
    {
      header: "Role",
      width: "w-36",
      cell: (member) =>
        isOwner ? (
          <Select
            label={`Role of ${member.name}`}
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
    { header: "Last seen", cell: ({ lastUsedAt }) => <Time at={lastUsedAt} show="distance" />, secondary: true },
  ];
  if (isOwner) {
    columns.push({
      header: "Remove",
      headerHidden: true,
      align: "end",
      width: "w-24",
      cell: (member) => (
        <Button kind="quiet" aria-label={`Remove ${member.name}`} onClick={() => setLeaving(member)}>
          Remove
        </Button>
      ),
    });
  }
  return (
    <>
      <Table caption="Members" columns={columns} rows={members} keyOf={({ id }) => id} />
      {error !== null && <Problem error={error} />}
      <RemoveMemberDialog member={leaving} onClose={() => setLeaving(null)} />
    </>
  );
}

function Invitations({ invitations, isOwner }: { invitations: readonly Invitation[]; isOwner: boolean }) {
  const { withdraw } = useTeamActions();
  const error = withdraw.error instanceof StepUpCancelled ? null : withdraw.error;
  const columns: Column<Invitation>[] = [
    { header: "E-mail", cell: ({ email }) => <span className="font-medium break-all">{email}</span> },
    { header: "Role", cell: ({ role }) => <span className="capitalize">{role}</span>, width: "w-28" },
    { header: "Ends", cell: ({ expiresAt }) => <Time at={expiresAt} show="distance" />, secondary: true },
  ];
  if (isOwner) {
    columns.push({
      header: "Withdraw",
      headerHidden: true,
      align: "end",
      width: "w-28",
      cell: ({ id, email }) => (
        <Button
          kind="quiet"
          aria-label={`Withdraw the invitation of ${email}`}
          busy={withdraw.isPending && withdraw.variables === id}
          onClick={() => withdraw.mutate(id)}
        >
          Withdraw
        </Button>
      ),
    });
  }
  return (
    <>
      <Table caption="Open invitations" columns={columns} rows={invitations} keyOf={({ id }) => id} />
      {error !== null && <Problem error={error} />}
    </>
  );
}
