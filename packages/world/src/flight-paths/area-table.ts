import type { Point } from "../facts/closed-airspace.ts";
import { isInside, type Polygon } from "./polygon.ts";

const cellsPerDegree = 2;
const columns = 360 * cellsPerDegree;

/** The areas of each half degree of the map, for many samples: bit n of a cell is set if its center is in the nth area. */
export class AreaTable {
  readonly #cells = new Uint32Array((180 * cellsPerDegree + 1) * columns);

  constructor(areas: readonly Polygon[]) {
    for (const [at, area] of areas.entries()) {
      for (let row = rowOf(area.south); row <= rowOf(area.north); row++) {
        for (let x = Math.floor(area.west * cellsPerDegree); x <= area.east * cellsPerDegree; x++) {
          const center = { latitude: row / cellsPerDegree - 90, longitude: x / cellsPerDegree };
          const cell = row * columns + columnOf(center.longitude);
          if (isInside(area, center)) this.#cells[cell] = (this.#cells[cell] ?? 0) | (1 << at);
        }
      }
    }
  }

  at({ latitude, longitude }: Point): number {
    return this.#cells[rowOf(latitude) * columns + columnOf(longitude)] ?? 0;
  }
}

function rowOf(latitude: number): number {
  return Math.round((latitude + 90) * cellsPerDegree);
}

function columnOf(longitude: number): number {
  return Math.round((longitude + 360) * cellsPerDegree) % columns;
}
