/** An element of a list to pair, with its part of a pair's key. */
export interface Keyed<T> {
  item: T;
  key: number;
}

/**
 * Returns the `count` pairs with the lowest key sums of two lists, without forming the product: the lists are sorted, and a heap holds, for
 * each left item so far, its next best right one. O((l + r) log + count log count).
 *
 * Pairs that `allows` rejects are skipped; equal sums keep the order of the lists. No pair has a greater sum than `maxSum`.
 */
export function bestPairs<L, R>(
  left: readonly Keyed<L>[],
  right: readonly Keyed<R>[],
  count: number,
  allows: (left: L, right: R) => boolean,
  maxSum = Number.POSITIVE_INFINITY,
): [L, R][] {
  const rows = left.filter(({ key }) => key < Number.POSITIVE_INFINITY).sort((a, b) => a.key - b.key);
  const columns = right.filter(({ key }) => key < Number.POSITIVE_INFINITY).sort((a, b) => a.key - b.key);
  if (rows.length === 0 || columns.length === 0) return [];
  const found: [L, R][] = [];
  const heap: Cell[] = [{ row: 0, column: 0, sum: rows[0].key + columns[0].key }];
  while (heap.length > 0 && found.length < count) {
    const { row, column, sum } = popMin(heap);
    if (sum > maxSum) break;
    if (allows(rows[row].item, columns[column].item)) found.push([rows[row].item, columns[column].item]);
    if (column + 1 < columns.length) {
      push(heap, { row, column: column + 1, sum: rows[row].key + columns[column + 1].key });
    }
    // Each row enters once, after the row above it entered its first column, so no cell repeats.
    if (column === 0 && row + 1 < rows.length) {
      push(heap, { row: row + 1, column: 0, sum: rows[row + 1].key + columns[0].key });
    }
  }
  return found;
}

interface Cell {
  row: number;
  column: number;
  sum: number;
}

function isBefore(a: Cell, b: Cell): boolean {
  return a.sum < b.sum || (a.sum === b.sum && (a.row < b.row || (a.row === b.row && a.column < b.column)));
}

function push(heap: Cell[], cell: Cell): void {
  let at = heap.push(cell) - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!isBefore(cell, heap[parent])) break;
    heap[at] = heap[parent];
    at = parent;
  }
  heap[at] = cell;
}

function popMin(heap: Cell[]): Cell {
  const min = heap[0];
  const last = heap[heap.length - 1];
  heap.length--;
  if (heap.length === 0) return min;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && isBefore(heap[child + 1], heap[child])) child++;
    if (!isBefore(heap[child], last)) break;
    heap[at] = heap[child];
    at = child;
  }
  heap[at] = last;
  return min;
}
