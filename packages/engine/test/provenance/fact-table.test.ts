import { describe, expect, test } from "vitest";
import {
  ageInDays,
  describeOutdated,
  type FactTable,
  listOutdatedTables,
  maxAgeDays,
} from "../../src/provenance/fact-table.ts";
import { parseEpochDay } from "../../src/timetable/calendar.ts";

function tableOf(table: string, asOf: string, validUntil: string | null = null): FactTable {
  return { table, source: "a publication", asOf, validUntil };
}

const today = parseEpochDay("2027-02-26");
const atLimit = tableOf("at-limit.tsv", "2026-11-28");
const pastLimit = tableOf("past-limit.tsv", "2026-11-27");

describe("the age of a table", () => {
  test("is counted in days since it was last checked", () => {
    expect(maxAgeDays).toBe(90);
    expect(ageInDays(atLimit, today)).toBe(90);
    expect(ageInDays(pastLimit, today)).toBe(91);
  });

  test("makes it outdated after 90 days, not on the 90th", () => {
    expect(listOutdatedTables([atLimit, pastLimit], today)).toEqual([
      { table: pastLimit, ageDays: 91, reason: "stale" },
    ]);
  });
});

describe("the validity of a table", () => {
  const lastDay = tableOf("last-day.tsv", "2027-02-01", "2027-02-26");
  const ended = tableOf("ended.tsv", "2027-02-01", "2027-02-25");

  test("includes its last day", () => {
    expect(listOutdatedTables([lastDay, ended], today)).toEqual([{ table: ended, ageDays: 25, reason: "expired" }]);
  });

  test("counts before age", () => {
    const old = tableOf("old.tsv", "2026-01-01", "2026-12-31");
    expect(listOutdatedTables([ended, old], today).map(({ table, reason }) => [table.table, reason])).toEqual([
      ["old.tsv", "expired"],
      ["ended.tsv", "expired"],
    ]);
  });
});

test("the description names the table and the day", () => {
  const [stale] = listOutdatedTables([pastLimit], today);
  const [expired] = listOutdatedTables([tableOf("rates.tsv", "2027-02-01", "2026-12-31")], today);
  expect([stale, expired].map((found) => (found === undefined ? null : describeOutdated(found)))).toEqual([
    "past-limit.tsv was checked 91 days ago (2026-11-27)",
    "rates.tsv was valid until 2026-12-31",
  ]);
});
