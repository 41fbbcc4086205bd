import type { AuditEventType } from "@wayfare/contract";
import type { UnitOfWork } from "@wayfare/database";
import type { FastifyRequest } from "fastify";
import { actorOf } from "../../audit/actor.ts";
import { writeAuditEvent } from "../../audit/store.ts";
import { getCaller } from "../../http/caller.ts";

interface UserAction {
  action: AuditEventType;
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
  const { accountId, id } = getCaller(request);
  const { action, subject = { kind: "user", id }, details = {} } = userAction;
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
