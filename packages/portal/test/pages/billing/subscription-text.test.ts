import type { Money, Subscription } from "@wayfare/sdk";
import { describe, expect, test } from "vitest";
import { describeEnd, describeSearches, describeState, offerOf } from "../../../src/pages/billing/subscription-text.ts";

const usd = (amount: string): Money => ({ amount, currency: "USD" });
const titleOf = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

const pro: Pick<Subscription, "status" | "plan" | "pendingPlan" | "cancelAtPeriodEnd" | "price"> = {
  status: "active",
  plan: "pro",
  pendingPlan: null,
  cancelAtPeriodEnd: false,
  price: usd("49.00"),
};

describe("a subscription", () => {
  test.each([
    ["goes on", pro, "Active", "Pro goes on for another month at $49.00"],
    ["is tried", { ...pro, status: "trialing" }, "Trial", "The trial is over, and Pro is charged: $49.00 a month."],
    ["is overdue", { ...pro, status: "past_due" }, "Past due", "Pro goes on"],
    [
      "is cancelled",
      { ...pro, pendingPlan: "free", cancelAtPeriodEnd: true },
      "Ends with its period",
      "Pro ends, and the account is on Free from then on.",
    ],
    ["steps down", { ...pro, plan: "scale", pendingPlan: "pro" }, "Active", "Pro takes the place of Scale."],
    ["has ended", { ...pro, status: "cancelled", plan: "free" }, "Ended", "Searches are counted from zero again."],
    ["never was", { ...pro, plan: "free", price: usd("0.00") }, "Active", "Searches are counted from zero again."],
  ] as const)("that %s says what comes when its period is over", (_, standing, word, then) => {
    expect(describeState(standing)[1]).toBe(word);
    expect(describeEnd(standing, titleOf)).toContain(then);
  });

  test("offers for each plan the one thing that can be done about it", () => {
    const steppingDown = { ...pro, plan: "scale", pendingPlan: "pro" } as const;
    const offers = (["free", "pro", "scale"] as const).map((name) => offerOf(name, steppingDown));
    expect(offers).toStrictEqual(["cancel", "pending", "current"]);
    expect(offerOf("scale", pro)).toBe("change");
  });

  test("says what a search costs after those included, to a tenth of a cent", () => {
    expect(describeSearches({ searchesIncluded: 50_000, overagePerSearch: usd("0.004") })).toBe(
      "50,000 a period, then $0.004 each",
    );
    expect(describeSearches({ searchesIncluded: 1000, overagePerSearch: null })).toBe(
      "1,000 a period, and none beyond them",
    );
  });
});
