import { DomainError, freePlan, type Plan, type PlanName } from "@wayfare/contract";
import type { LockedBilling } from "../dunning/lock-billing.ts";
import { findPlan, findPlans } from "../plans/store.ts";

/** Caller who chooses a plan. Operators can give an account a hidden plan. */
export type PlanChooser = "customer" | "operator";

/**
 * Returns the current version of a plan for an account that changes to it. A customer can choose public plans, `free` and the newer version
 * of the account's own plan.
 *
 * @throws DomainError REQUEST_INVALID for an unknown plan and, for customers, one that is hidden or retired; STATE_INVALID for a plan that
 *   is retired or in another currency.
 */
export async function getSoldPlan(
  { tx, state }: Pick<LockedBilling, "tx" | "state">,
  name: PlanName,
  chooser: PlanChooser,
): Promise<Plan> {
  const record = await findPlan(tx, name);
  const isListed = record?.visibility === "public" && record.retiredAtMs === null;
  const isKnown = chooser === "operator" || isListed || name === freePlan || name === state.subscription?.terms.name;
  if (record === undefined || !isKnown) throw unknownPlan(name);
  const { current, retiredAtMs } = record;
  if (name === freePlan) return { ...current, currency: state.currency };
  if (retiredAtMs !== null) throw new DomainError("STATE_INVALID", { detail: `The plan ${name} is no longer sold.` });
  if (current.currency !== state.currency) {
    const detail = `The plan ${name} has prices in ${current.currency}, but the currency of the account is ${state.currency}.`;
    throw new DomainError("STATE_INVALID", { detail });
  }
  return current;
}

/** Returns the plan of an account whose subscription ends. */
export async function getFreePlan(tx: LockedBilling["tx"]): Promise<Plan> {
  const reference = { plan: freePlan, version: null };
  return (await findPlans(tx, [reference])).get(reference);
}

function unknownPlan(name: PlanName): DomainError {
  const detail = `There is no plan ${JSON.stringify(name)}. \`GET /v1/billing/plans\` lists the plans.`;
  return new DomainError("REQUEST_INVALID", { detail, errors: [{ pointer: "/plan", code: "ENUM", detail }] });
}
