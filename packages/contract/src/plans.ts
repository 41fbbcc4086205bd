import type { Currency } from "./money.ts";

/** Token-bucket rate limit: sustained rate and burst. */
export interface RateLimit {
  perSecond: number;
  burst: number;
}

/** Rate and concurrency limits of a key. */
export interface KeyLimits {
  requests: RateLimit;
  /** Limit for searches, which also count as requests. */
  searches: RateLimit;
  /** Maximum concurrent searches. */
  searchesAtOnce: number;
}

/** Limits of test keys, on all plans. */
export const testKeyLimits: KeyLimits = {
  requests: { perSecond: 50, burst: 200 },
  searches: { perSecond: 20, burst: 40 },
  searchesAtOnce: 20,
};

/** Limit of all keys of an account in one environment together, as a multiple of the limit of one key. */
export const accountLimitFactor = 4;

/** Behavior when the included searches are used: further searches are refused, or charged. */
export const quotaBehaviors = ["hard_stop", "overage"] as const;
export type QuotaBehavior = (typeof quotaBehaviors)[number];

/** Customers see and choose public plans; only operators give hidden plans to accounts. */
export const planVisibilities = ["public", "hidden"] as const;
export type PlanVisibility = (typeof planVisibilities)[number];

/** Price of searches beyond the included ones, up to a number of them. */
export interface OverageTier {
  /** Last search of the tier, counted from the first one beyond those included; null for no end. */
  upTo: number | null;
  /** Price of each search as a decimal string of major units. */
  unitPrice: string;
}

/** Name of a plan, matching `planNamePattern`. */
export type PlanName = string;
export const planNamePattern = "^[a-z][a-z0-9_-]{0,39}$";

/** Plan of accounts without a subscription. */
export const freePlan = "free";

/** A version of a plan: price and limits. It never changes. */
export interface Plan {
  name: PlanName;
  /** Subscriptions keep the version that they were sold with. */
  version: number;
  title: string;
  currency: Currency;
  /** Price in minor units per month, paid in advance. */
  priceMinor: number;
  /** Length of the free trial in days, once per account; 0 for no trial. */
  trialDays: number;
  /** Live searches included in each period. */
  searchesIncluded: number;
  quotaBehavior: QuotaBehavior;
  /** Graduated prices of searches beyond the included ones; empty for `hard_stop`. */
  overageTiers: readonly OverageTier[];
  /** Limits of each live and service key. Test keys have `testKeyLimits` on all plans. */
  keyLimits: KeyLimits;
  /** Texts for customers. */
  features: readonly string[];
}

/** Returns the price of the first search beyond the included ones; null if searches stop there. */
export function firstOveragePrice({ overageTiers: [tier] }: Pick<Plan, "overageTiers">): string | null {
  return tier?.unitPrice ?? null;
}

/** Currency of accounts for which none was given. */
export const billingCurrency = "USD";
