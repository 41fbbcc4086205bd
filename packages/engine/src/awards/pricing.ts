import type { AwardTrip } from "./tariffs/award-trip.ts";
import { type PricedCell, roundMiles } from "./tariffs/chart.ts";
import type { Program } from "./tariffs/program.ts";
import { asModeled, type Tariff, type TariffInput } from "./tariffs/tariff.ts";

/** A price of one program for one traveler one way. */
export interface PricedAward extends PricedCell {
  readonly level: "saver" | "standard" | "dynamic";
}

/**
 * Prices a trip in a program, one way for one traveler with a seat (children pay as adults), by the first of its tariffs that has a price.
 *
 * A trip in several cabins has the price of the highest, except in programs that price segments one by one or weigh cabins by distance. A
 * standard seat costs a multiple of the saver price. `chart.basis` marks every unpublished part. Returns null if the program does not book
 * one of the airlines, has no tariff for the trip, sells no standard seats, or needs a cash fare that does not exist.
 */
export function priceAward(program: Program, trip: AwardTrip, level: "saver" | "standard"): PricedAward | null {
  const isOwn = (carrier: string) => program.ownCarriers.includes(carrier);
  let byPartner = false;
  for (const { carrier } of trip.legs) {
    if (!program.carriers.has(carrier)) return null;
    if (!isOwn(carrier)) byPartner = true;
  }
  return priceTrip(program, trip, { level, byPartner, isOwn });
}

/** As `priceAward`, for programs that are known to book the airlines. */
export function priceTrip(program: Program, trip: AwardTrip, input: TariffInput): PricedAward | null {
  const isShared = trip.mixedCabin && program.mixedCabin === "byDistance";
  for (const tariff of program.tariffs) {
    const cell = isShared ? sharedByDistance(trip, (each) => tariff.price(each, input)) : tariff.price(trip, input);
    if (cell !== null) return atLevel(program, cell, tariff, input.level);
  }
  return null;
}

function atLevel(
  { standardFactor }: Program,
  { miles, chart }: PricedCell,
  { kind, hasSaverLevel = true }: Tariff,
  level: TariffInput["level"],
): PricedAward | null {
  if (level === "saver" && hasSaverLevel) return { miles, chart, level };
  if (kind === "dynamic") return { miles, chart, level: "dynamic" };
  if (standardFactor === null) return null;
  return { miles: roundMiles(miles * standardFactor), chart: { ...chart, basis: "modelled" }, level: "standard" };
}

/**
 * Weighs the whole-trip price of each leg's cabin by the leg's share of the distance: modeled, as the program only publishes that there is
 * a discount.
 */
function sharedByDistance(trip: AwardTrip, price: (trip: AwardTrip) => PricedCell | null): PricedCell | null {
  let miles = 0;
  let highest: PricedCell | null = null;
  for (const leg of trip.legs) {
    const cell = price(leg.cabin === trip.cabin ? trip : { ...trip, cabin: leg.cabin });
    if (cell === null) return null;
    miles += (cell.miles * leg.miles) / trip.miles;
    if (leg.cabin === trip.cabin) highest = cell;
  }
  return highest === null ? null : { ...asModeled(highest), miles: roundMiles(miles) };
}
