import { type Brand, brandCents, type FareConditions } from "./brands.ts";
import type { FareComponent } from "./fare-component.ts";
import { fareBasisOf } from "./filings.ts";
import type { Trip } from "./tariffs.ts";

/** A component as it is sold in one brand. */
export interface BrandedFare extends FareConditions {
  name: string;
  /** Of one adult, with what the brand adds. */
  cents: number;
  fareBasis: string;
  /** Of its class. */
  rank: number;
}

/** How many brands a component is sold in; those made by rule have the brands of whoever sells the ticket. */
export function brandSteps({ filings }: FareComponent, brands: readonly Brand[]): number {
  return filings === null ? brands.length : filings.length;
}

/** A component in one of its brands: 0 is the cheapest, and beyond the dearest it stays at that. */
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
