import { expect, test } from "vitest";
import { listUnknownTaxes } from "../../src/fares/tax-validity.ts";
import { parseEpochDay } from "../../src/timetable/calendar.ts";

test("lists the yearly taxes without rates from the day after their last one", () => {
  const namesOn = (date: string) => listUnknownTaxes(parseEpochDay(date)).map(({ name }) => name);
  expect(namesOn("2026-12-31")).toEqual([]);
  expect(namesOn("2027-01-01")).toEqual(["United States excise (US, ZP)"]);
  expect(namesOn("2027-04-01")).toHaveLength(2);
});
