import type { SignUpInvitation } from "@wayfare/sdk";
import { ActionProblem } from "../../components/action-problem.tsx";
import { Button } from "../../components/button.tsx";
import { Section } from "../../components/page-header.tsx";
import { type Column, PagedTable } from "../../components/table.tsx";
import { Time } from "../../components/time.tsx";
import { usePeopleActions, useSignUpInvitations } from "./sign-up-data.ts";

/** Open invitations of customers; nothing if there are none. */
export function SignUpInvitations({ mayChange }: { mayChange: boolean }) {
  const invitations = useSignUpInvitations();
  const { withdraw } = usePeopleActions();
  if (invitations.rows.length === 0) return null;
  const columns: Column<SignUpInvitation>[] = [
    { header: "Email", cell: ({ email }) => <span className="font-medium wrap-anywhere">{email}</span> },
    {
      header: "Invited",
      cell: ({ createdAt }) => <Time at={createdAt} show="distance" />,
      width: "w-32",
      secondary: true,
    },
    {
      header: "Expires",
      cell: ({ expiresAt }) => <Time at={expiresAt} show="distance" />,
      width: "w-32",
      secondary: true,
    },
  ];
  if (mayChange) {
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
    <Section title="Open invitations">
      <PagedTable caption="Open invitations" pages={invitations} columns={columns} empty={null} />
      <ActionProblem error={withdraw.error} />
    </Section>
  );
}
