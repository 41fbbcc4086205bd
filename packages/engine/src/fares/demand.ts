import type { Cabin } from "./cabins.ts";
import { normalTerms } from "./emsr.ts";
import type { MarketKind } from "./market-kinds.ts";
import { tariffOf } from "./tariffs.ts";

/**
 * Demand for a cabin's seats by booking class: shares of the whole demand, and days before departure by which all but 1/e of it has booked.
 * Modeled: higher-paying travelers book later.
 */
interface DemandMix {
  shares: readonly number[];
  bookingDays: readonly number[];
}

const economyMix: readonly DemandMix[] = [
  {
    shares: [0.02, 0.03, 0.04, 0.04, 0.05, 0.06, 0.09, 0.14, 0.22, 0.31],
    bookingDays: [3, 4, 5, 6, 8, 11, 15, 22, 40, 60],
  },
  {
    shares: [0.02, 0.03, 0.04, 0.04, 0.05, 0.06, 0.1, 0.14, 0.22, 0.3],
    bookingDays: [4, 5, 6, 8, 10, 14, 20, 28, 45, 70],
  },
  {
    shares: [0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.1, 0.13, 0.21, 0.29],
    bookingDays: [7, 10, 13, 17, 22, 26, 35, 55, 90, 120],
  },
  {
    shares: [0.01, 0.01, 0.03, 0.04, 0.06, 0.08, 0.1, 0.12, 0.2, 0.35],
    bookingDays: [6, 8, 10, 12, 15, 20, 30, 55, 130, 170],
  },
];

/** Premium economy, business, first: short haul, long haul. */
const premiumMix: readonly (readonly [DemandMix, DemandMix])[] = [
  [
    { shares: [0.3, 0.35, 0.35], bookingDays: [5, 12, 25] },
    { shares: [0.3, 0.35, 0.35], bookingDays: [15, 35, 60] },
  ],
  [
    { shares: [0.2, 0.25, 0.25, 0.3], bookingDays: [4, 7, 12, 20] },
    { shares: [0.2, 0.25, 0.25, 0.3], bookingDays: [8, 15, 26, 45] },
  ],
  [
    { shares: [0.5, 0.5], bookingDays: [5, 14] },
    { shares: [0.5, 0.5], bookingDays: [12, 30] },
  ],
];

function mixOf(market: MarketKind, cabin: Cabin): DemandMix {
  return cabin === 0 ? economyMix[market] : premiumMix[cabin - 1][market < 2 ? 0 : 1];
}

/** Variance over mean of the demand for a class: groups and families make it more than Poisson's 1. */
const varianceToMean = 1.6;

/** Forecast of revenue management for a cabin at this many days before departure, for a demand of one seat; it scales with the demand. */
export interface Forecast {
  /** Share of the demand that has booked. */
  booked: number;
  /**
   * Seats to protect for classes 0 … j − 1 from class j are `mean[j] · demand + spread[j] · √demand`: means of EMSR-b grow with the demand
   * and deviations with its root, so the quantiles are computed once per day, not per flight.
   */
  mean: Float64Array;
  spread: Float64Array;
}

const forecasts = new Map<number, Forecast>();
/** Bookings before this are negligible. */
export const farthestDay = 400;

/**
 * Returns the forecast for a cabin of a kind of market at this many whole days before departure; equal arguments return the same object.
 */
export function forecastOn(market: MarketKind, cabin: Cabin, daysLeft: number): Forecast {
  const key = (daysLeft * 4 + market) * 4 + cabin;
  let forecast = forecasts.get(key);
  if (forecast === undefined) {
    forecast = makeForecast(market, cabin, daysLeft);
    forecasts.set(key, forecast);
  }
  return forecast;
}

function makeForecast(market: MarketKind, cabin: Cabin, daysLeft: number): Forecast {
  const { shares, bookingDays } = mixOf(market, cabin);
  const tariff = tariffOf(market, cabin, "oneWay", "network", 0);
  let booked = 0;
  const remaining = shares.map((share, rank) => {
    const early = share * Math.exp(-daysLeft / bookingDays[rank]);
    booked += early;
    return { fare: tariff[rank].multiplier, mean: share - early, variance: varianceToMean * (share - early) };
  });
  const forecast = { booked, mean: new Float64Array(shares.length), spread: new Float64Array(shares.length) };
  for (const [j, { mean, deviation, quantile }] of normalTerms(remaining).entries()) {
    forecast.mean[j + 1] = mean;
    forecast.spread[j + 1] = deviation * quantile;
  }
  return forecast;
}
