import { type FactTable, parseEpochDay } from "@wayfare/engine";
import { expect, test } from "vitest";
import { listOutdatedFacts } from "../scripts/outdated-facts.ts";

const rates: FactTable = { table: "rates.tsv", source: "Gazette 12", asOf: "2026-11-28", validUntil: null };
const dated: FactTable = { ...rates, table: "dated.tsv", validUntil: "2027-01-31" };

test("a table passes the release check for 90 days, and until its validity ends", () => {
  expect(listOutdatedFacts([rates, dated], parseEpochDay("2027-01-31"))).toEqual([]);
  expect(listOutdatedFacts([rates, dated], parseEpochDay("2027-02-26"))).toEqual([
    "expired  dated.tsv was valid until 2027-01-31; source: Gazette 12",
  ]);
  expect(listOutdatedFacts([rates], parseEpochDay("2027-02-27"))).toEqual([
    "stale  rates.tsv was checked 91 days ago (2026-11-28); source: Gazette 12",
  ]);
});
