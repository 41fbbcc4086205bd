/** Below this share of its diagonal a pivot is rounding error: the column is a linear combination of previous ones. */
const minPivot = 1e-10;

/**
 * Computes the lower Cholesky factor of a symmetric positive definite matrix of `size` rows, in row-major order.
 *
 * @returns the factor, or the column at which the matrix is singular
 */
export function factorize(matrix: Float64Array, size: number): Float64Array | number {
  const factor = new Float64Array(size * size);
  const at = (row: number, column: number) => factor[row * size + column] ?? 0;
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      let rest = matrix[row * size + column] ?? 0;
      for (let k = 0; k < column; k++) rest -= at(row, k) * at(column, k);
      if (row !== column) factor[row * size + column] = rest / at(column, column);
      else if (rest > minPivot * (matrix[row * size + row] ?? 0)) factor[row * size + row] = Math.sqrt(rest);
      else return row;
    }
  }
  return factor;
}

/** Solves factor · factorᵀ · x = right. */
export function solve(factor: Float64Array, right: ArrayLike<number>): Float64Array {
  const size = right.length;
  const x = Float64Array.from(right);
  const at = (row: number, column: number) => factor[row * size + column] ?? 0;
  for (let row = 0; row < size; row++) {
    let rest = x[row] ?? 0;
    for (let k = 0; k < row; k++) rest -= at(row, k) * (x[k] ?? 0);
    x[row] = rest / at(row, row);
  }
  for (let row = size - 1; row >= 0; row--) {
    let rest = x[row] ?? 0;
    for (let k = row + 1; k < size; k++) rest -= at(k, row) * (x[k] ?? 0);
    x[row] = rest / at(row, row);
  }
  return x;
}

/** Returns the diagonal of the inverse. */
export function inverseDiagonal(factor: Float64Array, size: number): number[] {
  return Array.from({ length: size }, (_, at) => {
    const unit = Float64Array.from({ length: size }, (__, row) => (row === at ? 1 : 0));
    return solve(factor, unit)[at] ?? Number.NaN;
  });
}
