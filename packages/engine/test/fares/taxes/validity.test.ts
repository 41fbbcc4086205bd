import { expect, test } from "vitest";
import { listUnknownTaxes, taxProvenance } from "../../../src/fares/taxes/validity.ts";
import { parseEpochDay } from "../../../src/timetable/calendar.ts";

test("lists a tax from the day after its last known one", () => {
  const namesOn = (date: string) => listUnknownTaxes(parseEpochDay(date)).map(({ name }) => name);
  expect(namesOn("2026-12-31")).not.toContain("US ZP");
  expect(namesOn("2027-01-01")).toEqual(expect.arrayContaining(["US ZP", "US US"]));
  expect(namesOn("2027-03-31")).not.toContain("GB GB");
  expect(namesOn("2027-04-01")).toContain("GB GB");
});

test("lists taxes by their last day, each once", () => {
  const taxes = listUnknownTaxes(parseEpochDay("2035-01-01"));
  expect(taxes.map(({ validUntil }) => validUntil)).toEqual(taxes.map(({ validUntil }) => validUntil).toSorted());
  expect(new Set(taxes.map(({ name }) => name)).size).toBe(taxes.length);
});

test("has the provenance of each country's table, with the oldest day and the earliest end", () => {
  const provenance = taxProvenance();
  expect(provenance.find(({ table }) => table === "taxes of GB")).toMatchObject({ validUntil: "2027-03-31" });
  expect(provenance.find(({ table }) => table === "taxes of US")).toMatchObject({
    asOf: "2026-11-28",
    validUntil: "2026-09-30",
  });
  expect(new Set(provenance.map(({ table }) => table)).size).toBe(provenance.length);
});
