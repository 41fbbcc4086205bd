import { openTimetable, parseEpochDay, type Timetable } from "@wayfare/engine";
import { loadFacts, makeWorld } from "@wayfare/world";

/** The world from 1 January 2027, which takes seconds to generate, once for all test files that use it. */
export const facts = loadFacts();
export const firstDay = parseEpochDay("2027-01-01");
export const buffer = makeWorld(facts, firstDay);
export const timetable = openTimetable(buffer);

export function at<T>(list: ArrayLike<T>, index: number): T {
  const found = list[index];
  if (found === undefined) throw new RangeError(`nothing at ${index}`);
  return found;
}

/** True if a pattern flies on a day. */
export function operates(world: Timetable, pattern: number, day: number): boolean {
  const bit = day - world.firstDay;
  const byte = at(world.operatingBits, at(world.operatingDays, pattern) * world.operatingStride + (bit >> 3));
  return ((byte >> (bit & 7)) & 1) === 1;
}
