import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Member } from "@wayfare/contract";
import { portal } from "./portal-requests.ts";
import { readNewInvitation, readTeam } from "./portal-responses.ts";
import type { Role } from "./role-scopes.ts";
import { sessionKey } from "./session.ts";
import { useStepUp } from "./step-up.ts";

const teamKey = ["team"] as const;

/** Reads the members and invitations of the account. */
export function useTeam() {
  return useQuery({
    queryKey: teamKey,
    queryFn: () => portal.get("/portal/team", readTeam),
  });
}

/** Returns the names of the members by user id, for tables; empty while loading. */
export function useMemberNames(): ReadonlyMap<string, string> {
  return new Map(useTeam().data?.members.map((member) => [member.id, describeMember(member)]));
}

/** Returns the name of a member, or the email address if there is no name yet. */
export function describeMember({ name, email }: Pick<Member, "name" | "email">): string {
  return name || (email ?? "unnamed member");
}

/** Mutations of the team, for owners. They can require identity confirmation. */
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
        stepUp(() => portal.postAndRead("/portal/invitations", who, readNewInvitation)),
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
    erase: useMutation({
      mutationFn: (id: string) => stepUp(() => portal.post(`/portal/team/${id}/erase`, {})),
      onSuccess,
    }),
    remove: useMutation({ mutationFn: (id: string) => stepUp(() => portal.delete(`/portal/team/${id}`)), onSuccess }),
  };
}

/** Roles with a description of their permissions. */
export const roleChoices: readonly { value: Role; label: string; note: string }[] = [
  { value: "owner", label: "Owner", note: "Full access, including team and billing." },
  { value: "developer", label: "Developer", note: "API keys, webhooks, searches and bookings." },
  { value: "billing", label: "Billing", note: "Usage, invoices and plan." },
  { value: "viewer", label: "Viewer", note: "Read-only access to usage, requests and invoices." },
];
