import { type CabinName, cabinNames } from "../../fares/cabins.ts";

/** `published`: a figure of the program's own chart; `modelled`: ours, where the program publishes none here. */
export type Basis = "published" | "modelled";

/** Where a price is written: what an answer says of it. */
interface ChartPlace {
  readonly name: string;
  /** The zone, the distance band or both. */
  readonly band: string;
  readonly basis: Basis;
}

/** Miles of one traveler one way, with where they come from. */
export interface PricedCell {
  readonly miles: number;
  readonly chart: ChartPlace;
}

/** Cells by cabin, economy to first. Made once, when a chart is: pricing hands them out and makes nothing. */
export type CabinCells = readonly PricedCell[];

export interface DistanceChart {
  readonly name: string;
  readonly source: string;
  /** In rising order; statute miles, inclusive. */
  readonly bands: readonly { readonly upToMiles: number; readonly cells: CabinCells }[];
}

interface ChartFacts {
  readonly name: string;
  readonly basis: Basis;
  /** Who publishes it and when it was read; of a model, what it is modelled on. */
  readonly source: string;
  /** Cabins of the columns; economy to first where absent. A cabin without a column is filled, and modelled. */
  readonly cabins?: readonly CabinName[];
}

/** No end of a chart's last band. */
export const noEnd = Number.POSITIVE_INFINITY;

/** Builds a chart from rows of `[upToMiles, ...miles by cabin]`; a 0 is a cell that is not published. */
export function distanceChart(
  { name, basis, source, cabins = cabinNames }: ChartFacts,
  rows: readonly (readonly number[])[],
): DistanceChart {
  const bands = rows.map(([upToMiles = 0, ...columns], i) => {
    const from = i === 0 ? 0 : (rows[i - 1]?.[0] ?? 0) + 1;
    const band = bandName(from, upToMiles);
    return { upToMiles, cells: cabinCells({ name, basis, cabins, band }, columns) };
  });
  return { name, source, bands };
}

/** The four cells of a band or of a pair of zones, from the columns that a chart has. */
export function cabinCells(
  {
    name,
    basis,
    band,
    cabins = cabinNames,
  }: { name: string; basis: Basis; band: string; cabins?: readonly CabinName[] },
  columns: readonly number[],
): CabinCells {
  const known = cabinNames.map((cabin) => columns[cabins.indexOf(cabin)] ?? 0);
  return known.map((miles, rank): PricedCell => {
    if (miles > 0) return { miles, chart: { name, band, basis } };
    return { miles: roundMiles(filled(known, rank)), chart: { name, band, basis: "modelled" } };
  });
}

/** A cabin that the chart leaves out, from its neighbours. */
function filled(known: readonly number[], rank: number): number {
  const [economy = 0, , published = 0] = known;
  const business = published > 0 ? published : economy * 2.5;
  if (rank === 0) return business / 2;
  if (rank === 1) return economy + 0.45 * (business - economy);
  return rank === 3 ? business * 1.4 : business;
}

/** The same chart with every price times a factor: a model, whatever the chart is. */
export function scaleChart(chart: DistanceChart, factor: number, name: string): DistanceChart {
  const bands = chart.bands.map(({ upToMiles, cells }) => ({ upToMiles, cells: scaleCells(cells, factor, name) }));
  return { name, source: `${chart.source}, times ${factor} by our model`, bands };
}

function scaleCells(cells: CabinCells, factor: number, name: string): CabinCells {
  return cells.map(({ miles, chart }) => {
    return { miles: roundMiles(miles * factor), chart: { name, band: chart.band, basis: "modelled" } };
  });
}

/** Cells of a distance, or null beyond the end of a chart that has one: the program sells no longer trip by it. */
export function findCells(chart: DistanceChart, miles: number): CabinCells | null {
  for (const { upToMiles, cells } of chart.bands) if (miles <= upToMiles) return cells;
  return null;
}

function bandName(from: number, upTo: number): string {
  if (upTo === noEnd) return `${thousands(from)}+ miles`;
  return from === 0 ? `up to ${thousands(upTo)} miles` : `${thousands(from)}–${thousands(upTo)} miles`;
}

function thousands(value: number): string {
  return value.toLocaleString("en-US");
}

/** Rounds modelled miles up to the next 250. */
export function roundMiles(miles: number): number {
  return Math.ceil(miles / 250 - 1e-9) * 250;
}
