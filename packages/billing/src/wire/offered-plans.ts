import type { AccountScope, Plan, WirePlan } from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";
import { listPublicPlans } from "../plans/store.ts";
import { loadState } from "../state/load.ts";
import { toWirePlan } from "./wire.ts";

/** Returns the plan of an account, in the version of its subscription. */
export async function findOwnPlan(db: Queryable, scope: AccountScope): Promise<Plan> {
  const { subscription, accountPlan, currency } = await loadState(db, scope);
  return subscription?.terms ?? { ...accountPlan, currency };
}

/**
 * Lists the plans that an account can choose, lowest price first: the public plans in its currency, and its own plan if it is not one of
 * them, in the version of its subscription.
 */
export async function listOfferedPlans(db: Queryable, scope: AccountScope): Promise<WirePlan[]> {
  const { subscription, accountPlan, currency } = await loadState(db, scope);
  const own = subscription?.terms ?? accountPlan;
  const listed = (await listPublicPlans(db))
    .map((plan) => (plan.priceMinor === 0 && plan.overageTiers.length === 0 ? { ...plan, currency } : plan))
    .filter((plan) => plan.currency === currency);
  const plans = listed.some(({ name }) => name === own.name) ? listed : [...listed, { ...own, currency }];
  return plans.toSorted((left, right) => left.priceMinor - right.priceMinor).map(toWirePlan);
}
