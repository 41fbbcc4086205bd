import type { UsdCharge } from "./charges.ts";
import {
  addCharge,
  departuresOf,
  type PercentTax,
  type SliceTaxes,
  type TaxSlice,
  type TaxTraveler,
} from "./tax-journey.ts";
import { addDepartureTaxes } from "./taxes-elsewhere.ts";
import { addUnitedKingdomTaxes } from "./taxes-united-kingdom.ts";
import { addUnitedStatesTaxes, unitedStates } from "./taxes-united-states.ts";

/** A whole journey of one traveler; a round trip has two slices. */
export interface TaxJourney extends TaxTraveler {
  readonly slices: readonly TaxSlice[];
  /** Fare of each slice before taxes, in US cents, from which percentage taxes are computed. */
  readonly baseUsdCents: readonly number[];
}

/**
 * Taxes of one slice for one traveler. Slices do not affect each other except for the United States' caps on AY and XF, which two slices
 * cannot reach: so the taxes of a round trip are the sum of its slices', and a search computes them once per slice. `taxesFor` does so and
 * applies the caps for more slices.
 */
export function taxesOfSlice(slice: TaxSlice, traveler: TaxTraveler): SliceTaxes {
  const fixed: UsdCharge[] = [];
  const percents: PercentTax[] = [];
  if (slice.segments.length > 0) addUnitedStatesTaxes(slice, traveler, fixed, percents);
  for (const departure of departuresOf(slice)) {
    const { country } = departure.origin;
    if (country === "US") continue;
    if (country === "GB") addUnitedKingdomTaxes(departure, traveler, fixed);
    else addDepartureTaxes(departure, traveler, fixed, percents);
  }
  return { fixed, percents };
}

/** Taxes of a slice including those on its part of the fare, in US cents. */
export function withPercentTaxes(taxes: SliceTaxes, baseUsdCents: number): UsdCharge[] {
  const charges = taxes.fixed.map(({ code, usdCents }) => ({ code, usdCents }));
  for (const { code, rate } of taxes.percents) addCharge(charges, code, Math.round(baseUsdCents * rate));
  return charges;
}

/** All taxes of a journey for one traveler, one entry per code, in US cents. Tables and their sources are in the file of each country. */
export function taxesFor(journey: TaxJourney): UsdCharge[] {
  const slices = journey.slices.map((slice) => taxesOfSlice(slice, journey));
  return taxesOfJourney(slices, journey.baseUsdCents);
}

/** The same for slices whose taxes are known. */
export function taxesOfJourney(slices: readonly SliceTaxes[], baseUsdCents: readonly number[]): UsdCharge[] {
  const charges: UsdCharge[] = [];
  for (const [i, slice] of slices.entries()) {
    for (const { code, usdCents } of slice.fixed) addCharge(charges, code, usdCents);
    for (const { code, rate } of slice.percents) addCharge(charges, code, Math.round((baseUsdCents[i] ?? 0) * rate));
  }
  for (const charge of charges) {
    if (charge.code === "AY") charge.usdCents = Math.min(charge.usdCents, unitedStates.securityCap);
    if (charge.code === "XF") charge.usdCents = Math.min(charge.usdCents, unitedStates.passengerFacilityCap);
  }
  return charges;
}
