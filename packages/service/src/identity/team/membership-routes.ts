import {
  AccountParamsSchema,
  InvitationPreviewSchema,
  InvitationTokenSchema,
  notFound,
  PortalSessionSchema,
} from "@wayfare/contract";
import { runUnitOfWork, type UnitOfWork } from "@wayfare/database";
import type { App } from "../../http/app-type.ts";
import { getSessionCaller } from "../../http/caller.ts";
import { isAccountOpen } from "../../tenancy/account-state.ts";
import { getAccount } from "../../tenancy/account-store.ts";
import { acceptAsMember, describeInvitation } from "../sign-in/accept-invitation.ts";
import type { BrowserExchange } from "../sign-in/create-session.ts";
import type { IdentityDeps } from "../sign-in/identity-deps.ts";
import { moveSession } from "../sign-in/move-session.ts";
import { auditUserAction } from "../users/audit.ts";
import { listMemberships } from "../users/memberships.ts";
import { findUser } from "../users/store.ts";
import { removeMember } from "./members.ts";

/** Available also while the account of the session is suspended or closed, so that its users can join and leave accounts. */
const config = { access: { roles: [] }, closedAccounts: true, allAccounts: true } as const;

/** Registers the routes with which a signed-in user joins and leaves accounts. */
export function registerMembershipRoutes(app: App, deps: IdentityDeps): void {
  registerAcceptance(app, deps);
  registerLeaving(app, deps);
}

function registerAcceptance(app: App, { database, clock, cookie, attempts }: IdentityDeps): void {
  app.post(
    "/portal/invitations/preview",
    { config, schema: { body: InvitationTokenSchema, response: { 200: InvitationPreviewSchema } } },
    (request, reply) =>
      attempts.signIn({ request, reply, method: "link" }, null, async () => {
        const { accountId, id: userId } = getSessionCaller(request);
        const user = await findUser(database, { accountId, userId });
        if (user === undefined) throw notFound("user", userId);
        return describeInvitation({ tx: database, nowMs: clock.nowMs() }, user, request.body.token);
      }),
  );
  app.post(
    "/portal/invitations/accept",
    { config, schema: { body: InvitationTokenSchema, response: { 200: PortalSessionSchema } } },
    (request, reply) =>
      attempts.signIn({ request, reply, method: "link" }, null, () =>
        runUnitOfWork(database, clock.nowMs(), (unit) =>
          acceptAsMember(unit, { request, reply, cookie }, request.body.token),
        ),
      ),
  );
}

function registerLeaving(app: App, { database, clock, cookie }: IdentityDeps): void {
  app.delete(
    "/portal/accounts/:id",
    { config: { ...config, stepUp: true }, schema: { params: AccountParamsSchema } },
    async (request, reply) => {
      const accountId = request.params.id;
      await runUnitOfWork(database, clock.nowMs(), (unit) => leave(unit, { request, reply, cookie }, accountId));
      return reply.code(204).send();
    },
  );
}

/** Ends the calling user's membership in an account. A session in that account moves to another open account, or ends. */
async function leave(unit: UnitOfWork, browser: BrowserExchange, accountId: string): Promise<void> {
  const { id: userId, accountId: currentId } = getSessionCaller(browser.request);
  const memberships = await listMemberships(unit.tx, userId);
  if (!memberships.some((each) => each.accountId === accountId)) throw notFound("account", accountId);
  // Serializes leaving with other changes of the team, so that one owner stays.
  await getAccount(unit.tx, accountId, { lock: true });
  if (accountId === currentId) {
    const next = memberships.find((each) => each.accountId !== accountId && isAccountOpen(each.account, unit.wallMs));
    if (next === undefined) unit.afterCommit(() => browser.cookie.clear(browser.request, browser.reply));
    else await moveSession(unit, browser, { accountId: next.accountId, method: "switch" });
  }
  const { email, role } = await removeMember(unit, { accountId, userId });
  await auditUserAction(unit, browser.request, { accountId, action: "user.left", details: { email, role } });
}
