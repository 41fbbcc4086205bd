import type { InvoiceLine, Money } from "@wayfare/sdk";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isZero, splitLines } from "../../../src/pages/billing/sums.ts";

const usd = (amount: string): Money => ({ amount, currency: "USD" });

describe("the lines of an invoice", () => {
  const line = (type: InvoiceLine["type"], amount: string): InvoiceLine => ({
    type,
    description: type,
    quantity: null,
    unitPrice: null,
    amount: usd(amount),
    period: null,
  });

  test("are split into items, and tax, total, credit and amount due, in this order", () => {
    const lines = [
      line("subscription", "49.00"),
      line("coupon", "-9.80"),
      line("tax", "7.84"),
      line("credit", "-5.00"),
    ];
    const { items, sums } = splitLines({ lines, total: usd("47.04"), due: usd("42.04") });
    expect(items.map(({ type }) => type)).toStrictEqual(["subscription", "coupon"]);
    expect(sums.map(({ label, amount }) => `${label} ${amount.amount}`)).toStrictEqual([
      "tax 7.84",
      "Total 47.04",
      "credit -5.00",
      "Amount due 42.04",
    ]);
  });

  test("are each shown once, for any types", () => {
    const types = ["subscription", "proration", "overage", "coupon", "tax", "credit"] as const;
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...types)), (drawn) => {
        const { items, sums } = splitLines({
          lines: drawn.map((type) => line(type, "1.00")),
          total: usd("0.00"),
          due: usd("0.00"),
        });
        const shown = [...items.map(({ type }) => type), ...sums.map(({ label }) => label)];
        expect(shown.filter((each) => each !== "Total" && each !== "Amount due").toSorted()).toStrictEqual(
          drawn.toSorted(),
        );
        expect(shown.includes("Total")).toBe(drawn.includes("tax") || drawn.includes("credit"));
      }),
    );
  });

  test("of a paid invoice have the total label Paid", () => {
    const { sums } = splitLines({
      lines: [line("overage", "1.00")],
      total: usd("1.00"),
      due: usd("1.00"),
      status: "paid",
    });
    expect(sums.map(({ label }) => label)).toStrictEqual(["Paid"]);
  });

  test("are zero with any number of decimals", () => {
    expect([usd("0.00"), usd("0"), usd("-0.01")].map(isZero)).toStrictEqual([true, true, false]);
  });
});
