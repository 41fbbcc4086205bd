import { addCountryLevies, addFareTax } from "./country-taxes.ts";
import { addTax, type TaxCharge } from "./tax-charge.ts";
import { type PercentTax, type SliceTaxes, stretchesOf, type TaxSlice, type TaxTraveler } from "./tax-journey.ts";
import { addUnitedStatesTaxes, capUnitedStatesTaxes } from "./united-states.ts";

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
  const fixed: TaxCharge[] = [];
  const percents: PercentTax[] = [];
  if (slice.segments.length > 0) addUnitedStatesTaxes(slice, traveler, fixed, percents);
  for (const stretch of stretchesOf(slice)) {
    addCountryLevies(stretch, { day: slice.day, traveler }, fixed);
    addFareTax(stretch, traveler, percents);
  }
  return { fixed, percents };
}

/** Taxes of a slice including those on its part of the fare, in US cents. */
export function withPercentTaxes(taxes: SliceTaxes, baseUsdCents: number): TaxCharge[] {
  const charges = taxes.fixed.map((charge) => ({ ...charge }));
  addPercents(charges, taxes.percents, baseUsdCents);
  return charges;
}

/** All taxes of a journey for one traveler, one entry per line, in US cents. Tables and their sources are in `tables.ts`. */
export function taxesFor(journey: TaxJourney): TaxCharge[] {
  const slices = journey.slices.map((slice) => taxesOfSlice(slice, journey));
  return taxesOfJourney(slices, journey.baseUsdCents);
}

/** The same for slices whose taxes are known. */
export function taxesOfJourney(slices: readonly SliceTaxes[], baseUsdCents: readonly number[]): TaxCharge[] {
  const charges: TaxCharge[] = [];
  for (const [i, slice] of slices.entries()) {
    for (const charge of slice.fixed) addTax(charges, charge);
    addPercents(charges, slice.percents, baseUsdCents[i] ?? 0);
  }
  capUnitedStatesTaxes(charges);
  return charges;
}

function addPercents(charges: TaxCharge[], percents: readonly PercentTax[], baseUsdCents: number): void {
  for (const { rate, ...line } of percents) addTax(charges, { ...line, usdCents: Math.round(baseUsdCents * rate) });
}
