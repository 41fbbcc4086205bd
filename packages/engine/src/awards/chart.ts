import type { CabinName } from "../fares/cabins.ts";
import { cabinNames } from "../fares/cabins.ts";

/** `published`: a figure of the program's own chart; `modelled`: ours, where the program publishes none here. */
type Basis = "published" | "modelled";

/** Miles by cabin at one way and one traveler; a cabin that is absent has no published price. */
export type Cells = Readonly<Partial<Record<CabinName, number>>>;

export interface Band {
  /** Statute miles, inclusive; Infinity in a chart's last band. */
  readonly upToMiles: number;
  readonly cells: Cells;
}

/** A chart by distance: bands in rising order, the last one without end. */
export interface DistanceChart {
  readonly name: string;
  readonly bands: readonly Band[];
}

/** A cell with where it comes from. */
export interface PricedCell {
  readonly miles: number;
  readonly chart: { readonly name: string; readonly band: string; readonly basis: Basis };
}

/** The band of a distance. Its name is like "701–1,400 miles". */
export function getBand(chart: DistanceChart, miles: number): { band: Band; name: string } {
  let from = 0;
  for (const band of chart.bands) {
    if (miles <= band.upToMiles) return { band, name: bandName(from, band.upToMiles) };
    from = band.upToMiles + 1;
  }
  throw new RangeError(`${chart.name} has no band for ${miles} miles`);
}

function bandName(from: number, upTo: number): string {
  if (upTo === Number.POSITIVE_INFINITY) return `${thousands(from)}+ miles`;
  return from === 0 ? `up to ${thousands(upTo)} miles` : `${thousands(from)}–${thousands(upTo)} miles`;
}

/** Not Intl, which would cost more than the rest of pricing. */
function thousands(value: number): string {
  return value < 1000 ? String(value) : `${Math.floor(value / 1000)},${String(value % 1000).padStart(3, "0")}`;
}

/** Position in `cabinNames`: a higher cabin has the higher rank. */
export function cabinRank(cabin: CabinName): number {
  return cabinNames.indexOf(cabin);
}

/** Rounds modelled miles up to the next 250. */
export function roundMiles(miles: number): number {
  return Math.ceil(miles / 250 - 1e-9) * 250;
}

/** Builds a chart from rows of `[upToMiles, ...miles in the order of cabins]`. */
export function distanceChart(
  name: string,
  rows: readonly (readonly number[])[],
  cabins: readonly CabinName[] = cabinNames,
): DistanceChart {
  const bands = rows.map(([upToMiles = 0, ...miles]) => ({
    upToMiles,
    cells: Object.fromEntries(cabins.map((cabin, i) => [cabin, miles[i]])) as Cells,
  }));
  return { name, bands };
}
