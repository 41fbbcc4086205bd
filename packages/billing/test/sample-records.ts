import type { Line, Phase, Redemption } from "../src/records/records.ts";
import { samplePlans } from "./sample-plans.ts";
import { startMs } from "./test-billing.ts";

const owner = { accountId: "acct_a", environment: "live" } as const;
export const monthSeconds = 2_592_000;

export function phaseFrom(seconds: number, chargedMinor: number, changes: Partial<Phase> = {}): Phase {
  return {
    ...owner,
    subscriptionId: "sub_a",
    startedAtMs: startMs + seconds * 1000,
    periodStartMs: startMs,
    periodEndMs: startMs + monthSeconds * 1000,
    endedAtMs: null,
    terms: samplePlans.pro,
    chargedMinor,
    ...changes,
  };
}

export function redemptionOf(changes: Partial<Redemption>): Redemption {
  return {
    ...owner,
    id: "rdm_a",
    couponId: "cpn_a",
    code: "CODE",
    kind: "percent",
    percentBasis: 2000,
    amountMinor: null,
    currency: "USD",
    plans: [],
    periodsLeft: null,
    coversUntilMs: null,
    redeemedAtMs: startMs,
    ...changes,
  };
}

export const lineOf = (amountMinor: number, kind: Line["kind"] = "subscription"): Line => ({
  kind,
  description: "",
  quantity: null,
  unitPrice: null,
  amountMinor,
  startMs: null,
  endMs: null,
  couponCode: null,
});
