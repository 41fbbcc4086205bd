import {
  ChangeRoleSchema,
  CreateInvitationSchema,
  DomainError,
  formatInstant,
  type Invitation,
  InvitationParamsSchema,
  NewInvitationSchema,
  notFound,
  TeamSchema,
  UserParamsSchema,
} from "@wayfare/contract";
import { runUnitOfWork } from "@wayfare/database";
import type { App } from "../../http/app-type.ts";
import { getCaller } from "../../http/caller.ts";
import { getAccount } from "../../tenancy/account-store.ts";
import { isSsoRequired } from "../connections/connection-store.ts";
import type { IdentityDeps } from "../sign-in/identity-deps.ts";
import { signInUrl } from "../sign-in/links.ts";
import { auditUserAction } from "../users/audit.ts";
import { type InvitationRecord, insertInvitation, listInvitations, withdrawInvitation } from "../users/invitations.ts";
import { findUser, findUserByEmail } from "../users/store.ts";
import { changeRole, listMembers, lockTeam, removeMember } from "./members.ts";

/** Only owners manage the team. */
const owners = { access: { roles: ["owner"] }, stepUp: true } as const;

/** Registers the routes for members and invitations. */
export function registerTeamRoutes(app: App, deps: IdentityDeps): void {
  const { database, clock } = deps;
  app.get(
    "/portal/team",
    { config: { access: { roles: [] } }, schema: { response: { 200: TeamSchema } } },
    async (request) => {
      const { accountId } = getCaller(request);
      const invitations = await listInvitations(database, accountId, clock.nowMs());
      return { members: await listMembers(database, accountId), invitations: invitations.map(toWireInvitation) };
    },
  );
  registerInvitations(app, deps);
  registerMembers(app, deps);
}

function registerInvitations(app: App, { database, clock, publicUrl, mailer }: IdentityDeps): void {
  app.post(
    "/portal/invitations",
    { config: owners, schema: { body: CreateInvitationSchema, response: { 201: NewInvitationSchema } } },
    async (request, reply) => {
      const { accountId, id: invitedBy } = getCaller(request);
      const invited = await runUnitOfWork(database, clock.nowMs(), async (unit) => {
        await lockTeam(unit.tx, { accountId, userId: invitedBy });
        const known = await findUserByEmail(unit.tx, request.body.email);
        if (known && (await findUser(unit.tx, { accountId, userId: known.id })) !== undefined) {
          throw new DomainError("CONFLICT", {
            detail: "A user with this email address is already a member of the account.",
          });
        }
        const input = { accountId, invitedBy, ...request.body };
        const { invitation, token } = await insertInvitation(unit.tx, input, unit.nowMs);
        const { id, email, role } = invitation;
        const subject = { kind: "invitation", id } as const;
        await auditUserAction(unit, request, { action: "invitation.created", subject, details: { email, role } });
        const url = signInUrl(publicUrl, token);
        const { name: accountName } = await getAccount(unit.tx, accountId);
        const inviter = (await findUser(unit.tx, { accountId, userId: invitedBy }))?.name || null;
        const { expiresAtMs } = invitation;
        const usesSso = await isSsoRequired(unit.tx, { accountId, email });
        const content = { kind: "invitation", accountName, inviter, role, url, expiresAtMs, usesSso } as const;
        const mailed = await mailer.enqueue(unit, { to: email, accountId, content });
        return { ...toWireInvitation(invitation), url, mailed, singleSignOn: usesSso };
      });
      return reply.code(201).send(invited);
    },
  );
  app.delete(
    "/portal/invitations/:id",
    { config: owners, schema: { params: InvitationParamsSchema } },
    async (request, reply) => {
      const { id } = request.params;
      await runUnitOfWork(database, clock.nowMs(), async (unit) => {
        const { accountId, id: userId } = getCaller(request);
        await lockTeam(unit.tx, { accountId, userId });
        if (!(await withdrawInvitation(unit.tx, accountId, id, unit.nowMs))) throw notFound("invitation", id);
        const subject = { kind: "invitation", id } as const;
        await auditUserAction(unit, request, { action: "invitation.withdrawn", subject });
      });
      return reply.code(204).send();
    },
  );
}

function registerMembers(app: App, { database, clock }: IdentityDeps): void {
  app.patch(
    "/portal/team/:id",
    { config: owners, schema: { params: UserParamsSchema, body: ChangeRoleSchema } },
    async (request, reply) => {
      const { id: userId } = request.params;
      const { role } = request.body;
      const { accountId, id: ownerId } = getCaller(request);
      await runUnitOfWork(database, clock.nowMs(), async (unit) => {
        await lockTeam(unit.tx, { accountId, userId: ownerId });
        const before = await changeRole(unit, { accountId, userId }, role);
        if (before === role) return;
        const subject = { kind: "user", id: userId } as const;
        await auditUserAction(unit, request, {
          action: "user.role_changed",
          subject,
          details: { before, after: role },
        });
      });
      return reply.code(204).send();
    },
  );
  app.delete("/portal/team/:id", { config: owners, schema: { params: UserParamsSchema } }, async (request, reply) => {
    const { id: userId } = request.params;
    const { accountId, id: ownerId } = getCaller(request);
    await runUnitOfWork(database, clock.nowMs(), async (unit) => {
      await lockTeam(unit.tx, { accountId, userId: ownerId });
      const { email, role } = await removeMember(unit, { accountId, userId });
      const subject = { kind: "user", id: userId } as const;
      await auditUserAction(unit, request, { action: "user.removed", subject, details: { email, role } });
    });
    return reply.code(204).send();
  });
}

function toWireInvitation({ id, email, role, createdAtMs, expiresAtMs }: InvitationRecord): Invitation {
  return { id, email, role, createdAt: formatInstant(createdAtMs), expiresAt: formatInstant(expiresAtMs) };
}
