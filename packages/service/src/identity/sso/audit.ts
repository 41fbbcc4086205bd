import type { AuditEventType } from "@wayfare/contract";
import type { UnitOfWork } from "@wayfare/database";
import type { FastifyRequest } from "fastify";
import { actorOf } from "../../audit/actor.ts";
import { writeAuditEvent } from "../../audit/store.ts";
import { getCaller } from "../../http/caller.ts";

/** Writes an audit event about the single sign-on of the caller's account. */
export function auditSso(
  { tx, wallMs }: UnitOfWork,
  request: FastifyRequest,
  action: Extract<AuditEventType, `sso.${string}`>,
  details: Record<string, unknown>,
): Promise<void> {
  const { accountId } = getCaller(request);
  const subject = { kind: "account", id: accountId } as const;
  return writeAuditEvent(tx, {
    accountId,
    environment: null,
    action,
    actor: actorOf(request),
    subject,
    details,
    nowMs: wallMs,
  });
}
