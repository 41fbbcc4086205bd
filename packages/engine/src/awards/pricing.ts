import type { AwardTrip } from "./tariffs/award-trip.ts";
import { type PricedCell, roundMiles } from "./tariffs/chart.ts";
import type { Program } from "./tariffs/program.ts";
import { asModelled, type Tariff, type TariffQuestion } from "./tariffs/tariff.ts";

/** A price of one program for one traveler one way. */
export interface PricedAward extends PricedCell {
  readonly level: "saver" | "standard" | "dynamic";
}

/**
 * Prices a trip in a program, one way for one traveler with a seat (children pay as adults): by the first of its tariffs that
 * has a price.
 *
 * A trip in several cabins costs what the highest does, but where segments are priced one by one, and where the program goes by
 * distance. A standard seat costs a multiple of the saver price. Everything that no chart publishes says so in
 * `chart.basis`. null where the program does not book one of the airlines, has no tariff for the trip, sells no standard
 * seats, or prices by a cash fare that there is not.
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

/** The same where it is known that the program books the airlines. */
export function priceTrip(program: Program, trip: AwardTrip, asked: TariffQuestion): PricedAward | null {
  const isShared = trip.mixedCabin && program.mixedCabin === "byDistance";
  for (const tariff of program.tariffs) {
    const cell = isShared ? sharedByDistance(trip, (each) => tariff.price(each, asked)) : tariff.price(trip, asked);
    if (cell !== null) return atLevel(program, cell, tariff, asked.level);
  }
  return null;
}

function atLevel(
  { standardFactor }: Program,
  { miles, chart }: PricedCell,
  { kind, knowsSaver = true }: Tariff,
  level: TariffQuestion["level"],
): PricedAward | null {
  if (level === "saver" && knowsSaver) return { miles, chart, level };
  if (kind === "dynamic") return { miles, chart, level: "dynamic" };
  if (standardFactor === null) return null;
  return { miles: roundMiles(miles * standardFactor), chart: { ...chart, basis: "modelled" }, level: "standard" };
}

/** Each leg's cabin priced for the whole trip and weighed by the leg's share of the distance: ours, of what the program publishes as a discount. */
function sharedByDistance(trip: AwardTrip, price: (trip: AwardTrip) => PricedCell | null): PricedCell | null {
  let miles = 0;
  let highest: PricedCell | null = null;
  for (const leg of trip.legs) {
    const cell = price(leg.cabin === trip.cabin ? trip : { ...trip, cabin: leg.cabin });
    if (cell === null) return null;
    miles += (cell.miles * leg.miles) / trip.miles;
    if (leg.cabin === trip.cabin) highest = cell;
  }
  return highest === null ? null : { ...asModelled(highest), miles: roundMiles(miles) };
}
