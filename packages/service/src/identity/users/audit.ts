import type { AuditEventType } from "@wayfare/contract";
import type { UnitOfWork } from "@wayfare/database";
import type { FastifyRequest } from "fastify";
import { actorOf } from "../../audit/actor.ts";
import { writeAuditEvent } from "../../audit/store.ts";
import { getCaller } from "../../http/caller.ts";
import { listMemberships } from "./memberships.ts";

interface UserAction {
  action: AuditEventType;
  /** Account of the event; that of the caller by default. */
  accountId?: string;
  /** Subject of the event; the calling user by default. */
  subject?: { kind: "user" | "invitation"; id: string };
  /** Changed values without secrets. */
  details?: Record<string, unknown>;
}

/** Writes an audit event about users or invitations, which concern the whole account and not one environment. */
export function auditUserAction(
  { tx, nowMs }: UnitOfWork,
  request: FastifyRequest,
  userAction: UserAction,
): Promise<void> {
  const { accountId: ownAccountId, id } = getCaller(request);
  const { accountId = ownAccountId, action, subject = { kind: "user", id }, details = {} } = userAction;
  return writeAuditEvent(tx, {
    accountId,
    environment: null,
    action,
    actor: actorOf(request),
    subject,
    details,
    nowMs,
  });
}

/** Writes an audit event about the credentials of the calling user in each account of the user, because they open all of them. */
export async function auditCredentialChange(
  { tx, nowMs }: UnitOfWork,
  request: FastifyRequest,
  { action, details = {} }: Pick<UserAction, "action" | "details">,
): Promise<void> {
  const { id } = getCaller(request);
  const event = { environment: null, action, actor: actorOf(request), subject: { kind: "user", id }, details } as const;
  for (const { accountId } of await listMemberships(tx, id)) await writeAuditEvent(tx, { ...event, accountId, nowMs });
}
