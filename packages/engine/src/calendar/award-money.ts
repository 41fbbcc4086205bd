import type { SliceAward } from "../awards/price-slice.ts";
import { addCharge, sumCharges, type UsdCharge } from "../fares/charges.ts";
import type { SliceTaxes } from "../fares/taxes/tax-journey.ts";
import { taxesOfJourney } from "../fares/taxes/taxes.ts";
import { type TravelerKind, typeOfKind } from "../fares/traveler-kind.ts";
import { type FlightSearch, travelersOf } from "../search/flight-search.ts";
import type { FoundAwardFare } from "../search/found-flight.ts";
import type { ChargeCalculator, PooledFlights } from "../search/journey-charges.ts";
import { passedSurcharges } from "../search/offers.ts";

/** Money part of an award on one slice: everything that the money part of a journey needs. */
export interface AwardMoney {
  taxes: ReadonlyMap<TravelerKind, SliceTaxes>;
  /** For a traveler with a seat: those that the program collects. */
  surcharges: readonly UsdCharge[];
  fees: readonly UsdCharge[];
}

/** Returns the money part of an award on one slice. */
export function awardMoneyOf(
  charges: ChargeCalculator,
  slice: PooledFlights,
  { program, fees }: Pick<SliceAward, "program" | "fees">,
): AwardMoney {
  return {
    taxes: charges.awardTaxesOfSlice(slice),
    surcharges: passedSurcharges(program, charges.journey([slice])),
    fees,
  };
}

/** Returns the money part of a journey for each type of traveler, without its miles, as `awardOffer` adds it up. */
export function awardFaresOf(slices: readonly AwardMoney[], search: FlightSearch): FoundAwardFare[] {
  const [surcharges, fees]: [UsdCharge[], UsdCharge[]] = [[], []];
  for (const slice of slices) {
    for (const { code, usdCents } of slice.surcharges) addCharge(surcharges, code, usdCents);
    for (const { code, usdCents } of slice.fees) addCharge(fees, code, usdCents);
  }
  return travelersOf(search).map(({ kind, count }) => {
    const isInfant = kind === "infant";
    const taxes = taxesOfJourney(
      slices.map((slice) => slice.taxes.get(kind) ?? { fixed: [], percents: [] }),
      [],
    );
    return {
      type: typeOfKind(kind),
      count,
      miles: 0,
      taxes,
      surcharges: isInfant ? [] : surcharges,
      fees: isInfant ? [] : fees,
    };
  });
}

/** Returns the money of a slice for the whole party in cents, and a key that is equal for equal charges. */
export function moneyOf(money: AwardMoney, search: FlightSearch): { cents: number; key: string } {
  const fares = awardFaresOf([money], search);
  let cents = 0;
  for (const { count, taxes, surcharges, fees } of fares) {
    cents += count * (sumCharges(taxes) + sumCharges(surcharges) + sumCharges(fees));
  }
  const key = fares
    .flatMap(({ taxes, surcharges, fees }) => [...taxes, null, ...surcharges, null, ...fees, null])
    .map((charge) => (charge === null ? "/" : `${charge.code}${charge.usdCents}`))
    .join(" ");
  return { cents, key };
}
