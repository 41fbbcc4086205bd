import { describe, expect, test } from "vitest";
import { billingDefaults, taxFor } from "../../src/options/options.ts";

const vat = {
  ...billingDefaults,
  tax: { name: "VAT", rate: "19" },
  taxRates: new Map([
    ["FR", "20"],
    ["CH", "8.1"],
  ]),
};

describe("tax", () => {
  test.each([
    ["of another member state with a VAT number of it", "DE", "FR", "FR", "0", true],
    ["of another member state without a VAT number", "DE", "FR", "", "20", false],
    ["of the seller's country with a VAT number", "DE", "DE", "DE", "19", false],
    ["outside of the EU", "DE", "CH", "", "8.1", false],
    ["of an unknown country", "DE", "", "", "19", false],
  ])("for a buyer %s", (_, sellerCountry, country, vatCountry, rate, hasNote) => {
    const tax = taxFor({ ...vat, sellerCountry }, { country, vatCountry });
    expect([tax.rate, tax.note?.startsWith("Reverse charge") ?? false]).toEqual([rate, hasNote]);
  });

  test("of a seller outside of the EU has no reverse charge", () => {
    for (const sellerCountry of ["", "CH", "GB"]) {
      expect(taxFor({ ...vat, sellerCountry }, { country: "FR", vatCountry: "FR" })).toEqual({
        name: "VAT",
        rate: "20",
      });
    }
  });
});
