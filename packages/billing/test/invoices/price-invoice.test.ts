import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { priceInvoice } from "../../src/invoices/price-invoice.ts";
import { lineOf } from "../sample-records.ts";

describe("priceInvoice", () => {
  test("adds lines whose sum is the amount due, uses credit first, and never has a negative amount due", () => {
    const amounts = fc.array(fc.integer({ min: -100_000, max: 100_000 }), { maxLength: 6 });
    const rates = fc.constantFrom("0", "19", "8.875", "7.7");
    const property = fc.property(amounts, rates, fc.integer({ min: 0, max: 50_000 }), (given, taxRate, balance) => {
      const { lines, totals } = priceInvoice(
        given.map((each) => lineOf(each)),
        { name: "VAT", rate: taxRate },
        balance,
      );
      expect(lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(totals.dueMinor);
      expect(totals.totalMinor).toBe(totals.subtotalMinor + totals.discountMinor + totals.taxMinor);
      expect(totals.dueMinor).toBe(totals.totalMinor + totals.creditMinor);
      expect(totals.dueMinor).toBe(Math.max(0, totals.totalMinor - balance));
      expect(balance + totals.creditMinor).toBeGreaterThanOrEqual(0);
    });
    fc.assert(property, { seed: 7 });
  });
});
