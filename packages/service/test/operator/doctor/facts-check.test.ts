import { type FactTable, parseEpochDay } from "@wayfare/engine";
import { expect, test } from "vitest";
import { checkFacts } from "../../../src/operator/doctor/facts-check.ts";

const tables: FactTable[] = ["a", "b", "c", "d", "e"].map((name, at) => ({
  table: `${name}.tsv`,
  source: "a publication",
  asOf: `2026-11-0${at + 1}`,
  validUntil: name === "e" ? "2026-12-31" : null,
}));

test("tables are up to date for 90 days", () => {
  expect(checkFacts(tables, parseEpochDay("2026-12-31"))).toEqual({
    check: "facts",
    status: "ok",
    detail: "all 5 tables were checked in the last 90 days",
    fix: null,
  });
});

test("outdated tables are a warning that names the oldest", () => {
  expect(checkFacts(tables, parseEpochDay("2027-01-31"))).toMatchObject({
    status: "warn",
    detail: "2 of 5 tables are outdated: a.tsv was checked 91 days ago (2026-11-01), e.tsv was valid until 2026-12-31",
  });
  expect(checkFacts(tables, parseEpochDay("2027-03-01"))).toMatchObject({
    status: "warn",
    detail:
      "5 of 5 tables are outdated: a.tsv was checked 120 days ago (2026-11-01), b.tsv was checked 119 days ago (2026-11-02), c.tsv was checked 118 days ago (2026-11-03), and 2 more",
    fix: expect.stringContaining("docs/operations/facts.md"),
  });
});
