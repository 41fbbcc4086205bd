import type { Plan, Subscription } from "@wayfare/sdk";
import { formatCount, formatMoney } from "../../components/money-format.ts";
import type { Tone } from "../../components/status.tsx";

type SubscriptionSummary = Pick<
  Subscription,
  "status" | "plan" | "planVersion" | "pendingPlan" | "cancelAtPeriodEnd" | "price"
>;
type TitleOf = (name: string) => string;

/** Returns the status label of a subscription. */
export function describeStatus({
  status,
  cancelAtPeriodEnd,
}: SubscriptionSummary): readonly [tone: Tone, label: string] {
  if (status === "past_due") return ["critical", "Past due"];
  if (status === "cancelled") return ["neutral", "Ended"];
  if (cancelAtPeriodEnd) return ["caution", "Cancels at period end"];
  return status === "trialing" ? ["accent", "Trial"] : ["positive", "Active"];
}

/** Describes what happens at the end of the current period. */
export function describePeriodEnd(subscription: SubscriptionSummary, titleOf: TitleOf): string {
  const { status, plan, pendingPlan, price } = subscription;
  const title = titleOf(plan);
  if (status === "cancelled" || (plan === "free" && pendingPlan === null)) {
    return "The search quota resets.";
  }
  if (pendingPlan === "free") return `${title} ends and the account changes to ${titleOf("free")}.`;
  if (pendingPlan !== null) return `${title} changes to ${titleOf(pendingPlan)}.`;
  if (status === "trialing") return `The trial ends and ${title} is charged: ${formatMoney(price)} per month.`;
  return `${title} renews for ${formatMoney(price)}. Overage of this period is charged with the renewal.`;
}

/** Describes the included searches and the overage of a plan. */
export function describeSearches({
  searchesIncluded,
  overageTiers,
}: Pick<Plan, "searchesIncluded" | "overageTiers">): string {
  return `${formatCount(searchesIncluded)} per period, ${describeTiers(overageTiers)}`;
}

/** Describes the prices of searches beyond the included ones, such as "then $0.004 each for 10,000, then $0.002 each". */
function describeTiers(tiers: Plan["overageTiers"]): string {
  if (tiers.length === 0) return "no overage";
  const texts = tiers.map(({ upTo, unitPrice }, index) => {
    const price = `then ${formatMoney(unitPrice)} each`;
    return upTo === null ? price : `${price} for ${formatCount(upTo - (tiers[index - 1]?.upTo ?? 0))}`;
  });
  return texts.join(", ");
}

/** Relation of a plan to the current subscription. */
export type PlanRelation = "current" | "newer" | "pending" | "cancel" | "change";

/** Returns whether a plan is the current or the pending one, cancels the subscription, or is a change of plan or version. */
export function relationOf(
  { name, version }: Pick<Plan, "name" | "version">,
  { plan, planVersion, pendingPlan }: SubscriptionSummary,
): PlanRelation {
  if (name === plan && pendingPlan !== plan) return version === planVersion ? "current" : "newer";
  if (name === pendingPlan) return "pending";
  return name === "free" ? "cancel" : "change";
}
