import {
  type BillingOptions,
  cancelSubscription,
  changePlan,
  type LockedBilling,
  lockBilling,
  resumeSubscription,
} from "@wayfare/billing";
import { type CustomerAccount, freePlan, notFound, type PlanName } from "@wayfare/contract";
import type { UnitOfWork } from "@wayfare/database";
import type { Actor } from "../../audit/store.ts";
import { findCustomer } from "../../tenancy/customer-store.ts";
import { auditCustomerChange } from "./customer-audit.ts";

interface PlanDeps {
  billing: BillingOptions;
  /** Invalidates the cached keys of an account in this process. */
  invalidate: (id: string) => void;
}

interface PlanOfCustomer {
  accountId: string;
  plan: PlanName;
  actor: Actor;
}

/** Locks the live billing of an account until the transaction ends. */
async function lockLiveBilling(
  { tx, wallMs }: UnitOfWork,
  { billing }: PlanDeps,
  accountId: string,
): Promise<LockedBilling> {
  return lockBilling({ tx, nowMs: wallMs }, { accountId, environment: "live" }, billing);
}

/**
 * Changes the plan of an account, with the rules of `POST /v1/billing/subscription/change`: an upgrade takes effect and is invoiced at
 * once, a downgrade takes effect at the end of the period. The current plan withdraws a pending downgrade.
 *
 * @throws DomainError NOT_FOUND, STATE_INVALID, PAYMENT_REQUIRED.
 */
export async function changeCustomerPlan(
  unit: UnitOfWork,
  deps: PlanDeps,
  { accountId, plan, actor }: PlanOfCustomer,
): Promise<CustomerAccount> {
  if ((await findCustomer(unit.tx, accountId, unit.wallMs)) === undefined) throw notFound("account", accountId);
  const billing = await lockLiveBilling(unit, deps, accountId);
  const { subscription, accountPlan } = billing.state;
  const isWithdrawal = subscription?.terms.name === plan && subscription.pendingPlan !== null;
  const invoice = isWithdrawal
    ? await resumeSubscription(billing).then(() => null)
    : await changePlan(billing, { plan, trial: false, chooser: "operator", previewed: null });
  const details = { from: subscription?.terms.name ?? accountPlan.name, to: plan, invoiceId: invoice?.id ?? null };
  await auditCustomerChange(unit, actor, { accountId, action: "account.plan_changed", details });
  unit.afterCommit(() => deps.invalidate(accountId));
  const changed = await findCustomer(unit.tx, accountId, unit.wallMs);
  if (changed === undefined) throw notFound("account", accountId);
  return changed;
}

/** Cancels the subscription of an account at the end of its period, if it has one that is not cancelled. */
export async function cancelCustomerPlan(unit: UnitOfWork, deps: PlanDeps, accountId: string): Promise<void> {
  const billing = await lockLiveBilling(unit, deps, accountId);
  const { subscription } = billing.state;
  if (subscription !== null && subscription.pendingPlan?.name !== freePlan) await cancelSubscription(billing);
}
