import type { Component, Profile } from "./option.ts";

/** Coefficients of one kind of traveler. Utilities are in logits; every coefficient is ≥ 0 and is subtracted. */
export interface Coefficients {
  /** Per unit of ln(effective cost / the set's lowest). */
  readonly price: number;
  /** Per unit of ln(total duration / the set's shortest). */
  readonly duration: number;
  /** First stop of a slice; each further one costs 1.5 times as much. */
  readonly stop: number;
  /** Each marketing carrier of a slice beyond the first. */
  readonly carrier: number;
  /** Each change of airport within a slice. */
  readonly airportChange: number;
  /** Per hour of a departure or arrival before the waking day. */
  readonly earlyHour: number;
  /** Per hour of a departure or arrival after it. */
  readonly lateHour: number;
  /** A slice entirely on regional aircraft; by share of flight time. */
  readonly regional: number;
  /** A slice entirely on narrowbodies over six hours; by share of flight time. */
  readonly crampedLongHaul: number;
  readonly overnightLayover: number;
  readonly mixedCabin: number;
  readonly notRefundable: number;
  readonly notChangeable: number;
  readonly noCheckedBag: number;
  /** Per unit of emissions ÷ the route's typical emissions, above `emissionsIdeal`. */
  readonly emissions: number;
  /** Times the probability of a missed connection. */
  readonly missedConnection: number;
  /** One seat left; decreases to zero at four. */
  readonly lastSeat: number;
  /** An offer that is certainly no longer available; times 1 − confidence. */
  readonly unconfirmed: number;
}

/**
 * Fitted values and their sources are in docs/ranking.md. In short: logarithms of price (−2.0 … −3.3) and duration (−3.9 … −6.5) from
 * models of search sessions; stops, schedule delay and the leisure/business ratios from the logit fitted to the Boeing 2004–05
 * stated-preference survey; equipment from 235,198 itinerary choices (ARC). Flexibility, emissions, mixed cabin and confidence are small
 * estimates of ours.
 */
const leisure: Coefficients = {
  price: 2.7,
  duration: 3.9,
  stop: 1.4,
  carrier: 1.1,
  airportChange: 1,
  earlyHour: 0.14,
  lateHour: 0.11,
  regional: 0.47,
  crampedLongHaul: 0.23,
  overnightLayover: 0.8,
  mixedCabin: 0.4,
  notRefundable: 0.15,
  notChangeable: 0.2,
  noCheckedBag: 0.25,
  emissions: 0.4,
  missedConnection: 3,
  lastSeat: 0.15,
  unconfirmed: 0.8,
};

export const profileCoefficients: Readonly<Record<Profile, Coefficients>> = {
  leisure: leisure,
  business: {
    ...leisure,
    price: 1.7,
    duration: 6.5,
    stop: 0.9,
    earlyHour: 0.21,
    lateHour: 0.165,
    mixedCabin: 0.6,
    notRefundable: 0.3,
    notChangeable: 0.5,
    noCheckedBag: 0.1,
    missedConnection: 4.5,
  },
  points: {
    ...leisure,
    price: 2.5,
    duration: 4.5,
    earlyHour: 0.1,
    lateHour: 0.08,
    regional: 0.6,
    crampedLongHaul: 0.46,
    mixedCabin: 0.8,
    unconfirmed: 1.2,
  },
};

/** Ratio of emissions to typical ones that counts as ideal: about that of the newest aircraft. */
export const emissionsIdeal = 0.75;

/** The waking day in local minutes: no departure before 07:00 or after 20:00, no arrival before 07:00 or after 22:30. */
export const wakingDay = { earliest: 420, latestDeparture: 1200, latestArrival: 1350 } as const;

/** Probability of a missed connection without slack, the slack in minutes that divides it by e, and the slack of an unknown connection. */
export const missedConnection = { atNoSlack: 0.35, decayMinutes: 25, unknownSlackMinutes: 60 } as const;

/** Maximum of each component: they sum to 100. */
export const componentMaxima: Readonly<Record<Component, number>> = {
  price: 35,
  duration: 20,
  stops: 15,
  schedule: 8,
  comfort: 6,
  flexibility: 6,
  emissions: 4,
  risk: 6,
};
