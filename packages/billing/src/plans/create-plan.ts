import {
  type CreatePlan,
  type Currency,
  DomainError,
  type FieldError,
  formatMoney,
  freePlan,
  isSearchCurrency,
  minorDigitsOf,
  type Plan,
  toMinor,
} from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";
import { findPlan, insertPlan, insertPlanVersion, type PlanRecord } from "./store.ts";

/** The next version of a plan. */
interface NewVersion {
  /** The existing plan; undefined for a new one. */
  record: PlanRecord | undefined;
  plan: Plan;
}

/**
 * Creates a plan, or the next version of one, which becomes that of new subscriptions and of accounts without one.
 *
 * @throws DomainError REQUEST_INVALID for terms that contradict each other, STATE_INVALID if the current version has these terms.
 */
export async function createPlanVersion(db: Queryable, input: CreatePlan, nowMs: number): Promise<NewVersion> {
  const { name, visibility = "hidden" } = input;
  const isNew = (await findPlan(db, name)) === undefined && (await insertPlan(db, { name, visibility }, nowMs));
  const record = isNew ? undefined : await findPlan(db, name, { lock: true });
  const plan = toPlan(input, record);
  if (record !== undefined && describeChanges(record.current, plan).length === 0) {
    const detail = `Version ${record.current.version} of the plan ${name} has these terms already.`;
    throw new DomainError("STATE_INVALID", { detail });
  }
  await insertPlanVersion(db, plan, nowMs);
  return { record, plan };
}

/** Returns the version that `createPlanVersion` would create. @throws DomainError REQUEST_INVALID */
export async function previewPlanVersion(db: Queryable, input: CreatePlan): Promise<NewVersion> {
  const record = await findPlan(db, input.name);
  return { record, plan: toPlan(input, record) };
}

function toPlan(input: CreatePlan, record: PlanRecord | undefined): Plan {
  const { name, title, price, searchesIncluded, quotaBehavior, keyLimits } = input;
  const { overageTiers = [], trialDays = 0, features = [] } = input;
  const currency = readPlanCurrency(price.currency);
  const priceMinor = toMinor(price.amount, currency);
  const isPrice = priceMinor !== null && priceMinor >= 0;
  const errors = [
    ...(isPrice
      ? []
      : [fault("/price", `must be 0 or more, with at most ${minorDigitsOf(currency)} decimals in ${currency}`)]),
    ...findTierFaults(input, overageTiers),
    ...findNameFaults(input, currency, record),
  ];
  if (errors.length > 0 || !isPrice) throw invalid(errors);
  return {
    name,
    version: (record?.current.version ?? 0) + 1,
    title,
    currency,
    priceMinor,
    trialDays,
    searchesIncluded,
    quotaBehavior,
    overageTiers: overageTiers.map(({ upTo, unitPrice }) => ({ upTo, unitPrice: unitPrice.amount })),
    keyLimits: {
      requests: { perSecond: keyLimits.requestsPerSecond, burst: keyLimits.requestsBurst },
      searches: { perSecond: keyLimits.searchesPerSecond, burst: keyLimits.searchesBurst },
      searchesAtOnce: keyLimits.searchesAtOnce,
    },
    features,
  };
}

function readPlanCurrency(code: string): Currency {
  if (isSearchCurrency(code)) return code;
  throw invalid([fault("/price/currency", "must be a currency of `GET /v1/reference/currencies`", "ENUM")]);
}

function invalid(errors: FieldError[]): DomainError {
  return new DomainError("REQUEST_INVALID", { detail: errors.map(({ detail }) => detail).join(" "), errors });
}

function fault(pointer: string, rule: string, code: FieldError["code"] = "RANGE"): FieldError {
  return { pointer, code, detail: `\`${pointer.slice(1).replaceAll("/", ".")}\` ${rule}.` };
}

type Tiers = NonNullable<CreatePlan["overageTiers"]>;

