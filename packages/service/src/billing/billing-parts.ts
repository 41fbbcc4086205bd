import type { BillingOptions } from "@wayfare/billing";
import { type AuditEventType, type Owner } from "@wayfare/contract";
import type { Unit } from "@wayfare/database";
import type { FastifyRequest } from "fastify";
import { actorOf } from "../audit/actor.ts";
import { writeAuditEvent } from "../audit/store.ts";
import { getCaller } from "../http/caller.ts";
import type { ResourceParts } from "../storage/resource-parts.ts";
import type { Meter } from "../usage/meter.ts";

/** What the routes of billing share. */
export interface BillingParts extends ResourceParts {
  meter: Meter;
  options: BillingOptions;
  publicUrl: string;
}

export const billingRead = { access: ["billing.read"], applicationKeys: "refused" } as const;
export const billingWrite = { access: ["billing.write"], applicationKeys: "refused" } as const;
/** Changes of the plan and of what counts as paid: a session has to be confirmed. */
export const billingChange = { ...billingWrite, stepUp: true } as const;
export const billingTags = ["Billing"];

/** Whose billing a request is about. */
export function ownerOf(request: FastifyRequest): Owner {
  const { accountId, environment } = getCaller(request);
  return { accountId, environment };
}

/** Writes who did what to money, in the transaction of what was done. */
export async function auditBilling(
  { session, nowMs }: Pick<Unit, "session" | "nowMs">,
  request: FastifyRequest,
  what: {
    action: AuditEventType;
    subject: { kind: "subscription" | "invoice" | "coupon"; id: string };
    details?: Record<string, unknown>;
  },
): Promise<void> {
  await writeAuditEvent(session, { ...ownerOf(request), ...what, actor: actorOf(request), nowMs });
}

/** The caller's keys see the new plan at once in this process; the others are told by the database. */
export function seePlan({ afterCommit }: Pick<Unit, "afterCommit">, { gate }: BillingParts, accountId: string): void {
  afterCommit(() => gate.forget(accountId));
}
