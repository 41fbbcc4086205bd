import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Section } from "../../components/page-header.tsx";
import { useSession } from "../../data/session.ts";
import { useTeam } from "../../data/team.ts";
import { Invitations } from "./invitations.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { LeaveAccount } from "./leave-account.tsx";
import { Members } from "./members.tsx";

/** Team tab: members and invitations. */
export function TeamSettings() {
  const team = useTeam();
  const [inviting, setInviting] = useState(false);
  const { role, singleSignOn } = useSession();
  const isOwner = role === "owner";
  const inviteButton = isOwner && (
    <Button kind="primary" onClick={() => setInviting(true)}>
      Invite member
    </Button>
  );
  return (
    <Loaded query={team} label="team">
      {({ members, invitations }) => (
        <div className="-mt-6">
          <Section title="Members" actions={inviteButton}>
            <Members members={members} isOwner={isOwner} />
            {!isOwner && <p className="pt-3 text-13 text-ink-3">Owners can invite members and change roles.</p>}
          </Section>
          {invitations.length > 0 && (
            <Section title="Open invitations">
              <Invitations invitations={invitations} isOwner={isOwner} />
            </Section>
          )}
          {!singleSignOn && <LeaveAccount />}
          <InviteDialog open={inviting} onClose={() => setInviting(false)} />
        </div>
      )}
    </Loaded>
  );
}
