import type { Plan, Subscription } from "@wayfare/sdk";
import { formatCount, formatMoney } from "../../components/money-format.ts";
import type { Tone } from "../../components/status.tsx";

type Standing = Pick<Subscription, "status" | "plan" | "pendingPlan" | "cancelAtPeriodEnd" | "price">;
type TitleOf = (name: string) => string;

/** The state of a subscription in a word. */
export function describeState({ status, cancelAtPeriodEnd }: Standing): readonly [tone: Tone, word: string] {
  if (status === "past_due") return ["critical", "Past due"];
  if (status === "cancelled") return ["neutral", "Ended"];
  if (cancelAtPeriodEnd) return ["caution", "Ends with its period"];
  return status === "trialing" ? ["accent", "Trial"] : ["positive", "Active"];
}

/** What comes when the present period is over. */
export function describeEnd(standing: Standing, titleOf: TitleOf): string {
  const { status, plan, pendingPlan, price } = standing;
  const title = titleOf(plan);
  if (status === "cancelled" || (plan === "free" && pendingPlan === null)) {
    return "Searches are counted from zero again.";
  }
  if (pendingPlan === "free") return `${title} ends, and the account is on ${titleOf("free")} from then on.`;
  if (pendingPlan !== null) return `${titleOf(pendingPlan)} takes the place of ${title}.`;
  if (status === "trialing") return `The trial is over, and ${title} is charged: ${formatMoney(price)} a month.`;
  return `${title} goes on for another month at ${formatMoney(price)}. Searches beyond those included are charged with it.`;
}

/** The searches that a plan has, and what comes after them. */
export function describeSearches({
  searchesIncluded,
  overagePerSearch,
}: Pick<Plan, "searchesIncluded" | "overagePerSearch">): string {
  const beyond = overagePerSearch === null ? "and none beyond them" : `then ${formatMoney(overagePerSearch)} each`;
  return `${formatCount(searchesIncluded)} a period, ${beyond}`;
}

/** What can be done about a plan where it stands beside the others. */
export type PlanOffer = "current" | "pending" | "cancel" | "change";

/** Whether a plan is in force, is to come, ends what is paid for, or can be changed to. */
export function offerOf(name: Plan["name"], { plan, pendingPlan }: Standing): PlanOffer {
  if (name === plan) return "current";
  if (name === pendingPlan) return "pending";
  return name === "free" ? "cancel" : "change";
}
