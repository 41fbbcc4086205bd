import type { Invitation } from "@wayfare/contract";
import { ActionProblem } from "../../components/action-problem.tsx";
import { Button } from "../../components/button.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { Time } from "../../components/time.tsx";
import { useTeamActions } from "../../data/team.ts";

/** Table of open invitations. Owners can withdraw them. */
export function Invitations({ invitations, isOwner }: { invitations: readonly Invitation[]; isOwner: boolean }) {
  const { withdraw } = useTeamActions();
  const columns: Column<Invitation>[] = [
    { header: "Email", cell: ({ email }) => <span className="font-medium wrap-anywhere">{email}</span> },
    { header: "Role", cell: ({ role }) => <span className="capitalize">{role}</span>, width: "w-28" },
    { header: "Expires", cell: ({ expiresAt }) => <Time at={expiresAt} show="distance" />, secondary: true },
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
          aria-label={`Withdraw invitation of ${email}`}
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
      <ActionProblem error={withdraw.error} />
    </>
  );
}
