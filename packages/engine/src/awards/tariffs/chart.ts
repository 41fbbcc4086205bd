import { type CabinName, cabinNames } from "../../fares/cabins.ts";

/** `published`: a figure of the program's own chart; `modelled`: ours, if the program publishes none. */
export type Basis = "published" | "modelled";

/** Source of a price, as shown in answers. */
interface ChartEntry {
  readonly name: string;
  /** The zone, the distance band or both. */
  readonly band: string;
  readonly basis: Basis;
}

/** Miles of one traveler one way, with their source. */
export interface PricedCell {
  readonly miles: number;
  readonly chart: ChartEntry;
}

/** Cells by cabin, economy to first. Created once with the chart; pricing returns them without allocating. */
export type CabinCells = readonly PricedCell[];

export interface DistanceChart {
  readonly name: string;
  readonly source: string;
  /** In ascending order; statute miles, inclusive. */
  readonly bands: readonly { readonly upToMiles: number; readonly cells: CabinCells }[];
}

interface ChartFacts {
  readonly name: string;
  readonly basis: Basis;
  /** Publisher and date of the source; for a model, the chart it is based on. */
  readonly source: string;
  /** Cabins of the columns; economy to first if absent. Cabins without a column are filled in and modeled. */
  readonly cabins?: readonly CabinName[];
}

/** Upper bound of a chart whose last band has no end. */
export const noEnd = Number.POSITIVE_INFINITY;

/** Builds a chart from rows of `[upToMiles, ...miles by cabin]`; 0 marks a cell that is not published. */
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

/** Builds the four cells of a band or of a pair of zones from the columns of a chart. */
export function cabinCells(
  {
    name,
    basis,
    band,
    cabins = cabinNames,
  }: { name: string; basis: Basis; band: string; cabins?: readonly CabinName[] },
  columns: readonly number[],
): CabinCells {
  const values = cabinNames.map((cabin) => columns[cabins.indexOf(cabin)] ?? 0);
  return values.map((miles, rank): PricedCell => {
    if (miles > 0) return { miles, chart: { name, band, basis } };
    return { miles: roundMiles(filled(values, rank)), chart: { name, band, basis: "modelled" } };
  });
}

/** Interpolates a cabin that the chart omits from the adjacent ones. */
function filled(values: readonly number[], rank: number): number {
  const [economy = 0, , published = 0] = values;
  const business = published > 0 ? published : economy * 2.5;
  if (rank === 0) return business / 2;
  if (rank === 1) return economy + 0.45 * (business - economy);
  return rank === 3 ? business * 1.4 : business;
}

/** Returns the chart with every price multiplied by a factor; the result is always a model. */
export function scaleChart(chart: DistanceChart, factor: number, name: string): DistanceChart {
  const bands = chart.bands.map(({ upToMiles, cells }) => ({ upToMiles, cells: scaleCells(cells, factor, name) }));
  return { name, source: `${chart.source}, times ${factor} by our model`, bands };
}

function scaleCells(cells: CabinCells, factor: number, name: string): CabinCells {
  return cells.map(({ miles, chart }) => {
    return { miles: roundMiles(miles * factor), chart: { name, band: chart.band, basis: "modelled" } };
  });
}

/** Returns the cells of a distance, or null beyond the end of a chart: the program sells no longer trip by it. */
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

/** Rounds modeled miles up to the next 250. */
export function roundMiles(miles: number): number {
  return Math.ceil(miles / 250 - 1e-9) * 250;
}
