/**
 * Fits `y = x · coefficients` by least squares, without an intercept. A column of zeros gets the coefficient 0.
 *
 * @param rows one row of x for each value of y
 */
export function fitLinear(rows: readonly (readonly number[])[], values: readonly number[]): number[] {
  const size = rows[0]?.length ?? 0;
  const normal = Array.from({ length: size }, (_, i) => [
    ...Array.from({ length: size }, (_unused, j) => sumOf(rows, (row) => (row[i] ?? 0) * (row[j] ?? 0))),
    rows.reduce((sum, row, at) => sum + (row[i] ?? 0) * (values[at] ?? 0), 0),
  ]);
  return solve(normal);
}

/** Solves a linear system by Gaussian elimination. The last column is the right side. */
function solve(system: number[][]): number[] {
  const size = system.length;
  for (let column = 0; column < size; column++) {
    const pivot = system[column];
    const divisor = pivot?.[column] ?? 0;
    if (pivot === undefined || divisor === 0) continue;
    for (let other = 0; other < size; other++) {
      const row = system[other];
      if (row === undefined || other === column) continue;
      const factor = (row[column] ?? 0) / divisor;
      for (let at = 0; at <= size; at++) row[at] = (row[at] ?? 0) - factor * (pivot[at] ?? 0);
    }
  }
  return system.map((row, at) => ((row[at] ?? 0) === 0 ? 0 : (row[size] ?? 0) / (row[at] ?? 1)));
}

function sumOf<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((sum, item) => sum + value(item), 0);
}
