import { unitHash } from "../hash/unit-hash.ts";
import { minutesPerDay } from "../timetable/calendar.ts";
import { type Program, programs } from "./programs/programs.ts";
import type { Basis } from "./tariffs/chart.ts";

/** Time at which an award was observed, and the confidence that it is still available. */
export interface Observation {
  readonly observedAtMinutes: number;
  /** Greater than 0, at most 1. */
  readonly confidence: number;
}

/** Subject of an observation of a program's award space. */
export interface ObservedAward {
  readonly program: Program;
  readonly level: "saver" | "standard" | "dynamic";
  readonly basis: Basis;
  /** Indexes in the timetable. */
  readonly origin: number;
  readonly destination: number;
  readonly day: number;
  readonly departure: number;
}

/**
 * Hours between two observations of a program's space on a route and day. **Modeled** on caches of award space, which poll popular routes
 * and programs with fewer restrictions more often.
 */
const usualRefreshHours = 12;
const refreshHours = new Map<string, number>();
for (const [hours, codes] of [
  [3, "aeroplan alaska american delta flyingblue united"],
  [6, "britishairways emirates jetblue lifemiles qantas qatar singapore virginatlantic"],
  [24, "aeromexico azul connectmiles ethiopian eurobonus frontier saudia smiles spirit velocity"],
] as const) {
  for (const code of codes.split(" ")) refreshHours.set(code, hours);
}

/** Hours after which a seat of a level is gone with a probability of 63 %: far from departure, and in the last two weeks. */
const lifeHours = { saver: [120, 48], standard: [360, 120] } as const;
const lateDays = 14;

/** Confidence factor of prices from modeled charts, in which any cell may be wrong. */
const modeledConfidence = 0.95;

const programIndex = new Map<string, number>(programs.map(({ code }, index) => [code, index]));

/**
 * Returns when a program's award on one slice was observed, and the confidence in it. Dynamic prices are live, at the time of the search.
 * Saver and standard seats come from the program's last observation of the route and day; confidence decreases with its age: exp(−age ÷
 * life). Observations happen at fixed times, so the same search at the same time has the same observation, and a later search never an
 * older one.
 */
export function observe(award: ObservedAward, searchedAtMinutes: number): Observation {
  const { program, level, basis, origin, destination, day, departure } = award;
  const baseConfidence = basis === "published" ? 1 : modeledConfidence;
  if (level === "dynamic") return { observedAtMinutes: searchedAtMinutes, confidence: baseConfidence };
  const interval = (refreshHours.get(program.code) ?? usualRefreshHours) * 60;
  const phase = Math.floor(interval * unitHash(programIndex.get(program.code) ?? 0, origin, destination, day));
  const ageMinutes = (((searchedAtMinutes - phase) % interval) + interval) % interval;
  const isLate = departure - searchedAtMinutes < lateDays * minutesPerDay;
  const confidence = baseConfidence * Math.exp(-ageMinutes / 60 / lifeHours[level][isLate ? 1 : 0]);
  return { observedAtMinutes: searchedAtMinutes - ageMinutes, confidence };
}

/** Combines awards that are only valid together: the age of the oldest and the product of their confidences, with two decimals. */
export function observedTogether(observations: readonly Observation[]): Observation {
  let observedAtMinutes = Number.POSITIVE_INFINITY;
  let confidence = 1;
  for (const each of observations) {
    observedAtMinutes = Math.min(observedAtMinutes, each.observedAtMinutes);
    confidence *= each.confidence;
  }
  return { observedAtMinutes, confidence: Math.max(0.01, Math.round(confidence * 100) / 100) };
}
