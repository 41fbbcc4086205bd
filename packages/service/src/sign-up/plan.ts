import { changePlan, findPlan, lockBilling } from "@wayfare/billing";
import { billingCurrency, type Currency, freePlan, type PlanName } from "@wayfare/contract";
import type { Queryable, UnitOfWork } from "@wayfare/database";
import type { Settings } from "@wayfare/settings";
import type { OperatorAccountDeps } from "../operator/accounts/customers.ts";

/** Plan and currency of accounts that customers create. */
export interface SignUpTerms {
  plan: PlanName;
  currency: Currency;
}

export function signUpTermsOf({ signUpPlan, signUpCurrency }: Settings): SignUpTerms {
  return { plan: signUpPlan, currency: signUpCurrency };
}

export const defaultSignUpTerms: SignUpTerms = { plan: freePlan, currency: billingCurrency };

/** Returns why sign-ups cannot get a plan, as the end of a sentence; undefined if they can. */
export async function findPlanProblem(db: Queryable, { plan, currency }: SignUpTerms): Promise<string | undefined> {
  if (plan === freePlan) return undefined;
  const record = await findPlan(db, plan);
  if (record === undefined) return "the plan does not exist";
  const { current, retiredAtMs } = record;
  if (retiredAtMs !== null) return "the plan is retired";
  if (current.currency !== currency) return `its currency is ${current.currency}, and SIGN_UP_CURRENCY is ${currency}`;
  if (current.priceMinor > 0 && current.trialDays === 0) return "it has a price and no trial";
  return undefined;
}

/** Checks the settings at the start. @throws Error with the setting and the problem */
export async function assertSignUpTerms(db: Queryable, terms: SignUpTerms): Promise<void> {
  const problem = await findPlanProblem(db, terms);
  if (problem === undefined) return;
  throw new Error(
    `SIGN_UP_PLAN is ${JSON.stringify(terms.plan)}, but ${problem}. \`wayfare plans list\` shows the plans; \`${freePlan}\` has every currency.`,
  );
}

/** Starts the plan of a new account, with its trial if it has one. */
export async function startPlan(
  { tx, wallMs }: UnitOfWork,
  { billing: options }: Pick<OperatorAccountDeps, "billing">,
  { accountId, plan }: { accountId: string; plan: PlanName },
): Promise<void> {
  if (plan === freePlan) return;
  const billing = await lockBilling({ tx, nowMs: wallMs }, { accountId, environment: "live" }, options);
  const trial = ((await findPlan(tx, plan))?.current.trialDays ?? 0) > 0;
  await changePlan(billing, { plan, trial, chooser: "operator", previewed: null });
}
