/** A fare at this many days before departure, relative to the mean of the far days. */
export type FareRatio = readonly [days: number, ratio: number];

/** 300,153 offers between six Indian cities, February and March 2022: relative to the mean of 30–49 days before. */
export const indianEconomy: readonly FareRatio[] = [
  [1, 2.96],
  [3, 2.67],
  [5, 2.15],
  [7, 2.12],
  [10, 2.26],
  [14, 1.91],
  [15, 1.7],
  [16, 1.28],
  [18, 1.1],
  [21, 1.06],
  [30, 1.08],
  [40, 0.96],
];

/** Of the same offers. */
export const indianBusiness: readonly FareRatio[] = [
  [1, 1.26],
  [3, 1.17],
  [7, 1.05],
  [14, 1.01],
  [21, 1.01],
  [30, 1.01],
];

/** Days whose mean is 1: every fourth of 30 … 49. */
export const farDays: readonly number[] = [30, 34, 38, 42, 46, 49];
