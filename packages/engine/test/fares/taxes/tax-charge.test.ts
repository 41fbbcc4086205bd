import * as fc from "fast-check";
import { expect, test } from "vitest";
import { addTax, type TaxCharge } from "../../../src/fares/taxes/tax-charge.ts";

const charge = (changes: Partial<TaxCharge>): TaxCharge => {
  return { code: "GB", usdCents: 100, basis: "law", validUntil: null, ...changes };
};

const sumOf = (charges: readonly TaxCharge[]) => {
  const lines: TaxCharge[] = [];
  for (const each of charges) addTax(lines, each);
  return lines;
};

test("adds charges with one code to one line with the weakest basis and the earliest end", () => {
  const lines = sumOf([
    charge({ validUntil: "2027-03-31" }),
    charge({ basis: "approximate" }),
    charge({ basis: "published", validUntil: "2026-12-31", isOutdated: true }),
  ]);
  expect(lines).toEqual([
    { code: "GB", usdCents: 300, basis: "approximate", validUntil: "2026-12-31", isOutdated: true },
  ]);
});

test("has the end of the outdated charges of a line, even if others end earlier", () => {
  const known = charge({ validUntil: "2026-06-30" });
  const outdated = charge({ validUntil: "2026-12-31", isOutdated: true });
  const end = [{ code: "GB", usdCents: 200, validUntil: "2026-12-31", isOutdated: true }];
  expect(sumOf([known, outdated])).toMatchObject(end);
  expect(sumOf([outdated, known])).toMatchObject(end);
});

test("adds charges without a code to one line for each basis", () => {
  const none = { code: null };
  const lines = sumOf([
    charge({ ...none, basis: "modelled" }),
    charge({ ...none, basis: "published" }),
    charge({ ...none, basis: "modelled" }),
  ]);
  expect(lines).toEqual([
    charge({ ...none, basis: "modelled", usdCents: 200 }),
    charge({ ...none, basis: "published" }),
  ]);
});

test("adds no line for 0, and changes no charge that it adds", () => {
  const first = charge({});
  expect(sumOf([charge({ usdCents: 0 }), first, first])).toEqual([charge({ usdCents: 200 })]);
  expect(first).toEqual(charge({}));
});

test("has the same lines in any order of charges", () => {
  const charges = fc.array(
    fc.record({
      code: fc.constantFrom("GB", "UB", null),
      usdCents: fc.integer({ min: 0, max: 9999 }),
      basis: fc.constantFrom("law" as const, "published" as const, "approximate" as const, "modelled" as const),
      validUntil: fc.constantFrom("2026-12-31", "2027-03-31", null),
    }),
    { maxLength: 8 },
  );
  const sorted = (lines: readonly TaxCharge[]) => lines.map((line) => JSON.stringify(line)).toSorted();
  fc.assert(
    fc.property(charges, (list) => {
      expect(sorted(sumOf(list))).toEqual(sorted(sumOf(list.toReversed())));
    }),
    { seed: 83, numRuns: 300 },
  );
});
