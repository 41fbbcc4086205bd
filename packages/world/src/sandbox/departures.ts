import { unitHash } from "@wayfare/engine";
import { type Hours, stepMinutes, stepsPerDay } from "./hours.ts";

/** One direction of a route, for the choice of when it leaves. */
export interface Leg {
  from: number;
  to: number;
  blockMinutes: number;
  isLong: boolean;
  /** Clock at the destination less clock at the origin, in minutes, in January and in July. */
  clockDifferences: readonly [number, number];
}

/** Weight of a step away from the wished time, and of a step away from the hub's next wave. */
const wishWeight = 0.5;
const waveWeight = 0.9;
/** Flights of one route keep so many steps apart where they can, at a cost for each step less. */
const crowdedSteps = 4;
const crowdWeight = 1.5;
/** Passengers who go on need so long from the wave of arrivals to the wave of departures. */
const beforeWaveMinutes = 70;

/** What it costs to be so many steps, less a day, after the wished one; a day is round. */
const apartCosts = Float64Array.from({ length: 2 * stepsPerDay }, (_, at) => {
  const apart = Math.abs(at - stepsPerDay);
  return wishWeight * Math.min(apart, stepsPerDay - apart);
});

/**
 * The local minute at which a leg leaves: near the wished one, in a wave of the hub that it leaves or reaches, and neither
 * leaving nor arriving in a curfew or in the dead of night, nor close behind another flight of the route. The least cost over a
 * day; of equal ones the first.
 */
export function chooseDeparture(
  hours: Hours,
  leg: Leg,
  wish: { minute: number; hub: "origin" | "destination"; seed: number; crowding: Float64Array },
): number {
  const departing = hours.costs(leg.from, "departures", leg.isLong);
  const arriving = hours.costs(leg.to, "arrivals", leg.isLong);
  const waves = hours.waves(wish.hub === "origin" ? leg.from : leg.to);
  const inJanuary = stepsOf(leg.blockMinutes + leg.clockDifferences[0]);
  const inJuly = stepsOf(leg.blockMinutes + leg.clockDifferences[1]);
  const toWave = wish.hub === "origin" ? 0 : stepsOf(leg.blockMinutes + leg.clockDifferences[0] + beforeWaveMinutes);
  const wished = Math.round(wish.minute / stepMinutes) % stepsPerDay;
  let best = wished;
  let least = Number.POSITIVE_INFINITY;
  for (let step = 0; step < stepsPerDay; step++) {
    const cost =
      (apartCosts[step - wished + stepsPerDay] ?? 0) +
      waveWeight * (waves[step + toWave] ?? 0) +
      (departing[step] ?? 0) +
      (wish.crowding[step] ?? 0) +
      Math.max(arriving[step + inJanuary] ?? 0, arriving[step + inJuly] ?? 0);
    if (cost < least) {
      least = cost;
      best = step;
    }
  }
  // Not everything leaves on the tens.
  return best * stepMinutes + (unitHash(wish.seed, best, 17, 19) < 0.5 ? 0 : 5);
}

/** Costs of leaving close to a route's other flights, which `crowd` adds to. */
export function noCrowding(): Float64Array {
  return new Float64Array(stepsPerDay);
}

/** Adds a flight that leaves at a minute. */
export function crowd(crowding: Float64Array, minute: number): void {
  const at = Math.floor(minute / stepMinutes);
  for (let apart = -crowdedSteps; apart <= crowdedSteps; apart++) {
    const step = (at + apart + stepsPerDay) % stepsPerDay;
    crowding[step] = (crowding[step] ?? 0) + crowdWeight * (crowdedSteps + 1 - Math.abs(apart));
  }
}

/** Steps of a span within a day. */
function stepsOf(minutes: number): number {
  return Math.round((((minutes % 1440) + 1440) % 1440) / stepMinutes) % stepsPerDay;
}
