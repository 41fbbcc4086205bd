import { describe, expect, test } from "vitest";
import { listChanges, parsePosixRule } from "../../src/time-zones/posix-rule.ts";

/** Changes of a rule in a year, as UTC times with the offset in hours from then on. */
function changesIn(text: string, year: number) {
  const before = Date.UTC(year, 0, 1) / 1000;
  const after = Date.UTC(year + 1, 0, 1) / 1000;
  return listChanges(parsePosixRule(text), year - 1, year + 1)
    .filter(({ at }) => at >= before && at < after)
    .map(({ at, offset }) => `${new Date(at * 1000).toISOString().slice(0, 16)} ${offset / 3600}`);
}

describe("a TZ string", () => {
  test.each([
    ["<+0545>-5:45", 2027, []],
    ["EST5EDT,M3.2.0,M11.1.0", 2027, ["2027-03-14T07:00 -4", "2027-11-07T06:00 -5"]],
    ["CET-1CEST,M3.5.0,M10.5.0/3", 2027, ["2027-03-28T01:00 2", "2027-10-31T01:00 1"]],
    ["IST-1GMT0,M10.5.0,M3.5.0/1", 2027, ["2027-03-28T01:00 1", "2027-10-31T01:00 0"]],
    ["<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", 2027, ["2027-04-03T15:00 10.5", "2027-10-02T15:30 11"]],
    ["<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 2027, ["2027-03-28T01:00 -1", "2027-10-31T01:00 -2"]],
    ["IST-2IDT,M3.4.4/26,M10.5.0", 2027, ["2027-03-26T00:00 3", "2027-10-30T23:00 2"]],
    ["EET-2EEST,M3.4.4/50,M10.4.4/50", 2027, ["2027-03-27T00:00 3", "2027-10-29T23:00 2"]],
    ["AAA0BBB,J60/0,J365/0", 2028, ["2028-03-01T00:00 1", "2028-12-30T23:00 0"]],
    ["AAA0BBB,59/0,365/0:30:00", 2028, ["2028-02-29T00:00 1", "2028-12-30T23:30 0"]],
  ])("%s changes the clocks of %i", (text, year, changes) => {
    expect(changesIn(text, year)).toEqual(changes);
  });

  test("that has daylight time all year keeps its offset", () => {
    const changes = listChanges(parsePosixRule("XXX3EDT4,0/0,J365/23"), 2026, 2028);
    const last = new Map(changes.map(({ at, offset }) => [at, offset]));
    expect([...last.values()].slice(0, -1)).toEqual([-14_400, -14_400, -14_400]);
  });

  test.each([
    "",
    "EST",
    "E5",
    "EST5EDT",
    "EST5EDT,M3.2.0",
    "EST25",
    "EST5:60",
    "EST5EDT,M13.2.0,M11.1.0",
    "EST5EDT,M3.6.0,M11.1.0",
    "EST5EDT,M3.2.7,M11.1.0",
    "EST5EDT,J0,J365",
    "EST5EDT,J1,366",
    "EST5EDT,M3.2.0/168,M11.1.0",
    "EST5EDT,someday,M11.1.0",
  ])("%j is refused", (text) => {
    expect(() => parsePosixRule(text)).toThrow(/TZ string/);
  });
});
