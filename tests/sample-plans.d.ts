/** Plans that the first migration of plans inserts; `packages/billing/test/plans/store.test.ts` compares them. */
export declare const samplePlans: {
  readonly free: {
    readonly name: "free";
    readonly title: "Free";
    readonly priceMinor: 0;
    readonly searchesIncluded: 1000;
    readonly quotaBehavior: "hard_stop";
    readonly overageTiers: readonly [];
    readonly keyLimits: import("@wayfare/contract").KeyLimits;
    readonly version: 1;
    readonly currency: "USD";
    readonly trialDays: 0;
    readonly features: readonly [];
  };
  readonly pro: {
    readonly name: "pro";
    readonly title: "Pro";
    readonly priceMinor: 4900;
    readonly trialDays: 14;
    readonly searchesIncluded: 50000;
    readonly quotaBehavior: "overage";
    readonly overageTiers: readonly [
      {
        readonly upTo: null;
        readonly unitPrice: "0.004";
      },
    ];
    readonly keyLimits: {
      readonly requests: {
        readonly perSecond: 100;
        readonly burst: 400;
      };
      readonly searches: {
        readonly perSecond: 40;
        readonly burst: 80;
      };
      readonly searchesAtOnce: 40;
    };
    readonly version: 1;
    readonly currency: "USD";
    readonly features: readonly [];
  };
  readonly scale: {
    readonly name: "scale";
    readonly title: "Scale";
    readonly priceMinor: 79000;
    readonly searchesIncluded: 1000000;
    readonly quotaBehavior: "overage";
    readonly overageTiers: readonly [
      {
        readonly upTo: null;
        readonly unitPrice: "0.002";
      },
    ];
    readonly keyLimits: {
      readonly requests: {
        readonly perSecond: 200;
        readonly burst: 800;
      };
      readonly searches: {
        readonly perSecond: 80;
        readonly burst: 160;
      };
      readonly searchesAtOnce: 80;
    };
    readonly version: 1;
    readonly currency: "USD";
    readonly trialDays: 0;
    readonly features: readonly [];
  };
};
