import { useAction } from "../../data/action.ts";
import { usePages } from "../../data/pages.ts";

const stale = ["sign-up-invitations"];

/** Lists the open invitations of customers. */
export function useSignUpInvitations() {
  return usePages(["sign-up-invitations"], (client, cursor) => client.signUpInvitations.list({ cursor }));
}

/** Mutations about people who sign up, or who have lost their password. */
export function usePeopleActions() {
  return {
    invite: useAction(stale, (client, email: string) => client.signUpInvitations.create(email)),
    withdraw: useAction(stale, (client, id: string) => client.signUpInvitations.delete(id)),
    resetPassword: useAction([], (client, email: string) => client.customerAccounts.resetPassword(email)),
  };
}
