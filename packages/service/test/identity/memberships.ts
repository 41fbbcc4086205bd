import type { PortalAccounts, Role } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { insertInvitation } from "../../src/identity/users/invitations.ts";
import { insertMembership } from "../../src/identity/users/memberships.ts";
import type { UserRecord } from "../../src/identity/users/store.ts";
import { createAccount } from "../../src/tenancy/account-store.ts";
import { type Browser, makeUser, signInAs } from "../browser-session.ts";
import type { RunningApp } from "../running-app.ts";

interface Parts {
  app: RunningApp;
  database: Database;
}

/** Creates another account with an owner, and invites an address to it. @returns the token of the invitation. */
export async function inviteToOther({ app, database }: Parts, email: string, role: Role = "viewer", name = "Other") {
  const accountId = await createAccount(database, name, app.clock.nowMs());
  const owner = await makeUser({ app, database }, { accountId });
  const input = { accountId, invitedBy: owner.id, email, role };
  const { token } = await insertInvitation(database, input, app.clock.nowMs());
  return { accountId, owner, token };
}

/** Adds a membership in a new account, which has another owner. */
export async function joinOther({ app, database }: Parts, user: UserRecord, role: Role = "viewer") {
  const accountId = await createAccount(database, "Other", app.clock.nowMs());
  const owner = await makeUser({ app, database }, { accountId });
  await insertMembership(database, { accountId, userId: user.id }, role, app.clock.nowMs());
  return { accountId, owner };
}

/** Returns a browser in which a user is signed in to an account. */
export function signInTo(parts: Parts, user: Pick<UserRecord, "id">, accountId: string): Promise<Browser> {
  return signInAs(parts, { id: user.id, accountId });
}

export async function listAccounts(browser: Browser): Promise<PortalAccounts["data"]> {
  return JSON.parse((await browser.call("/portal/accounts")).text).data;
}

/** Calls a route and returns the code of its error, or its status. */
export async function codeOf(browser: Browser, path: string, options: { method?: string; body?: object } = {}) {
  const { status, body } = await browser.call(path, options);
  return body.code ?? status;
}
