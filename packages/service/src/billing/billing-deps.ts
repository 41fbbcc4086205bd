import type { BillingOptions } from "@wayfare/billing";
import { type AccountScope, type AuditEventType } from "@wayfare/contract";
import type { UnitOfWork } from "@wayfare/database";
import type { FastifyRequest } from "fastify";
import { actorOf } from "../audit/actor.ts";
import { writeAuditEvent } from "../audit/store.ts";
import { getCaller } from "../http/caller.ts";
import type { ResourceDeps } from "../storage/resource-deps.ts";
import type { Meter } from "../usage/meter.ts";

/** Dependencies of the billing routes. */
export interface BillingDeps extends ResourceDeps {
  meter: Meter;
  options: BillingOptions;
  publicUrl: string;
}

export const billingRead = { access: ["billing.read"], applicationKeys: "refused" } as const;
export const billingWrite = { access: ["billing.write"], applicationKeys: "refused" } as const;
/** Plan changes and payments, which require a step-up from sessions. */
export const billingChange = { ...billingWrite, stepUp: true } as const;
export const billingTags = ["Billing"];

/** Returns the account and environment whose billing a request concerns. */
export function scopeOf(request: FastifyRequest): AccountScope {
  const { accountId, environment } = getCaller(request);
  return { accountId, environment };
}

/** Writes an audit event of billing. Call it in the transaction of the change. */
export async function auditBilling(
  { tx, wallMs }: Pick<UnitOfWork, "tx" | "wallMs">,
  request: FastifyRequest,
  event: {
    action: AuditEventType;
    subject: { kind: "account" | "subscription" | "invoice" | "coupon"; id: string };
    details?: Record<string, unknown>;
  },
): Promise<void> {
  await writeAuditEvent(tx, { ...scopeOf(request), ...event, actor: actorOf(request), nowMs: wallMs });
}

/** Invalidates the cached plan of the account in this process after the commit. Other processes get a database notification. */
export function invalidatePlan(
  { afterCommit }: Pick<UnitOfWork, "afterCommit">,
  { accessCache }: BillingDeps,
  accountId: string,
): void {
  afterCommit(() => accessCache.invalidate(accountId));
}
