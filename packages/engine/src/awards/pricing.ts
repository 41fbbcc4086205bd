import type { CabinName } from "../fares/cabins.ts";
import type { Cells, DistanceChart, PricedCell } from "./chart.ts";
import { cabinRank, getBand, roundMiles } from "./chart.ts";
import {
  aeroplanCharts,
  alaskaCharts,
  britishAirwaysCharts,
  iberiaChart,
  modelledChart,
  virginAnaChart,
} from "./charts.ts";
import { priceDynamic } from "./dynamic.ts";
import type { Program } from "./programs.ts";
import { findAeroplanZone, findAlaskaZone } from "./zones.ts";

interface AwardPlace {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** Degrees east; tells the west of the United States from the east. */
  readonly longitude: number;
}

/** One way, one traveler with a seat; a round trip is two of these. */
export interface AwardTrip {
  /** `carrier` flies it; `miles` are statute miles. */
  readonly segments: readonly { readonly carrier: string; readonly miles: number; readonly cabin: CabinName }[];
  readonly origin: AwardPlace;
  readonly destination: AwardPlace;
  /** Statute miles flown on all segments. */
  readonly tripMiles: number;
  /** Departs on a peak date of the program. */
  readonly peak: boolean;
  /** Cheapest cash fare of the same flights and cabin before taxes; null where there is none. */
  readonly cashUsdCents: number | null;
  readonly level: "saver" | "standard";
}

export interface PricedAward extends PricedCell {
  readonly level: "saver" | "standard" | "dynamic";
  /** The cabin that is priced: the highest of the trip. */
  readonly cabin: CabinName;
  readonly mixedCabin: boolean;
}

/** Standard awards as a multiple of saver ones: ours, no chart here publishes them. */
const standardFactor = 1.8;

/**
 * Prices a trip by a program's chart, one way for one traveler with a seat (children pay as adults). Mixed cabins
 * price at the highest cabin (as Alaska says of itself), but for British Airways, which prices each segment.
 * Cells that no chart publishes are modelled and say so in `chart.basis`. null where the program does not book one of
 * the airlines, does not know a country, sells no such cabin, or prices dynamically and there is no cash fare.
 */
export function priceAward(program: Program, trip: AwardTrip): PricedAward | null {
  if (trip.segments.length === 0) return null;
  for (const segment of trip.segments) if (!program.carriers.has(segment.carrier)) return null;
  const { cabin, mixedCabin } = highestCabin(trip);
  if (program.pricing === "dynamic") return withCabin(priceDynamic(program, trip, cabin), cabin, mixedCabin);
  const cell = priceByChart(program, trip, cabin);
  if (cell === null) {
    if (program.pricing !== "zone") return null;
    return withCabin(priceDynamic(program, trip, cabin), cabin, mixedCabin);
  }
  if (trip.level === "saver") return { ...cell, level: "saver", cabin, mixedCabin };
  const chart = { ...cell.chart, basis: "modelled" as const };
  return { miles: roundMiles(cell.miles * standardFactor), chart, level: "standard", cabin, mixedCabin };
}

function withCabin(
  priced: Omit<PricedAward, "cabin" | "mixedCabin"> | null,
  cabin: CabinName,
  mixedCabin: boolean,
): PricedAward | null {
  return priced === null ? null : { ...priced, cabin, mixedCabin };
}

function highestCabin(trip: AwardTrip): { cabin: CabinName; mixedCabin: boolean } {
  let cabin: CabinName = trip.segments[0]!.cabin;
  let mixedCabin = false;
  for (const segment of trip.segments) {
    if (segment.cabin !== cabin) mixedCabin = true;
    if (cabinRank(segment.cabin) > cabinRank(cabin)) cabin = segment.cabin;
  }
  return { cabin, mixedCabin };
}

function priceByChart(program: Program, trip: AwardTrip, cabin: CabinName): PricedCell | null {
  switch (program.code) {
    case "alaska":
      return priceAlaska(program, trip, cabin);
    case "aeroplan":
      return priceAeroplan(trip, cabin);
    case "britishairways":
      return priceBritishAirways(program, trip);
    case "iberia":
      return priceIberia(program, trip, cabin);
    case "virginatlantic":
      return priceVirginOnAna(trip, cabin);
    default:
      return null;
  }
}

function allBy(program: Program, trip: AwardTrip): boolean {
  return trip.segments.every((segment) => program.ownCarriers.includes(segment.carrier));
}

