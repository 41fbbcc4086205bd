import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Member } from "@wayfare/contract";
import { readInvited, readTeam } from "./portal-answers.ts";
import { portal } from "./portal-requests.ts";
import type { Role } from "./role-scopes.ts";
import { sessionKey } from "./session.ts";
import { useStepUp } from "./step-up.ts";

const teamKey = ["team"] as const;

/** Who belongs to the account, and who is invited. */
export function useTeam() {
  return useQuery({
    queryKey: teamKey,
    queryFn: () => portal.get("/portal/team", readTeam),
  });
}

/** The colleagues by their ids, for tables; empty until they are there. */
export function useMemberNames(): ReadonlyMap<string, string> {
  return new Map(useTeam().data?.members.map((member) => [member.id, describeMember(member)]));
}

/** A name, or what stands for somebody who has not given one yet. */
export function describeMember({ name, email }: Pick<Member, "name" | "email">): string {
  return name || (email ?? "a member without a name");
}

/** What an owner can do to the team. Each may ask for a proof of who is there. */
export function useTeamActions() {
  const queries = useQueryClient();
  const stepUp = useStepUp();
  const onSuccess = async () => {
    await queries.invalidateQueries({ queryKey: teamKey });
    await queries.invalidateQueries({ queryKey: sessionKey });
  };
  return {
    invite: useMutation({
      mutationFn: (who: { email: string; role: Role }) =>
        stepUp(() => portal.postAndRead("/portal/invitations", who, readInvited)),
      onSuccess,
    }),
    withdraw: useMutation({
      mutationFn: (id: string) => stepUp(() => portal.delete(`/portal/invitations/${id}`)),
      onSuccess,
    }),
    changeRole: useMutation({
      mutationFn: ({ id, role }: { id: string; role: Role }) =>
        stepUp(() => portal.patch(`/portal/team/${id}`, { role })),
      onSuccess,
    }),
    remove: useMutation({ mutationFn: (id: string) => stepUp(() => portal.delete(`/portal/team/${id}`)), onSuccess }),
  };
}

/** The roles and what each may do. */
export const roleChoices: readonly { value: Role; label: string; note: string }[] = [
  { value: "owner", label: "Owner", note: "Everything, the team and billing among it." },
  { value: "developer", label: "Developer", note: "Keys, webhooks, searches and bookings." },
  { value: "billing", label: "Billing", note: "Usage, invoices and the plan." },
  { value: "viewer", label: "Viewer", note: "Reads usage, requests and invoices." },
];
