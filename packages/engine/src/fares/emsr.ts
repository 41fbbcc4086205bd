/**
 * EMSR-b, the rule by which airlines since the 1990s decide how many seats to protect for higher fares.
 *
 * Source: P. Belobaba, "Optimal vs. heuristic methods for nested seat allocation" (AGIFORS 1992), as in Talluri and van Ryzin, *The Theory
 * and Practice of Revenue Management* (2004), § 2.2.4.2. Classes 0 … j are combined into one: its demand is normal with the sum of their
 * means and variances, its fare their mean weighted by demand. By Littlewood's rule (1972), class j + 1 may sell a seat while its fare
 * exceeds the expected revenue of the seat in the combined class:
 *
 *     y_j = μ + σ · Φ⁻¹(1 − f_{j+1} / f̄)
 */
export interface ForecastClass {
  fare: number;
  /** Of the demand still to come. */
  mean: number;
  variance: number;
}

/**
 * Seats protected for classes 0 … j from those below, for each j except the last class.
 *
 * @param classes from the highest fare to the lowest, in descending order.
 */
export function protectionLevels(classes: readonly ForecastClass[]): number[] {
  return normalTerms(classes).map(({ mean, deviation, quantile }) => mean + deviation * quantile);
}

/** The three terms of each protection level: mean and deviation of the combined class, and the quantile of Littlewood's rule. */
export function normalTerms(
  classes: readonly ForecastClass[],
): { mean: number; deviation: number; quantile: number }[] {
  let mean = 0;
  let variance = 0;
  let revenue = 0;
  return classes.slice(0, -1).map((each, j) => {
    mean += each.mean;
    variance += each.variance;
    revenue += each.fare * each.mean;
    const nextFare = classes[j + 1]?.fare ?? 0;
    const quantile = mean === 0 ? 0 : normalQuantile(1 - nextFare / (revenue / mean));
    return { mean, deviation: Math.sqrt(variance), quantile };
  });
}

/** Coefficients of P. J. Acklam's rational approximation of Φ⁻¹ (2003), relative error under 1.2e-9. */
const centralOver = [
  -3.969683028665376e1, 2.209460984245205e2, -2.759285104469687e2, 1.38357751867269e2, -3.066479806614716e1,
  2.506628277459239,
];
const centralUnder = [
  -5.447609879822406e1, 1.615858368580409e2, -1.556989798598866e2, 6.680131188771972e1, -1.328068155288572e1, 1,
];
const tailOver = [
  -7.784894002430293e-3, -3.223964580411365e-1, -2.400758277161838, -2.549732539343734, 4.374664141464968,
  2.938163982698783,
];
const tailUnder = [7.784695709041462e-3, 3.224671290700398e-1, 2.445134137142996, 3.754408661907416, 1];
const tail = 0.02425;

/** Φ⁻¹: the value that a standard normal variable stays below with this probability; infinite at 0 and 1. */
export function normalQuantile(probability: number): number {
  if (probability <= 0) return Number.NEGATIVE_INFINITY;
  if (probability >= 1) return Number.POSITIVE_INFINITY;
  if (probability > 0.5) return -normalQuantile(1 - probability);
  if (probability < tail) {
    const q = Math.sqrt(-2 * Math.log(probability));
    return polynomial(tailOver, q) / polynomial(tailUnder, q);
  }
  const q = probability - 0.5;
  return (polynomial(centralOver, q * q) * q) / polynomial(centralUnder, q * q);
}

function polynomial(coefficients: readonly number[], x: number): number {
  return coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0);
}
