import { type Brand, brandCents, type FareConditions } from "./brands.ts";
import type { FareComponent } from "./fare-component.ts";
import { fareBasisOf } from "./filings.ts";
import type { Trip } from "./tariffs.ts";

/** A component in one brand. */
export interface BrandedFare extends FareConditions {
  name: string;
  /** For one adult, including the brand. */
  cents: number;
  fareBasis: string;
  /** Of its class. */
  rank: number;
}

/** Number of brands of a component; components made by rule have the brands of the ticket's seller. */
export function brandSteps({ filings }: FareComponent, brands: readonly Brand[]): number {
  return filings === null ? brands.length : filings.length;
}

/** Returns a component in one of its brands: 0 is the cheapest; numbers above the last return the most expensive. */
export function brandedFare(
  component: FareComponent,
  { brands, step, trip }: { brands: readonly Brand[]; step: number; trip: Trip },
): BrandedFare {
  if (component.filings === null) {
    const brand = brands[Math.min(step, brands.length - 1)];
    const cents = component.baseCents + brandCents(brand, component.reference.cents);
    const { name, carryOn, checked, changeable, refundable } = brand;
    const fareBasis = fareBasisOf({ ...component, trip }, brand);
    return { name, carryOn, checked, changeable, refundable, cents, fareBasis, rank: component.rank };
  }
  const filing = component.filings[Math.min(step, component.filings.length - 1)];
  const { brand: name, usdCents: cents, carryOn, checked, changeable, refundable, fareBasis, rank } = filing;
  return { name, carryOn, checked, changeable, refundable, cents, fareBasis, rank };
}
