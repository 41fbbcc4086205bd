import { type Plan, testKeyLimits } from "@wayfare/contract";

const common = { version: 1, currency: "USD", trialDays: 0, features: [] } as const;

/** Plans that the first migration of plans inserts; `packages/billing/test/plans/store.test.ts` compares them. */
export const samplePlans = {
  free: {
    ...common,
    name: "free",
    title: "Free",
    priceMinor: 0,
    searchesIncluded: 1000,
    quotaBehavior: "hard_stop",
    overageTiers: [],
    keyLimits: testKeyLimits,
  },
  pro: {
    ...common,
    name: "pro",
    title: "Pro",
    priceMinor: 4900,
    trialDays: 14,
    searchesIncluded: 50_000,
    quotaBehavior: "overage",
    overageTiers: [{ upTo: null, unitPrice: "0.004" }],
    keyLimits: {
      requests: { perSecond: 100, burst: 400 },
      searches: { perSecond: 40, burst: 80 },
      searchesAtOnce: 40,
    },
  },
  scale: {
    ...common,
    name: "scale",
    title: "Scale",
    priceMinor: 79_000,
    searchesIncluded: 1_000_000,
    quotaBehavior: "overage",
    overageTiers: [{ upTo: null, unitPrice: "0.002" }],
    keyLimits: {
      requests: { perSecond: 200, burst: 800 },
      searches: { perSecond: 80, burst: 160 },
      searchesAtOnce: 80,
    },
  },
} as const satisfies Record<string, Plan>;