/** Price with at most ten digits and nine decimals, so that rating a period is exact. */
const unitPricePattern = /^\d{1,10}(\.\d{1,9})?$/;

function findTierFaults({ quotaBehavior, price }: CreatePlan, tiers: Tiers): FieldError[] {
  if (quotaBehavior === "hard_stop") {
    return tiers.length > 0 ? [fault("/overageTiers", "must be empty for `hard_stop`")] : [];
  }
  if (tiers.length === 0) return [fault("/overageTiers", "is required for `overage`", "REQUIRED")];
  return tiers.flatMap(({ upTo, unitPrice }, index) => {
    const tier = `/overageTiers/${index}`;
    if (unitPrice.currency !== price.currency) return [fault(`${tier}/unitPrice`, "must have the currency of `price`")];
    if (!unitPricePattern.test(unitPrice.amount)) {
      return [fault(`${tier}/unitPrice`, "must be 0 or more, with at most nine decimals")];
    }
    const pointer = `${tier}/upTo`;
    const isLast = index === tiers.length - 1;
    if (isLast !== (upTo === null)) return [fault(pointer, "must be null in the last tier, and only there")];
    const previous = tiers[index - 1]?.upTo ?? 0;
    return upTo !== null && upTo <= previous ? [fault(pointer, "must be greater than that of the previous tier")] : [];
  });
}

function findNameFaults(input: CreatePlan, currency: Currency, record: PlanRecord | undefined): FieldError[] {
  const { name, price, visibility, quotaBehavior, trialDays = 0 } = input;
  const faults: FieldError[] = [];
  if (name === freePlan) {
    if (Number(price.amount) !== 0)
      faults.push(fault("/price", "must be 0: accounts without a subscription have the plan free"));
    if (quotaBehavior !== "hard_stop") faults.push(fault("/quotaBehavior", "must be `hard_stop` for the plan free"));
    if (trialDays !== 0) faults.push(fault("/trialDays", "must be 0 for the plan free"));
  }
  if (record !== undefined && record.current.currency !== currency) {
    const rule = `must be ${record.current.currency} as in the other versions. Create another plan for ${currency}`;
    faults.push(fault("/price/currency", rule));
  }
  if (record !== undefined && visibility !== undefined && visibility !== record.visibility) {
    faults.push(fault("/visibility", "of an existing plan is changed with `PATCH /v1/operator/plans/{name}`"));
  }
  return faults;
}

/** A difference between two versions of a plan. */
export interface PlanDifference {
  member: string;
  before: string | null;
  after: string;
}

/** Compares the terms of a plan with those of its next version. Undefined for a new plan, whose terms are all new. */
export function describeChanges(before: Plan | undefined, after: Plan): PlanDifference[] {
  const [old, next] = [before && describeTerms(before), describeTerms(after)];
  return Object.entries(next).flatMap(([member, text]) => {
    const known = old?.[member] ?? null;
    return known === text ? [] : [{ member, before: known, after: text }];
  });
}

function describeTerms(plan: Plan): Record<string, string> {
  const { currency, overageTiers, keyLimits, features } = plan;
  const tiers = overageTiers.map(
    ({ upTo, unitPrice }) => `${upTo === null ? "further" : `up to ${upTo}`}: ${unitPrice}`,
  );
  return {
    title: plan.title,
    price: `${formatMoney(plan.priceMinor, currency).amount} ${currency}`,
    searchesIncluded: String(plan.searchesIncluded),
    quotaBehavior: plan.quotaBehavior,
    overageTiers: tiers.join(", ") || "none",
    trialDays: String(plan.trialDays),
    requestsPerSecond: String(keyLimits.requests.perSecond),
    requestsBurst: String(keyLimits.requests.burst),
    searchesPerSecond: String(keyLimits.searches.perSecond),
    searchesBurst: String(keyLimits.searches.burst),
    searchesAtOnce: String(keyLimits.searchesAtOnce),
    features: features.join("; ") || "none",
  };
}
