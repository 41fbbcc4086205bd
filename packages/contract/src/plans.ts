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

/** Subscription plan: price and limits. */
export interface Plan {
  title: string;
  /** Version of the terms, incremented with every change. Existing subscriptions keep their version. */
  version: number;
  /** Price in US cents per month, paid in advance. */
  priceMinor: number;
  /** Length of the free trial in days, once per account; 0 for no trial. */
  trialDays: number;
  /** Live searches included in each period. */
  searchesIncluded: number;
  /** Price in US dollars of each search beyond the included ones, as a decimal string; null for no overage. */
  overagePerSearch: string | null;
  /** Limits of each live and service key. Test keys have `testKeyLimits` on all plans. */
  keyLimits: KeyLimits;
}

export const testKeyLimits: KeyLimits = {
  requests: { perSecond: 50, burst: 200 },
  searches: { perSecond: 20, burst: 40 },
  searchesAtOnce: 20,
};

/** Limit of all keys of an account in one environment together, as a multiple of the limit of one key. */
export const accountLimitFactor = 4;

/** Plans by name. */
export const plans = {
  free: {
    title: "Free",
    version: 1,
    priceMinor: 0,
    trialDays: 0,
    searchesIncluded: 1000,
    overagePerSearch: null,
    keyLimits: testKeyLimits,
  },
  pro: {
    title: "Pro",
    version: 1,
    priceMinor: 4900,
    trialDays: 14,
    searchesIncluded: 50_000,
    overagePerSearch: "0.004",
    keyLimits: {
      requests: { perSecond: 100, burst: 400 },
      searches: { perSecond: 40, burst: 80 },
      searchesAtOnce: 40,
    },
  },
  scale: {
    title: "Scale",
    version: 1,
    priceMinor: 79_000,
    trialDays: 0,
    searchesIncluded: 1_000_000,
    overagePerSearch: "0.002",
    keyLimits: {
      requests: { perSecond: 200, burst: 800 },
      searches: { perSecond: 80, burst: 160 },
      searchesAtOnce: 80,
    },
  },
} as const satisfies Record<string, Plan>;

export type PlanName = keyof typeof plans;

/** Currency of plan prices. */
export const billingCurrency = "USD";

export const planNames: readonly PlanName[] = Object.keys(plans).filter(isPlanName);

export function isPlanName(text: string): text is PlanName {
  return Object.hasOwn(plans, text);
}

/** Reads the plan name of a stored row. @throws Error if this version does not know the plan. */
export function readPlanName(name: string): PlanName {
  if (!isPlanName(name)) throw new Error(`unknown plan ${name}`);
  return name;
}

/** Returns a plan as `Plan`, not as its literal type. */
export function getPlan(name: PlanName): Plan {
  return plans[name];
}
