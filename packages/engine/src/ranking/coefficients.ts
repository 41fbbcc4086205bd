import type { Component, Profile } from "./option.ts";

/**
 * Coefficients of the preference by local hour at one end of a slice: the disutility at hour h is the sum of each coefficient times
 * sin or cos(2π · h ÷ period), with periods of 24, 12 and 8 hours, less the sum's minimum over the day. Any sign.
 */
type HourCoefficients<End extends "departure" | "arrival"> = {
  readonly [Name in `${End}${"Sin" | "Cos"}${24 | 12 | 8}`]: number;
};

/**
 * Coefficients of one kind of traveler. Utilities are in logits; every coefficient is subtracted, and is ≥ 0 unless it is of an hour.
 */
export interface Coefficients extends HourCoefficients<"departure">, HourCoefficients<"arrival"> {
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
 * stated-preference survey; equipment from 235,198 itinerary choices (ARC). The preference by hour has the form of Koppelman, Coldren &
 * Parker 2008 (sines and cosines); its coefficients are not theirs: they follow from the survey's schedule delay and estimated shares of
 * desired hours, by the steps in docs/ranking.md. Flexibility, emissions, mixed cabin and confidence are small estimates of ours.
 */
const leisure: Coefficients = {
  price: 2.7,
  duration: 3.9,
  stop: 1.4,
  carrier: 1.1,
  airportChange: 1,
  departureSin24: 0.074,
  departureCos24: 0.254,
  departureSin12: 0.022,
  departureCos12: 0.026,
  departureSin8: -0.002,
  departureCos8: -0.005,
  arrivalSin24: 0.186,
  arrivalCos24: 0.204,
  arrivalSin12: 0.029,
  arrivalCos12: 0.004,
  arrivalSin8: -0.002,
  arrivalCos8: 0.001,
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
    departureSin24: 0.076,
    departureCos24: 0.338,
    departureSin12: 0.026,
    departureCos12: 0.105,
    departureSin8: 0,
    departureCos8: -0.022,
    arrivalSin24: 0.203,
    arrivalCos24: 0.246,
    arrivalSin12: 0.101,
    arrivalCos12: 0.042,
    arrivalSin8: -0.015,
    arrivalCos8: -0.004,
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
    departureSin24: 0.052,
    departureCos24: 0.185,
    departureSin12: 0.011,
    departureCos12: 0.015,
    departureSin8: -0.003,
    departureCos8: -0.004,
    arrivalSin24: 0.134,
    arrivalCos24: 0.149,
    arrivalSin12: 0.016,
    arrivalCos12: 0.003,
    arrivalSin8: -0.002,
    arrivalCos8: 0.001,
    regional: 0.6,
    crampedLongHaul: 0.46,
    mixedCabin: 0.8,
    unconfirmed: 1.2,
  },
};

/** Ratio of emissions to typical ones that counts as ideal: about that of the newest aircraft. */
export const emissionsIdeal = 0.75;

/**
 * The waking day in local minutes: 07:00 to 20:00 for departures, to 22:30 for arrivals. Only for the reasons, which mention times far
 * outside it; the score has a smooth preference by hour.
 */
export const wakingDay = { earliest: 420, latestDeparture: 1200, latestArrival: 1350 } as const;

/** Probability of a missed connection without slack, the slack in minutes that divides it by e, and the slack of an unknown connection. */
export const missedConnection = { atNoSlack: 0.35, decayMinutes: 25, unknownSlackMinutes: 60 } as const;

/**
 * Self-transfers: a missed flight costs a new ticket, which counts as `factor` missed connections, and delays of hours happen too. Estimates.
 */
export const missedSelfTransfer = { factor: 2, decayMinutes: 90 } as const;

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
