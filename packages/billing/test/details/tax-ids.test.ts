import fc from "fast-check";
import { expect, test } from "vitest";
import { findEuVatCountry, isInEu, isTaxId, printTaxId } from "../../src/details/tax-ids.ts";

test.each([
  ["eu_vat", "DE 811 907 980"],
  ["eu_vat", "ATU12345678"],
  ["eu_vat", "IE6388047V"],
  ["eu_vat", "EL094259216"],
  ["eu_vat", "SE556703748501"],
  ["gb_vat", "GB 980 7806 84"],
  ["ch_vat", "CHE-116.281.710 MWST"],
  ["no_vat", "NO 974 760 673 MVA"],
  ["au_abn", "51 824 753 556"],
  ["in_gst", "27AAPFU0939F1ZV"],
] as const)("accepts the %s %s, and rejects it with one other digit", (type, id) => {
  expect(isTaxId(type, id)).toBe(true);
  expect(isTaxId(type, `${id}1`)).toBe(false);
  // Numbers of the EU have check digits that differ between states and are not validated.
  if (type === "eu_vat") return;
  const at = id.search(/\d(?=\D*$)/);
  const changed = id.slice(0, at) + String((Number(id[at]) + 1) % 10) + id.slice(at + 1);
  expect(isTaxId(type, changed)).toBe(false);
});

test("rejects any text without throwing", () => {
  const types = ["eu_vat", "gb_vat", "ch_vat", "no_vat", "au_abn", "in_gst"] as const;
  fc.assert(
    fc.property(fc.constantFrom(...types), fc.string({ unit: "binary", maxLength: 30 }), (type, text) => {
      expect(typeof isTaxId(type, text)).toBe("boolean");
    }),
    { seed: 30 },
  );
});

test("returns the country of a VAT number of the EU", () => {
  expect(findEuVatCountry("EL094259216")).toBe("GR");
  expect(findEuVatCountry("GB980780684")).toBeUndefined();
  expect(findEuVatCountry("constructor")).toBeUndefined();
  expect([isInEu("GR"), isInEu("DE"), isInEu("GB"), isInEu("")]).toEqual([true, true, false, false]);
});

test("prints the name of the id", () => {
  expect(printTaxId("au_abn", "51 824 753 556")).toBe("ABN 51 824 753 556");
  expect(printTaxId(null, "VAT GB123456789")).toBe("VAT GB123456789");
  expect(printTaxId("eu_vat", "")).toBe("");
});
