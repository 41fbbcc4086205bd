/** Multiplies the repetitions of a test: `npm run test:long` sets `TEST_SCALE` for rounds, runs and rows. */
export function scaled(count: number): number {
  return count * Number(process.env.TEST_SCALE ?? 1);
}
