import { loadTimeZones } from "@wayfare/world";
import { expect, test } from "vitest";
import { compareZones, type KnownDifference } from "../quality/time-zones/zone-comparison.ts";

const at = (utc: string) => Date.parse(utc) / 60_000;
const ours = new Map([
  ["YWG", "America/Winnipeg"],
  ["ORD", "America/Chicago"],
]);

function compare(zones: Readonly<Record<string, string>>, known: readonly KnownDifference[] = []) {
  const list = Object.entries(zones).map(([airport, zone]) => ({ airport, zone }));
  const period = { from: at("2026-11-28T00:00Z"), to: at("2028-04-11T00:00Z") };
  return compareZones(ours, { source: "Other", zones: list }, { timeZones: loadTimeZones(), period, known });
}

test("zones with equal offsets in the period are equal, whatever their names", () => {
  expect(compare({ YWG: "America/Panama", ORD: "US/Central", ZZZ: "UTC" })).toEqual({
    source: "Other",
    compared: 2,
    explained: [],
    unexplained: [],
    outdated: [],
  });
});

test("other offsets and unknown zones are differences, and need a reason", () => {
  const difference = { airport: "YWG", zone: "America/Chicago", source: "Other", ours: "America/Winnipeg" };
  expect(compare({ YWG: "America/Chicago" })).toMatchObject({ unexplained: [difference] });
  expect(compare({ ORD: "America/Gotham" })).toMatchObject({ unexplained: [{ zone: "America/Gotham" }] });
  const known = { source: "Other", airport: "YWG", zone: "America/Chicago", reason: "before 2026" };
  expect(compare({ YWG: "America/Chicago" }, [known])).toMatchObject({ explained: [difference], unexplained: [] });
  expect(compare({ YWG: "America/Toronto" }, [known])).toMatchObject({
    unexplained: [{ zone: "America/Toronto" }],
    outdated: [known],
  });
  expect(compare({}, [{ ...known, source: "Another" }]).outdated).toEqual([]);
});