/** The chart is the partners' one: on Alaska's own flights, whose prices move, its figures are taken as a model. */
function priceAlaska(program: Program, trip: AwardTrip, cabin: CabinName): PricedCell | null {
  const zone = findAlaskaZone(trip.origin.country, trip.destination.country);
  if (zone === undefined) return null;
  const cell = cellOf(alaskaCharts[zone], trip.tripMiles, cabin);
  return allBy(program, trip) ? asModelled(cell) : cell;
}

function priceAeroplan(trip: AwardTrip, cabin: CabinName): PricedCell | null {
  const origin = findAeroplanZone(trip.origin.country);
  const destination = findAeroplanZone(trip.destination.country);
  if (origin === undefined || destination === undefined) return null;
  const chart = aeroplanCharts[`${origin}-${destination}`] ?? aeroplanCharts[`${destination}-${origin}`];
  if (chart !== undefined) return cellOf(chart, trip.tripMiles, cabin);
  const cell = cellOf(modelledChart, trip.tripMiles, cabin);
  return { ...cell, chart: { ...cell.chart, name: "Aeroplan, modelled by distance", basis: "modelled" } };
}

function priceBritishAirways(program: Program, trip: AwardTrip): PricedCell {
  const cells = trip.segments.map(({ carrier, miles, cabin }) => {
    if (program.ownCarriers.includes(carrier)) {
      return cellOf(trip.peak ? britishAirwaysCharts.peak : britishAirwaysCharts.offPeak, miles, cabin);
    }
    if (cabin === "economy") return cellOf(britishAirwaysCharts.partner, miles, cabin);
    return partnerAvios(miles, cabin);
  });
  const basis = cells.every((cell) => cell.chart.basis === "published") ? "published" : "modelled";
  return {
    miles: cells.reduce((sum, cell) => sum + cell.miles, 0),
    chart: {
      name: [...new Set(cells.map((cell) => cell.chart.name))].join("; "),
      band: cells.map((cell) => cell.chart.band).join(" + "),
      basis,
    },
  };
}

/** Partners in higher cabins: the own peak price times what partners cost more in economy. */
function partnerAvios(miles: number, cabin: CabinName): PricedCell {
  const partner = cellOf(britishAirwaysCharts.partner, miles, "economy");
  const peakEconomy = cellOf(britishAirwaysCharts.peak, miles, "economy");
  const peak = cellOf(britishAirwaysCharts.peak, miles, cabin);
  const scaled = roundMiles((peak.miles * partner.miles) / peakEconomy.miles);
  return { miles: scaled, chart: { ...partner.chart, basis: "modelled" } };
}

/** Published off-peak on Iberia's own flights; peak a fifth more and partners a quarter more are ours. */
function priceIberia(program: Program, trip: AwardTrip, cabin: CabinName): PricedCell {
  const cell = cellOf(iberiaChart, trip.tripMiles, cabin);
  const factor = (trip.peak ? 1.2 : 1) * (allBy(program, trip) ? 1 : 1.25);
  return factor === 1 ? cell : { ...asModelled(cell), miles: roundMiles(cell.miles * factor) };
}

/** Degrees east of which the program's eastern United States begin: our reading, between Phoenix and Denver. */
const usEastLongitude = -108;

function priceVirginOnAna(trip: AwardTrip, cabin: CabinName): PricedCell | null {
  const { origin, destination, segments } = trip;
  if (cabin !== "business" && cabin !== "first") return null;
  if (!segments.every((segment) => segment.carrier === "NH")) return null;
  const american = origin.country === "US" ? origin : destination;
  const other = american === origin ? destination : origin;
  if (american.country !== "US" || other.country !== "JP") return null;
  const { band, cells } = american.longitude < usEastLongitude ? virginAnaChart.west : virginAnaChart.east;
  return { miles: cells[cabin], chart: { name: virginAnaChart.name, band, basis: "published" } };
}

function asModelled(cell: PricedCell): PricedCell {
  return { ...cell, chart: { ...cell.chart, basis: "modelled" } };
}

function cellOf(chart: DistanceChart, miles: number, cabin: CabinName): PricedCell {
  const { band, name } = getBand(chart, miles);
  const published = band.cells[cabin];
  if (published !== undefined) return { miles: published, chart: { name: chart.name, band: name, basis: "published" } };
  return { miles: roundMiles(filled(band.cells, cabin)), chart: { name: chart.name, band: name, basis: "modelled" } };
}

/** A cabin that the chart leaves out, from its neighbours. */
function filled(cells: Cells, cabin: CabinName): number {
  const economy = cells.economy ?? 0;
  const business = cells.business ?? economy * 2.5;
  if (cabin === "premium_economy") return economy + 0.45 * (business - economy);
  return cabin === "first" ? business * 1.4 : business;
}
