import type { AuditEventType } from "@wayfare/contract";
import type { UnitOfWork } from "@wayfare/database";
import { type Actor, writeAuditEvent } from "../../audit/store.ts";
import { findOperatorAccount } from "../../tenancy/customer-store.ts";

/** Returns an operator as the audit log of a customer shows it: without address and request id, which belong to the operators' account. */
export function customerActor({ id }: Actor): Actor {
  return { kind: "operator", id, address: null, requestId: null };
}

interface CustomerChange {
  accountId: string;
  action: AuditEventType;
  details?: Record<string, unknown>;
}

/** Writes an audit event of a change by an operator in the logs of both accounts: that of the customer and that of the operators. */
export async function auditCustomerChange(
  { tx, wallMs }: UnitOfWork,
  actor: Actor,
  { accountId, action, details = {} }: CustomerChange,
): Promise<void> {
  const subject = { kind: "account", id: accountId } as const;
  const event = { environment: null, action, subject, details, nowMs: wallMs };
  await writeAuditEvent(tx, { ...event, accountId, actor: customerActor(actor) });
  const operators = await findOperatorAccount(tx);
  if (operators !== undefined && operators !== accountId) {
    await writeAuditEvent(tx, { ...event, accountId: operators, actor });
  }
}
