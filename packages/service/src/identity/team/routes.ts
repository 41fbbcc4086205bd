import {
  ChangeRoleSchema,
  DomainError,
  formatInstant,
  type Invitation,
  InvitationParamsSchema,
  InvitedSchema,
  InviteSchema,
  notFound,
  TeamSchema,
  UserParamsSchema,
} from "@wayfare/contract";
import { runUnit } from "@wayfare/database";
import type { App } from "../../http/app-type.ts";
import { getCaller } from "../../http/caller.ts";
import type { IdentityParts } from "../sign-in/identity-parts.ts";
import { signInUrl } from "../sign-in/links.ts";
import { auditPeople } from "../users/audit.ts";
import { type InvitationRecord, insertInvitation, listInvitations, withdrawInvitation } from "../users/invitations.ts";
import { findUserByEmail } from "../users/store.ts";
import { changeRole, holdTeam, listMembers, removeMember } from "./members.ts";

/** Who belongs to an account is its owners' to say. */
const owners = { access: { roles: ["owner"] }, stepUp: true } as const;

/** Who belongs to the account, and who is invited to. */
export function registerTeamRoutes(app: App, parts: IdentityParts): void {
  const { database, clock } = parts;
  app.get(
    "/portal/team",
    { config: { access: { roles: [] } }, schema: { response: { 200: TeamSchema } } },
    async (request) => {
      const { accountId } = getCaller(request);
      const invitations = await listInvitations(database, accountId, clock.nowMs());
      return { members: await listMembers(database, accountId), invitations: invitations.map(toWireInvitation) };
    },
  );
  registerInvitations(app, parts);
  registerMembers(app, parts);
}

function registerInvitations(app: App, { database, clock, publicUrl }: IdentityParts): void {
  app.post(
    "/portal/invitations",
    { config: owners, schema: { body: InviteSchema, response: { 201: InvitedSchema } } },
    async (request, reply) => {
      const { accountId, id: invitedBy } = getCaller(request);
      const invited = await runUnit(database, clock.nowMs(), async (unit) => {
        await holdTeam(unit.session, { accountId, userId: invitedBy });
        const known = await findUserByEmail(unit.session, request.body.email);
        if (known?.accountId === accountId) {
          throw new DomainError("CONFLICT", { detail: "Somebody with this address belongs to the account already." });
        }
        const order = { accountId, invitedBy, ...request.body };
        const { invitation, token } = await insertInvitation(unit.session, order, unit.nowMs);
        const { id, email, role } = invitation;
        const subject = { kind: "invitation", id } as const;
        await auditPeople(unit, request, { action: "invitation.created", subject, details: { email, role } });
        return { ...toWireInvitation(invitation), url: signInUrl(publicUrl, token) };
      });
      return reply.code(201).send(invited);
    },
  );
  app.delete(
    "/portal/invitations/:id",
    { config: owners, schema: { params: InvitationParamsSchema } },
    async (request, reply) => {
      const { id } = request.params;
      await runUnit(database, clock.nowMs(), async (unit) => {
        const { accountId, id: userId } = getCaller(request);
        await holdTeam(unit.session, { accountId, userId });
        if (!(await withdrawInvitation(unit.session, accountId, id, unit.nowMs))) throw notFound("invitation", id);
        const subject = { kind: "invitation", id } as const;
        await auditPeople(unit, request, { action: "invitation.withdrawn", subject });
      });
      return reply.code(204).send();
    },
  );
}

function registerMembers(app: App, { database, clock }: IdentityParts): void {
  app.patch(
    "/portal/team/:id",
    { config: owners, schema: { params: UserParamsSchema, body: ChangeRoleSchema } },
    async (request, reply) => {
      const { id: userId } = request.params;
      const { role } = request.body;
      const { accountId, id: ownerId } = getCaller(request);
      await runUnit(database, clock.nowMs(), async (unit) => {
        await holdTeam(unit.session, { accountId, userId: ownerId });
        const before = await changeRole(unit, { accountId, userId }, role);
        if (before === role) return;
        const subject = { kind: "user", id: userId } as const;
        await auditPeople(unit, request, { action: "user.role_changed", subject, details: { before, after: role } });
      });
      return reply.code(204).send();
    },
  );
  app.delete("/portal/team/:id", { config: owners, schema: { params: UserParamsSchema } }, async (request, reply) => {
    const { id: userId } = request.params;
    const { accountId, id: ownerId } = getCaller(request);
    await runUnit(database, clock.nowMs(), async (unit) => {
      await holdTeam(unit.session, { accountId, userId: ownerId });
      const { email, role } = await removeMember(unit, { accountId, userId });
      const subject = { kind: "user", id: userId } as const;
      await auditPeople(unit, request, { action: "user.removed", subject, details: { email, role } });
    });
    return reply.code(204).send();
  });
}

function toWireInvitation({ id, email, role, createdAtMs, expiresAtMs }: InvitationRecord): Invitation {
  return { id, email, role, createdAt: formatInstant(createdAtMs), expiresAt: formatInstant(expiresAtMs) };
}
