/** How often a test repeats: `npm run test:long` sets `TEST_SCALE` to multiply rounds, runs and rows. */
export function scaled(count: number): number {
  return count * Number(process.env.TEST_SCALE ?? 1);
}
