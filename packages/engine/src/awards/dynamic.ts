import type { CabinName } from "../fares/cabins.ts";
import type { PricedCell } from "./chart.ts";
import { distanceChart, getBand } from "./chart.ts";
import type { Program } from "./programs.ts";

/** Least miles one way before each program's factor: ours, about where United's cheapest awards lie in 2026. */
const floors = distanceChart("dynamic", [
  [700, 6_000, 9_000, 14_000, 20_000],
  [1_500, 9_000, 13_500, 20_000, 30_000],
  [3_000, 12_500, 19_000, 27_500, 40_000],
  [5_000, 28_000, 40_000, 60_000, 90_000],
  [Number.POSITIVE_INFINITY, 36_000, 52_000, 77_000, 115_000],
]);

interface Dynamics {
  /** Times `floors`. */
  readonly floorFactor: number;
  /** Most miles as a multiple of the floor: of a saver award, where the program has them, and of any. */
  readonly saverCeiling: number | null;
  readonly ceiling: number;
}

const dynamicsByProgram: Readonly<Partial<Record<Program["code"], Dynamics>>> = {
  united: { floorFactor: 1, saverCeiling: 1.5, ceiling: 6 },
  delta: { floorFactor: 1, saverCeiling: null, ceiling: 8 },
  flyingblue: { floorFactor: 0.85, saverCeiling: 1.4, ceiling: 6 },
  virginatlantic: { floorFactor: 0.75, saverCeiling: 1.6, ceiling: 7 },
};

/**
 * A dynamic price: the cash fare before taxes divided by the value of a mile, held between the program's floor and
 * ceiling and rounded up to a hundred. A saver award buys at the ceiling of the valuations and costs little more than
 * the floor; any other is priced at their floor. A model throughout. null without a cash fare.
 */
export function priceDynamic(
  program: Program,
  trip: { readonly tripMiles: number; readonly cashUsdCents: number | null; readonly level: "saver" | "standard" },
  cabin: CabinName,
): (PricedCell & { readonly level: "saver" | "dynamic" }) | null {
  const dynamics = dynamicsByProgram[program.code];
  if (dynamics === undefined || trip.cashUsdCents === null) return null;
  const { band, name } = getBand(floors, trip.tripMiles);
  const floor = (band.cells[cabin] ?? 0) * dynamics.floorFactor;
  const saver = trip.level === "saver" && dynamics.saverCeiling !== null;
  const ceiling = floor * (saver && dynamics.saverCeiling !== null ? dynamics.saverCeiling : dynamics.ceiling);
  const wanted = trip.cashUsdCents / (saver ? program.valueCents.ceiling : program.valueCents.floor);
  const miles = Math.ceil(Math.min(ceiling, Math.max(floor, wanted)) / 100) * 100;
  const chart = { name: `${program.name}, dynamic`, band: name, basis: "modelled" as const };
  return { miles, chart, level: saver ? "saver" : "dynamic" };
}

/**
 * Whether a day is in the peak season of Avios awards: a model (the school holidays of Britain and Spain, about a third of the
 * year), as the airlines' calendars are not published here.
 *
 * @param month 1–12
 */
export function isAviosPeak(month: number, day: number): boolean {
  const date = month * 100 + day;
  if (date >= 1215 || date <= 107) return true;
  return (date >= 327 && date <= 414) || (date >= 626 && date <= 906) || (date >= 1018 && date <= 1101);
}
