import { buildUtcOffsets, minutesPerDay, offsetAtInstant, parseEpochDay } from "@wayfare/engine";
import type { Airport } from "../facts/airport.ts";

/** Offsets used to lay out local times: two fixed days, so that the schedule does not depend on its first day. */
const clockDays = [parseEpochDay("2026-01-15"), parseEpochDay("2026-07-15")] as const;

/** Minutes by which an airport's local time is ahead of another's, in January and in July. */
export type ClockDifferences = (from: number, to: number) => readonly [number, number];

export function readClocks(airports: readonly Airport[]): ClockDifferences {
  const [january, july] = clockDays.map((day) => offsetsOn(airports, day));
  return (from, to) => [(january?.[to] ?? 0) - (january?.[from] ?? 0), (july?.[to] ?? 0) - (july?.[from] ?? 0)];
}

function offsetsOn(airports: readonly Airport[], day: number): Int16Array {
  const zones = [...new Set(airports.map(({ timeZone }) => timeZone))];
  const index = new Map(zones.map((zone, i) => [zone, i]));
  const offsets = buildUtcOffsets(zones, day, 2);
  return Int16Array.from(airports, ({ timeZone }) =>
    offsetAtInstant(offsets, index.get(timeZone) ?? 0, day * minutesPerDay),
  );
}
