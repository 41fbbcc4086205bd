import { type CustomerAccount, DomainError, type Erasure, notFound } from "@wayfare/contract";
import type { Queryable, UnitOfWork } from "@wayfare/database";
import type { Actor } from "../audit/store.ts";
import { hasUnsettledOrders } from "../bookings/order-store.ts";
import { auditCustomerChange } from "../operator/accounts/customer-audit.ts";
import { closeCustomer, getCustomer, type OperatorAccountDeps } from "../operator/accounts/customers.ts";
import { markErased } from "../tenancy/customer-store.ts";
import { countRows } from "./erase-batch.ts";
import { findErasure, requestErasure } from "./store.ts";
import { accountSteps } from "./treatments.ts";

/**
 * Requests the erasure of an account, which a job then carries out. An account that is not closed is closed at once; its name confirms
 * that. Requesting it again runs the erasure again.
 *
 * @throws DomainError NOT_FOUND, or STATE_INVALID for the operators' account, for an open account without its name, and while orders at
 * suppliers are not settled.
 */
export async function eraseAccount(
  unit: UnitOfWork,
  deps: OperatorAccountDeps,
  { accountId, actor }: { accountId: string; actor: Actor },
  { confirmName }: { confirmName: string | undefined },
): Promise<Erasure> {
  const account = await getCustomer(unit, accountId);
  await assertErasable(unit.tx, account);
  if (account.status !== "closed") {
    if (confirmName !== account.name) {
      const detail =
        "The account is not closed. Close it first, or send its name as `confirmName` to close and erase it now.";
      throw new DomainError("STATE_INVALID", { detail });
    }
    await closeCustomer(unit, deps, { accountId, actor }, 0);
  }
  await markErased(unit.tx, accountId, unit.wallMs);
  await auditCustomerChange(unit, actor, { accountId, action: "account.erasure_requested" });
  return requestErasure(unit.tx, { type: "account", id: accountId, accountId }, unit.wallMs);
}

/** Counts the rows that an erasure of an account would change now, by table. Changes nothing. */
export async function previewAccountErasure(
  { tx, wallMs }: Pick<UnitOfWork, "tx" | "wallMs">,
  accountId: string,
): Promise<Erasure> {
  await assertErasable(tx, await getCustomer({ tx, wallMs }, accountId));
  const rows: Record<string, number> = {};
  for (const step of accountSteps) {
    const count = await countRows(tx, step, accountId, wallMs);
    if (count > 0) rows[step.table] = (rows[step.table] ?? 0) + count;
  }
  const subject = { type: "account", id: accountId } as const;
  return { id: null, accountId, subject, status: "dry_run", requestedAt: null, completedAt: null, rows };
}

/** Returns the erasure of an account. @throws DomainError NOT_FOUND, also for an account without one. */
export async function getAccountErasure(
  { tx, wallMs }: Pick<UnitOfWork, "tx" | "wallMs">,
  accountId: string,
): Promise<Erasure> {
  await getCustomer({ tx, wallMs }, accountId);
  const erasure = await findErasure(tx, { accountId, id: accountId });
  if (erasure === undefined) throw notFound("erasure", accountId);
  return erasure;
}

async function assertErasable(db: Queryable, { id, isOperator }: CustomerAccount): Promise<void> {
  if (isOperator) throw new DomainError("STATE_INVALID", { detail: "The account of the operators cannot be erased." });
  if (!(await hasUnsettledOrders(db, id))) return;
  const detail = "Orders at suppliers are not settled. They need the travelers' data; try again in a few minutes.";
  throw new DomainError("STATE_INVALID", { detail });
}
