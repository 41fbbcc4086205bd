import { formatEpochDay, monthOf, parseEpochDay, weekdayOf } from "@wayfare/engine";
import { describe, expect, it } from "vitest";

const msPerDay = 86_400_000;
const twoHundredYears = 73_050;
const everyDay = Array.from({ length: 2 * twoHundredYears + 1 }, (_, at) => at - twoHundredYears);

describe("the calendar", () => {
  it("agrees with Date on every day of 200 years before and after 1970", () => {
    const wrong = everyDay.filter((day) => {
      const date = new Date(day * msPerDay);
      return monthOf(day) !== date.getUTCMonth() || weekdayOf(day) !== (date.getUTCDay() + 6) % 7;
    });
    expect(wrong).toEqual([]);
  });

  it("parses every date that it formats", () => {
    const wrong = everyDay.filter((day) => {
      const date = new Date(day * msPerDay).toISOString().slice(0, 10);
      return parseEpochDay(date) !== day || formatEpochDay(day) !== date;
    });
    expect(wrong).toEqual([]);
  });

  it("counts from 1970-01-01, a Thursday in January", () => {
    expect(parseEpochDay("1970-01-01")).toBe(0);
    expect([weekdayOf(0), monthOf(0)]).toEqual([3, 0]);
    expect(parseEpochDay("2028-02-29")).toBe(21_243);
  });

  it.each([
    "2026-02-29",
    "1900-02-29",
    "2026-04-31",
    "2026-13-01",
    "2026-00-10",
    "2026-01-00",
    "2026-01-32",
    "2026-1-1",
    "26-01-01",
    "+02026-01-01",
    "2026-01-01T00:00:00Z",
    " 2026-01-01",
    "2026-01-01\n",
    "2026/01/01",
    "tomorrow",
    "",
  ])("rejects %j, which is not a date", (date) => {
    expect(() => parseEpochDay(date)).toThrow(RangeError);
  });
});
