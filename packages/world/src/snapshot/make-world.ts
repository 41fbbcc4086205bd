import { buildTimetable, type EpochDay } from "@wayfare/engine";
import type { Facts } from "../facts/facts.ts";
import { generateSandbox } from "../sandbox/generate.ts";
import { indexFacts } from "../sandbox/indexed-facts.ts";

export const seed = 1;
/** Days that a world must have from today: the search horizon, and two days for late connections. */
export const neededDays = 330 + 2;
/** Days for which a process can run with the world that it has opened. */
export const runDays = 92;
/** Days of a world from its first: the needed ones, and half a year during which it is opened by starts or used by processes. */
export const worldDays = neededDays + 184;

/** Generates the sandbox world in memory. */
export function makeWorld(facts: Facts, firstDay: EpochDay): SharedArrayBuffer {
  return buildTimetable(generateSandbox(indexFacts(facts), { seed, firstDay, days: worldDays }));
}
