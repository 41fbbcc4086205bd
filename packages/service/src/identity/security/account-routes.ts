import { type PortalAccount, PortalAccountsSchema, PortalSessionSchema, SwitchAccountSchema } from "@wayfare/contract";
import { runUnitOfWork } from "@wayfare/database";
import type { App } from "../../http/app-type.ts";
import { getSessionCaller } from "../../http/caller.ts";
import { accountStatusOf } from "../../tenancy/account-state.ts";
import type { IdentityDeps } from "../sign-in/identity-deps.ts";
import { moveSession } from "../sign-in/move-session.ts";
import { listMemberships, type Membership } from "../users/memberships.ts";

/** Available also while the account of the session is suspended or closed, so that its users can open another account. */
const config = { access: { roles: [] }, closedAccounts: true, allAccounts: true } as const;

/** Registers the routes to list the accounts of the calling user and to switch between them. */
export function registerAccountSwitch(app: App, { database, clock, cookie }: IdentityDeps): void {
  app.get("/portal/accounts", { config, schema: { response: { 200: PortalAccountsSchema } } }, async (request) => {
    const { id, accountId } = getSessionCaller(request);
    const memberships = await listMemberships(database, id);
    return { data: memberships.map((each) => toWireAccount(each, accountId, clock.nowMs())) };
  });
  app.post(
    "/portal/session/account",
    { config, schema: { body: SwitchAccountSchema, response: { 200: PortalSessionSchema } } },
    (request, reply) =>
      runUnitOfWork(database, clock.nowMs(), (unit) =>
        moveSession(unit, { request, reply, cookie }, { accountId: request.body.accountId, method: "switch" }),
      ),
  );
}

function toWireAccount(
  { accountId, accountName, account, role }: Membership,
  currentId: string,
  nowMs: number,
): PortalAccount {
  const status = accountStatusOf(account, nowMs);
  return { id: accountId, name: accountName, role, status, current: accountId === currentId };
}
