import { openTimetable, parseEpochDay } from "@wayfare/engine";
import { loadFacts, makeWorld } from "@wayfare/world";

/** The world from 1 January 2027 on, which takes seconds to make, once for all files that look at it. */
export const facts = loadFacts();
export const firstDay = parseEpochDay("2027-01-01");
export const buffer = makeWorld(facts, firstDay);
export const timetable = openTimetable(buffer);
