/** Probability that a standard normal variable is below `x`, by Simpson's rule over its density: slow and simple. */
export function normalProbability(x: number): number {
  const steps = 2000;
  const width = x / steps;
  const density = (at: number) => Math.exp((-at * at) / 2) / Math.sqrt(2 * Math.PI);
  let sum = density(0) + density(x);
  for (let step = 1; step < steps; step++) sum += (step % 2 === 1 ? 4 : 2) * density(step * width);
  return 0.5 + (sum * width) / 3;
}
