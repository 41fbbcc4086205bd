import { openTimetable, parseEpochDay } from "@wayfare/engine";
import { makeWorld } from "@wayfare/world";
import { expect, test } from "vitest";
import { buffer, facts, firstDay, operates, timetable } from "./made-world.ts";

const patterns = [...timetable.carrier.keys()];

function bytesOf(column: Uint8Array | Uint16Array | Uint32Array): Buffer {
  return Buffer.from(new Uint8Array(column.buffer, column.byteOffset, column.byteLength));
}

test("the sandbox has the same numbers, ends, times and aircraft from any first day, and the same bytes for the same day", {
  timeout: 600_000,
}, () => {
  const later = openTimetable(makeWorld(facts, parseEpochDay("2027-07-01")));
  expect(later.carrier.length).toBe(patterns.length);
  for (const column of [
    "carrier",
    "flightNumber",
    "marketOf",
    "departureMinute",
    "blockMinutes",
    "aircraftOf",
  ] as const) {
    expect(bytesOf(later[column]).equals(bytesOf(timetable[column])), column).toBe(true);
  }
  // A day covered by both worlds has the same flights.
  const day = parseEpochDay("2027-09-15");
  expect(patterns.filter((pattern) => operates(later, pattern, day))).toEqual(
    patterns.filter((pattern) => operates(timetable, pattern, day)),
  );
  const again = makeWorld(facts, firstDay);
  expect(Buffer.from(new Uint8Array(again)).equals(Buffer.from(new Uint8Array(buffer)))).toBe(true);
});
