/** Returns the upper end of an axis: the smallest of 1, 2, 3, 4, 5, 6, 8, 10, 20 … that is at least `value`. */
export function niceCeiling(value: number): number {
  if (value <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const ceiling = [1, 2, 3, 4, 5, 6, 8, 10].map((each) => each * power).find((each) => each >= value);
  return ceiling ?? 10 * power;
}
