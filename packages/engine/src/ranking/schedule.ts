import { type Coefficients, wakingDay } from "./coefficients.ts";
import type { RankSlice } from "./option.ts";

const minutesPerDay = 1440;

/**
 * Distance of a local time from the waking day, in minutes: before the day if its beginning is nearer, otherwise after its end. So 00:10 is
 * a late arrival and not one that is seven hours early.
 *
 * @param minute of the local day, 0–1439
 * @param latest last minute of the waking day for this kind of event
 */
export function nightMinutes(minute: number, latest: number): { readonly early: number; readonly late: number } {
  const { earliest } = wakingDay;
  if (minute >= earliest && minute <= latest) return inDaytime;
  const late = (minute - latest + minutesPerDay) % minutesPerDay;
  const early = (earliest - minute + minutesPerDay) % minutesPerDay;
  return late < early ? { early: 0, late } : { early, late: 0 };
}

const inDaytime = { early: 0, late: 0 } as const;

/** Disutility in logits by local minute of the day, each ≥ 0 and 0 at the best minute. */
interface HourPenalties {
  readonly departure: Float64Array;
  readonly arrival: Float64Array;
}

const penaltiesByCoefficients = new WeakMap<Coefficients, HourPenalties>();

/** Disutility of a slice's hours of departure and arrival in logits, ≥ 0. Smooth and continuous at midnight. */
export function hourPenalty(slice: RankSlice, coefficients: Coefficients): number {
  let penalties = penaltiesByCoefficients.get(coefficients);
  if (penalties === undefined) {
    penalties = hourPenaltiesOf(coefficients);
    penaltiesByCoefficients.set(coefficients, penalties);
  }
  return penalties.departure[slice.departureMinute] + penalties.arrival[slice.arrivalMinute];
}

/**
 * Evaluates the preferences by hour for each minute: a sum of sines and cosines with periods of 24, 12 and 8 hours, the form of Koppelman,
 * Coldren & Parker 2008, less its minimum over the day.
 */
function hourPenaltiesOf(c: Coefficients): HourPenalties {
  return {
    departure: harmonicSums([
      [c.departureSin24, c.departureCos24],
      [c.departureSin12, c.departureCos12],
      [c.departureSin8, c.departureCos8],
    ]),
    arrival: harmonicSums([
      [c.arrivalSin24, c.arrivalCos24],
      [c.arrivalSin12, c.arrivalCos12],
      [c.arrivalSin8, c.arrivalCos8],
    ]),
  };
}

/** @param harmonics factors of sine and cosine, by frequency in cycles per day from 1 */
function harmonicSums(harmonics: readonly (readonly [sin: number, cos: number])[]): Float64Array {
  const sums = new Float64Array(minutesPerDay);
  for (const [at, [sin, cos]] of harmonics.entries()) {
    const radiansPerMinute = (2 * Math.PI * (at + 1)) / minutesPerDay;
    for (let minute = 0; minute < minutesPerDay; minute += 1) {
      sums[minute] += sin * Math.sin(radiansPerMinute * minute) + cos * Math.cos(radiansPerMinute * minute);
    }
  }
  let lowest = Number.POSITIVE_INFINITY;
  for (const sum of sums) lowest = Math.min(lowest, sum);
  return sums.map((sum) => sum - lowest);
}
