/** What may be done at a time: so many at once, and from then on so many a second. */
export interface RateAllowance {
  perSecond: number;
  burst: number;
}

/** How fast one key may call. */
export interface KeyLimits {
  requests: RateAllowance;
  /** Of the requests, those that search. */
  searches: RateAllowance;
  /** Searches that may run at the same time. */
  searchesAtOnce: number;
}

/** What an account pays for, and what it gets. */
export interface Plan {
  title: string;
  /** Raised with every change of what is sold: who has subscribed before keeps what was agreed. */
  version: number;
  /** Cents of US dollars a month, in advance. */
  priceMinor: number;
  /** Days that an account may try it, once; 0 where it is not tried. */
  trialDays: number;
  /** Live searches a period that cost nothing more. */
  searchesIncluded: number;
  /** US dollars for each search beyond them, as a decimal string; null where there is none beyond them. */
  overagePerSearch: string | null;
  /** Of each live and service key; test keys have `testKeyLimits` on every plan. */
  keyLimits: KeyLimits;
}

export const testKeyLimits: KeyLimits = {
  requests: { perSecond: 50, burst: 200 },
  searches: { perSecond: 20, burst: 40 },
  searchesAtOnce: 20,
};

/** The keys of one account and partition may together call as fast as so many of them. */
export const accountLimitFactor = 4;

/** Every plan. */
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

/** What plans are sold in. */
export const billingCurrency = "USD";

export const planNames: readonly PlanName[] = Object.keys(plans).filter(isPlanName);

export function isPlanName(text: string): text is PlanName {
  return Object.hasOwn(plans, text);
}

/** The plan that a stored row names. Throws if this version does not know it, rather than taking it for another. */
export function readPlanName(name: string): PlanName {
  if (!isPlanName(name)) throw new Error(`unknown plan ${name}`);
  return name;
}

/** The plan of a name, in the wide type that all share. */
export function getPlan(name: PlanName): Plan {
  return plans[name];
}
