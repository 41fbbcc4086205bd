import { alignmentCentres, type Version } from "./version.ts";

/** The modules of a code, row by row: dark or light, and null where data is still to be drawn. */
export type Matrix = (boolean | null)[][];

/** Finders, timing, alignment and version, with room kept for the format. */
export function drawPatterns(version: Version): Matrix {
  const { size } = version;
  const matrix: Matrix = Array.from({ length: size }, () => Array.from({ length: size }, () => null));
  for (let place = 0; place < size; place++) {
    set(matrix, 6, place, place % 2 === 0);
    set(matrix, place, 6, place % 2 === 0);
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const) {
    drawRings(matrix, { x, y, reach: 4, isDark: (distance) => distance !== 2 && distance !== 4 });
  }
  drawAlignments(matrix, version);
  drawFormat(matrix, 0);
  drawVersion(matrix, version);
  return matrix;
}

function drawAlignments(matrix: Matrix, version: Version): void {
  const centres = alignmentCentres(version);
  const last = centres.length - 1;
  centres.forEach((y, row) => {
    centres.forEach((x, column) => {
      const isFinder = (row === 0 && (column === 0 || column === last)) || (row === last && column === 0);
      if (!isFinder) drawRings(matrix, { x, y, reach: 2, isDark: (distance) => distance !== 1 });
    });
  });
}

interface Rings {
  x: number;
  y: number;
  reach: number;
  isDark: (distance: number) => boolean;
}

function drawRings(matrix: Matrix, { x, y, reach, isDark }: Rings): void {
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) {
      set(matrix, x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
    }
  }
}

/** Both copies of error correction M and the mask, with their BCH check bits. */
export function drawFormat(matrix: Matrix, mask: number): void {
  const size = matrix.length;
  // Error correction M is written 00.
  let rest = mask;
  for (let round = 0; round < 10; round++) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
  const bits = ((mask << 10) | rest) ^ 0x5412;
  const isDark = (bit: number) => ((bits >>> bit) & 1) === 1;
  for (let bit = 0; bit < 15; bit++) {
    const near = bit < 6 ? bit : bit < 8 ? bit + 1 : 14 - bit + (bit === 8 ? 1 : 0);
    if (bit < 8) set(matrix, 8, near, isDark(bit));
    else set(matrix, near, 8, isDark(bit));
    if (bit < 8) set(matrix, size - 1 - bit, 8, isDark(bit));
    else set(matrix, 8, size - 15 + bit, isDark(bit));
  }
  set(matrix, 8, size - 8, true);
}

/** Both copies of the version with its BCH check bits, from version 7 on. */
function drawVersion(matrix: Matrix, { number, size }: Version): void {
  if (number < 7) return;
  let rest = number;
  for (let round = 0; round < 12; round++) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
  const bits = (number << 12) | rest;
  for (let bit = 0; bit < 18; bit++) {
    const isDark = ((bits >>> bit) & 1) === 1;
    const far = size - 11 + (bit % 3);
    const near = Math.floor(bit / 3);
    set(matrix, far, near, isDark);
    set(matrix, near, far, isDark);
  }
}

/** Draws the bytes in pairs of columns from the right, up and down in turn, where no pattern is. Left over modules are light. */
export function drawData(matrix: Matrix, codewords: readonly number[]): void {
  const size = matrix.length;
  let bit = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    const upward = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step++) {
      const y = upward ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (matrix[y]?.[x] !== null) continue;
        set(matrix, x, y, (((codewords[bit >>> 3] ?? 0) >>> (7 - (bit & 7))) & 1) === 1);
        bit++;
      }
    }
  }
}

function set(matrix: Matrix, x: number, y: number, isDark: boolean): void {
  const row = matrix[y];
  if (row !== undefined && x >= 0 && x < row.length) row[x] = isDark;
}
