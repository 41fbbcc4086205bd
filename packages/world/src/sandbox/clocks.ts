import { findOffset, minutesPerDay, parseEpochDay } from "@wayfare/engine";
import type { IndexedFacts } from "./indexed-facts.ts";

/** Offsets used to lay out local times: two fixed days, so that the schedule does not depend on its first day. */
const clockDays = [parseEpochDay("2026-01-15"), parseEpochDay("2026-07-15")] as const;

/** Minutes by which an airport's local time is ahead of another's, in January and in July. */
export type ClockDifferences = (from: number, to: number) => readonly [number, number];

export function readClocks({ airports, timeZones }: Pick<IndexedFacts, "airports" | "timeZones">): ClockDifferences {
  const [january, july] = clockDays.map((day) =>
    Int16Array.from(airports, ({ timeZone }) => findOffset(timeZones, timeZone, day * minutesPerDay) ?? 0),
  );
  return (from, to) => [(january?.[to] ?? 0) - (january?.[from] ?? 0), (july?.[to] ?? 0) - (july?.[from] ?? 0)];
}
