import type { Money, Subscription } from "@wayfare/sdk";
import { describe, expect, test } from "vitest";
import {
  describePeriodEnd,
  describeSearches,
  describeStatus,
  relationOf,
} from "../../../src/pages/billing/subscription-text.ts";

const usd = (amount: string): Money => ({ amount, currency: "USD" });
const titleOf = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

const pro: Pick<Subscription, "status" | "plan" | "planVersion" | "pendingPlan" | "cancelAtPeriodEnd" | "price"> = {
  status: "active",
  plan: "pro",
  planVersion: 1,
  pendingPlan: null,
  cancelAtPeriodEnd: false,
  price: usd("49.00"),
};

describe("a subscription", () => {
  test.each([
    ["is active", pro, "Active", "Pro renews for $49.00."],
    ["is in trial", { ...pro, status: "trialing" }, "Trial", "The trial ends and Pro is charged: $49.00 per month."],
    ["is overdue", { ...pro, status: "past_due" }, "Past due", "Pro renews"],
    [
      "is cancelled",
      { ...pro, pendingPlan: "free", cancelAtPeriodEnd: true },
      "Cancels at period end",
      "Pro ends and the account changes to Free.",
    ],
    ["is to be downgraded", { ...pro, plan: "scale", pendingPlan: "pro" }, "Active", "Scale changes to Pro."],
    ["has ended", { ...pro, status: "cancelled", plan: "free" }, "Ended", "The search quota resets."],
    ["does not exist", { ...pro, plan: "free", price: usd("0.00") }, "Active", "The search quota resets."],
  ] as const)("that %s describes the end of its period", (_, standing, label, next) => {
    expect(describeStatus(standing)[1]).toBe(label);
    expect(describePeriodEnd(standing, titleOf)).toContain(next);
  });

  test("returns the relation of each plan to the subscription", () => {
    const downgrading = { ...pro, plan: "scale", pendingPlan: "pro" } as const;
    const offers = (["free", "pro", "scale"] as const).map((name) => relationOf({ name, version: 1 }, downgrading));
    expect(offers).toStrictEqual(["cancel", "pending", "current"]);
    expect(relationOf({ name: "scale", version: 1 }, pro)).toBe("change");
    expect(relationOf({ name: "pro", version: 2 }, pro)).toBe("newer");
  });

  test("describes included searches and overage, with fractions of a cent", () => {
    expect(
      describeSearches({ searchesIncluded: 50_000, overageTiers: [{ upTo: null, unitPrice: usd("0.004") }] }),
    ).toBe("50,000 per period, then $0.004 each");
    const overageTiers = [
      { upTo: 10_000, unitPrice: usd("0.004") },
      { upTo: 30_000, unitPrice: usd("0.003") },
      { upTo: null, unitPrice: usd("0.002") },
    ];
    expect(describeSearches({ searchesIncluded: 50_000, overageTiers })).toBe(
      "50,000 per period, then $0.004 each for 10,000, then $0.003 each for 20,000, then $0.002 each",
    );
    expect(describeSearches({ searchesIncluded: 1000, overageTiers: [] })).toBe("1,000 per period, no overage");
  });
});
