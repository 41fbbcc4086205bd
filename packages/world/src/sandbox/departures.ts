import { unitHash } from "@wayfare/engine";
import { type Hours, stepMinutes, stepsPerDay } from "./hours.ts";

/** One direction of a route, as input to the choice of departure times. */
export interface Leg {
  from: number;
  to: number;
  blockMinutes: number;
  isLong: boolean;
  /** Local time at the destination minus local time at the origin, in minutes, in January and in July. */
  clockDifferences: readonly [number, number];
}

/** Cost per step away from the preferred time, and per step away from the hub's next wave. */
const preferenceWeight = 0.5;
const waveWeight = 0.9;
/** Preferred minimum of steps between flights of one route, and the cost per step below it. */
const spacingSteps = 4;
const spacingWeight = 1.5;
/** Connection time from the wave of arrivals to the wave of departures. */
const beforeWaveMinutes = 70;

/** Cost by steps after the preferred time plus one day; the day is circular. */
const apartCosts = Float64Array.from({ length: 2 * stepsPerDay }, (_, at) => {
  const apart = Math.abs(at - stepsPerDay);
  return preferenceWeight * Math.min(apart, stepsPerDay - apart);
});

/**
 * Chooses the local departure minute of a leg: near the preferred time, in a wave of the hub at either end, with neither end in a curfew or
 * at night, and not close to another flight of the route. Returns the lowest cost over a day; the first of equal ones.
 */
export function chooseDeparture(
  hours: Hours,
  leg: Leg,
  preference: { minute: number; hub: "origin" | "destination"; seed: number; spacingCosts: Float64Array },
): number {
  const departing = hours.costs(leg.from, "departures", leg.isLong);
  const arriving = hours.costs(leg.to, "arrivals", leg.isLong);
  const waves = hours.waves(preference.hub === "origin" ? leg.from : leg.to);
  const inJanuary = stepsOf(leg.blockMinutes + leg.clockDifferences[0]);
  const inJuly = stepsOf(leg.blockMinutes + leg.clockDifferences[1]);
  const toWave =
    preference.hub === "origin" ? 0 : stepsOf(leg.blockMinutes + leg.clockDifferences[0] + beforeWaveMinutes);
  const preferred = Math.round(preference.minute / stepMinutes) % stepsPerDay;
  let best = preferred;
  let least = Number.POSITIVE_INFINITY;
  for (let step = 0; step < stepsPerDay; step++) {
    const cost =
      (apartCosts[step - preferred + stepsPerDay] ?? 0) +
      waveWeight * (waves[step + toWave] ?? 0) +
      (departing[step] ?? 0) +
      (preference.spacingCosts[step] ?? 0) +
      Math.max(arriving[step + inJanuary] ?? 0, arriving[step + inJuly] ?? 0);
    if (cost < least) {
      least = cost;
      best = step;
    }
  }
  // Spreads departures over minutes that are not multiples of ten.
  return best * stepMinutes + (unitHash(preference.seed, best, 17, 19) < 0.5 ? 0 : 5);
}

/** Initial costs of departing close to a route's other flights; `addSpacingCosts` adds to them. */
export function noSpacingCosts(): Float64Array {
  return new Float64Array(stepsPerDay);
}

/** Adds a flight that departs at the given minute. */
export function addSpacingCosts(spacingCosts: Float64Array, minute: number): void {
  const at = Math.floor(minute / stepMinutes);
  for (let apart = -spacingSteps; apart <= spacingSteps; apart++) {
    const step = (at + apart + stepsPerDay) % stepsPerDay;
    spacingCosts[step] = (spacingCosts[step] ?? 0) + spacingWeight * (spacingSteps + 1 - Math.abs(apart));
  }
}

/** Number of steps in a span within a day. */
function stepsOf(minutes: number): number {
  return Math.round((((minutes % 1440) + 1440) % 1440) / stepMinutes) % stepsPerDay;
}
