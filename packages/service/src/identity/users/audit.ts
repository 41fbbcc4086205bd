import type { AuditEventType } from "@wayfare/contract";
import type { Unit } from "@wayfare/database";
import type { FastifyRequest } from "fastify";
import { actorOf } from "../../audit/actor.ts";
import { writeAuditEvent } from "../../audit/store.ts";
import { getCaller } from "../../http/caller.ts";

interface Done {
  action: AuditEventType;
  /** The user who calls by default. */
  subject?: { kind: "user" | "invitation"; id: string };
  /** What changed, never a secret. */
  details?: Record<string, unknown>;
}

/** Writes into the audit trail what the user of a session did to people: to the account as a whole, whatever the partition. */
export function auditPeople({ session, nowMs }: Unit, request: FastifyRequest, done: Done): Promise<void> {
  const { accountId, id } = getCaller(request);
  const { action, subject = { kind: "user", id }, details = {} } = done;
  return writeAuditEvent(session, {
    accountId,
    environment: null,
    action,
    actor: actorOf(request),
    subject,
    details,
    nowMs,
  });
}
