import type { Invoice, InvoiceLine, Money, RedeemedCoupon, Subscription } from "@wayfare/sdk";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { describeCoupon, isCouponCode, isInForce } from "../src/pages/billing/coupon-text.ts";
import { readBillingView } from "../src/pages/billing/filters.ts";
import { describeInvoice } from "../src/pages/billing/invoice-state.ts";
import { describeEnd, describeSearches, describeState, offerOf } from "../src/pages/billing/subscription-text.ts";
import { isNothing, layOutLines } from "../src/pages/billing/sums.ts";

const usd = (amount: string): Money => ({ amount, currency: "USD" });
const titleOf = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
const nowMs = Date.parse("2026-11-21T12:00:00Z");

const pro: Pick<Subscription, "status" | "plan" | "pendingPlan" | "cancelAtPeriodEnd" | "price"> = {
  status: "active",
  plan: "pro",
  pendingPlan: null,
  cancelAtPeriodEnd: false,
  price: usd("49.00"),
};

test("the address keeps the part that is open and the state of invoices, and leaves out what there is not", () => {
  expect(readBillingView({ tab: "invoices", status: "open" })).toStrictEqual({ tab: "invoices", status: "open" });
  expect(readBillingView({ tab: "secrets", status: "toString", cursor: "x" })).toStrictEqual({});
});

describe("the lines of an invoice", () => {
  const line = (kind: InvoiceLine["kind"], amount: string): InvoiceLine => ({
    kind,
    description: kind,
    quantity: null,
    unitPrice: null,
    amount: usd(amount),
    period: null,
  });

  test("stand above, and tax, total, credit and what is to be paid under them, in this order", () => {
    const lines = [
      line("subscription", "49.00"),
      line("coupon", "-9.80"),
      line("tax", "7.84"),
      line("credit", "-5.00"),
    ];
    const { items, sums } = layOutLines({ lines, total: usd("47.04"), due: usd("42.04") });
    expect(items.map(({ kind }) => kind)).toStrictEqual(["subscription", "coupon"]);
    expect(sums.map(({ label, amount }) => `${label} ${amount.amount}`)).toStrictEqual([
      "tax 7.84",
      "Total 47.04",
      "credit -5.00",
      "To be paid 42.04",
    ]);
  });

  test("are each shown once, whatever they are", () => {
    const kinds = ["subscription", "proration", "overage", "coupon", "tax", "credit"] as const;
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...kinds)), (drawn) => {
        const { items, sums } = layOutLines({
          lines: drawn.map((kind) => line(kind, "1.00")),
          total: usd("0.00"),
          due: usd("0.00"),
        });
        const shown = [...items.map(({ kind }) => kind), ...sums.map(({ label }) => label)];
        expect(shown.filter((each) => each !== "Total" && each !== "To be paid").toSorted()).toStrictEqual(
          drawn.toSorted(),
        );
        expect(shown.includes("Total")).toBe(drawn.includes("tax") || drawn.includes("credit"));
      }),
    );
  });

  test("of an invoice that is paid are not to be paid any more", () => {
    const { sums } = layOutLines({
      lines: [line("overage", "1.00")],
      total: usd("1.00"),
      due: usd("1.00"),
      status: "paid",
    });
    expect(sums.map(({ label }) => label)).toStrictEqual(["Paid"]);
  });

  test("come to nothing in any currency's decimals", () => {
    expect([usd("0.00"), usd("0"), usd("-0.01")].map(isNothing)).toStrictEqual([true, true, false]);
  });
});

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
    expect(describeSearches({ searchesIncluded: 50_000, overagePerSearch: "0.004", price: usd("49.00") })).toBe(
      "50,000 a period, then $0.004 each",
    );
    expect(describeSearches({ searchesIncluded: 1000, overagePerSearch: null, price: usd("0.00") })).toBe(
      "1,000 a period, and none beyond them",
    );
  });
});

describe("a coupon", () => {
  const coupon: RedeemedCoupon = {
    id: "rdm_01kahz2j7p3v8c5m9n4q6r7s8t",
    code: "FIFTH",
    kind: "percent",
    percentOff: "20",
    amount: null,
    periodsLeft: null,
    coversUntil: null,
    plans: [],
    redeemedAt: "2026-11-21T07:33:00.000Z",
  };

  test("says what it takes off, of which plans and for how long", () => {
    expect(describeCoupon(coupon, titleOf)).toBe("20 % off every plan, in every period");
    const amount = { ...coupon, kind: "amount", percentOff: null, amount: usd("10.00") } as const;
    expect(describeCoupon({ ...amount, periodsLeft: 1, plans: ["pro", "scale"] }, titleOf)).toBe(
      "$10.00 off each period of Pro and Scale, for one period more",
    );
    expect(describeCoupon({ ...coupon, periodsLeft: 0 }, titleOf)).toMatch(/until this period ends$/);
    expect(describeCoupon({ ...amount, kind: "credit" }, titleOf)).toBe("$10.00 of credit");
  });

  test("is in force until the last period that it covers has ended", () => {
    const last = { ...coupon, periodsLeft: 0, coversUntil: "2026-12-21T07:33:00.000Z" };
    expect(isInForce(coupon, nowMs)).toBe(true);
    expect(isInForce(last, nowMs)).toBe(true);
    expect(isInForce(last, Date.parse("2026-12-21T07:33:00Z"))).toBe(false);
    expect(isInForce({ ...last, coversUntil: null }, nowMs)).toBe(false);
  });

  test("has a code that is worth asking for", () => {
    expect(["SPRING-2026", "a_b", "", "two words", "ü", "x".repeat(65)].map(isCouponCode)).toStrictEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});

test("an open invoice is overdue from the instant on by which it was to be paid", () => {
  const invoice = (status: Invoice["status"], dueAt: string | null) => describeInvoice({ status, dueAt }, nowMs)[1];
  expect(invoice("open", "2026-11-21T12:00:00.001Z")).toBe("Open");
  expect(invoice("open", "2026-11-21T12:00:00.000Z")).toBe("Overdue");
  expect(invoice("paid", "2026-11-01T00:00:00.000Z")).toBe("Paid");
  expect(invoice("draft", null)).toBe("Draft");
});
