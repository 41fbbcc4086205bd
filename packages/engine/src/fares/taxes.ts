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
  /** The fare of each slice before taxes, in US cents: what percentage taxes are worked out from. */
  readonly baseUsdCents: readonly number[];
}

/**
 * The taxes of one slice for one traveler. Slices do not touch each other but for the United States' caps on AY and XF,
 * which two slices cannot reach: so a round trip's taxes are those of its slices added up, and a search can work them out
 * once a slice. `taxesFor` does so and keeps the caps for more slices.
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

/** The taxes of a slice with those that fall on its part of the fare, in US cents. */
export function withPercentTaxes(taxes: SliceTaxes, baseUsdCents: number): UsdCharge[] {
  const charges = taxes.fixed.map(({ code, usdCents }) => ({ code, usdCents }));
  for (const { code, rate } of taxes.percents) addCharge(charges, code, Math.round(baseUsdCents * rate));
  return charges;
}

/** All taxes of a journey for one traveler, one entry a code, in US cents. Tables and their sources stand beside each country. */
export function taxesFor(journey: TaxJourney): UsdCharge[] {
  const slices = journey.slices.map((slice) => taxesOfSlice(slice, journey));
  return taxesOfJourney(slices, journey.baseUsdCents);
}

/** The same where the taxes of its slices are known. */
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
