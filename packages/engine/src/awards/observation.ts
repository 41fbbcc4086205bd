import { unitHash } from "../hash/unit-hash.ts";
import { minutesPerDay } from "../timetable/calendar.ts";
import { type Program, programs } from "./programs/programs.ts";
import type { Basis } from "./tariffs/chart.ts";

/** When an award was last seen, and how sure it is that it still stands. */
export interface Observation {
  readonly observedAtMinutes: number;
  /** Over 0, at most 1. */
  readonly confidence: number;
}

/** What a program was asked for when it looked at its seats. */
export interface ObservedAward {
  readonly program: Program;
  readonly level: "saver" | "standard" | "dynamic";
  readonly basis: Basis;
  /** By index in the timetable. */
  readonly origin: number;
  readonly destination: number;
  readonly day: number;
  readonly departure: number;
}

/**
 * Hours between two looks at a program's space on a route and day. **Modelled** on how caches of award space work: they
 * ask often where many people ask, and where a program lets itself be asked.
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

/** Hours in which a seat of a level is gone with a chance of 63 %: far from departure, and in the last two weeks. */
const lifeHours = { saver: [120, 48], standard: [360, 120] } as const;
const lateDays = 14;

/** How sure a price is where the chart is ours: it may be another in any cell. */
const modelledCertainty = 0.95;

const placeOf = new Map<string, number>(programs.map(({ code }, place) => [code, place]));

/**
 * When a program's award on one slice was seen, and how sure it is. A dynamic price is asked for live, at the moment of the search; saver
 * and standard seats come from the program's last look at the route and day, and are the less sure the older that look is: exp(−age ÷
 * life). Looks happen at fixed instants, so the same search at the same instant sees the same, and a later one never an older look.
 */
export function observe(award: ObservedAward, searchedAtMinutes: number): Observation {
  const { program, level, basis, origin, destination, day, departure } = award;
  const certainty = basis === "published" ? 1 : modelledCertainty;
  if (level === "dynamic") return { observedAtMinutes: searchedAtMinutes, confidence: certainty };
  const interval = (refreshHours.get(program.code) ?? usualRefreshHours) * 60;
  const phase = Math.floor(interval * unitHash(placeOf.get(program.code) ?? 0, origin, destination, day));
  const ageMinutes = (((searchedAtMinutes - phase) % interval) + interval) % interval;
  const isLate = departure - searchedAtMinutes < lateDays * minutesPerDay;
  const confidence = certainty * Math.exp(-ageMinutes / 60 / lifeHours[level][isLate ? 1 : 0]);
  return { observedAtMinutes: searchedAtMinutes - ageMinutes, confidence };
}

/** Of awards that are only good together: as old as the oldest, and as sure as all of them at once, to two decimals. */
export function observedTogether(observations: readonly Observation[]): Observation {
  let observedAtMinutes = Number.POSITIVE_INFINITY;
  let confidence = 1;
  for (const each of observations) {
    observedAtMinutes = Math.min(observedAtMinutes, each.observedAtMinutes);
    confidence *= each.confidence;
  }
  return { observedAtMinutes, confidence: Math.max(0.01, Math.round(confidence * 100) / 100) };
}
