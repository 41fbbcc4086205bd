import type { BillingOptions } from "@wayfare/billing";
import { type AccountStatus, type CustomerAccount, DomainError, notFound } from "@wayfare/contract";
import type { UnitOfWork } from "@wayfare/database";
import type { Actor } from "../../audit/store.ts";
import type { KeyDeps } from "../../keys/rules.ts";
import type { Mailer } from "../../mail/mailer.ts";
import { makeNotices } from "../../notices/notices.ts";
import { notifyAccessChange } from "../../tenancy/access-changes.ts";
import { findCustomer, updateAccountName, updateClosing, updateSuspension } from "../../tenancy/customer-store.ts";
import { auditCustomerChange } from "./customer-audit.ts";
import { cancelCustomerPlan } from "./plan.ts";

/** Changes of accounts by operators. Every change is written to the audit logs of both accounts. */

/** Dependencies of changes of accounts by operators. */
export interface OperatorAccountDeps extends KeyDeps {
  billing: BillingOptions;
  mailer: Mailer;
  /** Public URL of the service, without a trailing slash. */
  publicUrl: string;
}

interface CustomerKey {
  accountId: string;
  actor: Actor;
}

const dayMs = 86_400_000;

/** Returns an account. @throws DomainError NOT_FOUND */
export async function getCustomer(
  { tx, wallMs }: Pick<UnitOfWork, "tx" | "wallMs">,
  accountId: string,
): Promise<CustomerAccount> {
  const account = await findCustomer(tx, accountId, wallMs);
  if (account === undefined) throw notFound("account", accountId);
  return account;
}

/** Locks an account until the transaction ends. @throws DomainError NOT_FOUND */
async function lockCustomer({ tx, wallMs }: UnitOfWork, accountId: string): Promise<CustomerAccount> {
  const account = await findCustomer(tx, accountId, wallMs, { lock: true });
  if (account === undefined) throw notFound("account", accountId);
  return account;
}

/** Changes the name of an account. */
export async function renameCustomer(
  unit: UnitOfWork,
  { accountId, actor }: CustomerKey,
  name: string,
): Promise<CustomerAccount> {
  const account = await lockCustomer(unit, accountId);
  if (account.name === name) return account;
  await updateAccountName(unit.tx, accountId, name);
  const details = { before: account.name, after: name };
  await auditCustomerChange(unit, actor, { accountId, action: "account.changed", details });
  return { ...account, name };
}

/**
 * Suspends an account: its keys and sessions are refused, and its webhook deliveries wait. Suspending it again has no effect.
 *
 * @throws DomainError NOT_FOUND, or STATE_INVALID for a closed account and for that of the operators.
 */
export async function suspendCustomer(
  unit: UnitOfWork,
  deps: OperatorAccountDeps,
  { accountId, actor }: CustomerKey,
  reason: string,
): Promise<CustomerAccount> {
  const account = await lockCustomer(unit, accountId);
  assertChangeable(account, "suspended");
  if (account.suspendedAt !== null) return account;
  await updateSuspension(unit.tx, accountId, { atMs: unit.wallMs, reason });
  await auditCustomerChange(unit, actor, { accountId, action: "account.suspended", details: { reason } });
  await makeNotices(deps.mailer).suspension(unit, accountId, reason);
  await invalidateAccess(unit, deps, accountId);
  return getCustomer(unit, accountId);
}

/**
 * Ends the suspension of an account and withdraws its closure. A subscription that the closure has cancelled stays cancelled.
 *
 * @throws DomainError NOT_FOUND, or STATE_INVALID if the account is closed, or neither suspended nor closing.
 */
export async function resumeCustomer(
  unit: UnitOfWork,
  deps: OperatorAccountDeps,
  { accountId, actor }: CustomerKey,
): Promise<CustomerAccount> {
  const account = await lockCustomer(unit, accountId);
  if (account.status === "closed")
    throw stateError("The grace period of this account has ended. Create a new account.");
  if (account.status === "active") throw stateError("The account is active.");
  await updateSuspension(unit.tx, accountId, null);
  await updateClosing(unit.tx, accountId, null);
  const { suspendedAt, closesAt } = account;
  await auditCustomerChange(unit, actor, { accountId, action: "account.resumed", details: { suspendedAt, closesAt } });
  await invalidateAccess(unit, deps, accountId);
  return getCustomer(unit, accountId);
}

/**
 * Closes an account after a grace period and cancels its subscription at the end of the period. Closing it again moves the end of the
 * grace period.
 *
 * @throws DomainError NOT_FOUND, or STATE_INVALID for a closed account and for that of the operators.
 */
export async function closeCustomer(
  unit: UnitOfWork,
  deps: OperatorAccountDeps,
  { accountId, actor }: CustomerKey,
  graceDays: number,
): Promise<CustomerAccount> {
  assertChangeable(await getCustomer(unit, accountId), "closed");
  // Locks billing before the account, in the order of plan changes.
  await cancelCustomerPlan(unit, deps, accountId);
  const account = await lockCustomer(unit, accountId);
  assertChangeable(account, "closed");
  await updateClosing(unit.tx, accountId, unit.wallMs + graceDays * dayMs);
  const closing = await getCustomer(unit, accountId);
  const details = { closesAt: closing.closesAt };
  await auditCustomerChange(unit, actor, { accountId, action: "account.close_scheduled", details });
  await invalidateAccess(unit, deps, accountId);
  return closing;
}

function assertChangeable({ isOperator, status }: CustomerAccount, change: AccountStatus): void {
  if (isOperator) throw stateError(`The account of the operators cannot be ${change}.`);
  if (status === "closed") throw stateError("The account is closed.");
}

function stateError(detail: string): DomainError {
  return new DomainError("STATE_INVALID", { detail });
}

/** Makes every process reload the keys of the account. A process that misses it reloads keys within 30 seconds. */
async function invalidateAccess(
  unit: UnitOfWork,
  { invalidate }: OperatorAccountDeps,
  accountId: string,
): Promise<void> {
  await notifyAccessChange(unit.tx, accountId);
  unit.afterCommit(() => invalidate(accountId));
}
