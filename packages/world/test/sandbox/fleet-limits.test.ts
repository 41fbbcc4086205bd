import { expect, test } from "vitest";
import { at, facts, timetable } from "./made-world.ts";

/** Block hours per week that an airline flies a type. */
function weeklyHours(airline: string, type: string): number {
  let hours = 0;
  for (const pattern of timetable.carrier.keys()) {
    const isOfFleet =
      at(timetable.carriers, at(timetable.carrier, pattern)).code === airline &&
      at(timetable.aircraft, at(timetable.aircraftOf, pattern)).code === type;
    if (isOfFleet) hours += (at(timetable.blockMinutes, pattern) / 60) * meanWeeklyFlights(pattern);
  }
  return hours;
}

function meanWeeklyFlights(pattern: number): number {
  const from = at(timetable.operatingDays, pattern) * timetable.operatingStride;
  const bits = timetable.operatingBits.subarray(from, from + timetable.operatingStride);
  const days = bits.reduce((sum, byte) => sum + byte.toString(2).replaceAll("0", "").length, 0);
  return (7 * days) / timetable.days;
}

test.each(["BA 388", "LH 388", "LH 74H", "UA 753", "6E 77W", "SQ 388", "KE 74H", "QF 388"])(
  "%s flies no more than its aircraft can",
  (fleet) => {
    const [airline = "", type = ""] = fleet.split(" ");
    const { count } =
      facts.fleetCounts.find((one) => one.airline === airline && one.aircraft === type) ?? expect.fail();
    const hours = weeklyHours(airline, type);
    expect(hours / count).toBeLessThan(125);
  },
);

test("long routes keep the aircraft of a scarce type", () => {
  const kmOf = (type: string) =>
    [...timetable.carrier.keys()]
      .filter((pattern) => at(timetable.carriers, at(timetable.carrier, pattern)).code === "BA")
      .filter((pattern) => at(timetable.aircraft, at(timetable.aircraftOf, pattern)).code === type)
      .map((pattern) => at(timetable.marketKm, at(timetable.marketOf, pattern)));
  expect(Math.min(...kmOf("388"))).toBeGreaterThan(6000);
});
