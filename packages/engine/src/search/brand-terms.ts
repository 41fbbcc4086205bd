import { bagFeeUsdCents, isLongFlight } from "../fares/bag-fees.ts";
import { type BrandedFare, brandedFare, brandSteps } from "../fares/branded-fare.ts";
import { brandsOf } from "../fares/brands.ts";
import type { FareComponent } from "../fares/fare-component.ts";
import type { FareQuotes } from "../fares/fare-quotes.ts";
import type { SliceFare } from "../fares/price-slice.ts";
import type { SliceDescriber } from "./describe.ts";
import { type FlightSearch, seatsOfParty } from "./flight-search.ts";

/** A slice with its fare. */
export interface FaredSlice {
  flights: readonly number[];
  fare: SliceFare;
}

/** Component of a slice in one brand. */
export interface BrandedComponent {
  component: FareComponent;
  branded: BrandedFare;
}

/** A slice in one brand, under the terms of a search. */
export interface BrandTerms {
  /** For one adult. */
  baseCents: number;
  /** Fees of all travelers for the requested bags that the brand does not include. */
  bagFeesCents: number;
  /** False if the search excludes the brand. */
  isAllowed: boolean;
}

/** Number of brands of a fare. Fares made by rule have the brands of the ticket's seller, fares of a table their own. */
export function countSteps({ timetable, cabin }: FareQuotes, { components, validatingCarrier }: SliceFare): number {
  const brands = brandsOf(timetable.carriers[validatingCarrier], cabin);
  return Math.max(...components.map((component) => brandSteps(component, brands)));
}

/** Returns the components of a fare in a brand: 0 is the cheapest; numbers above the last return the most expensive. */
export function componentsInBrand(
  { timetable, cabin }: FareQuotes,
  { components, validatingCarrier, kind }: SliceFare,
  step: number,
): BrandedComponent[] {
  const brands = brandsOf(timetable.carriers[validatingCarrier], cabin);
  return components.map((component) => ({ component, branded: brandedFare(component, { brands, step, trip: kind }) }));
}

/** Returns each brand of a slice under the terms of a search, cheapest first. */
export function listBrandTerms(
  direction: { quotes: FareQuotes; describeSlice: SliceDescriber },
  { flights, fare }: FaredSlice,
  search: FlightSearch,
): BrandTerms[] {
  const { quotes } = direction;
  const { excludeBasic = false, bags = { carryOn: 0, checked: 0 } } = search.fareTerms ?? {};
  const seats = seatsOfParty(search);
  return Array.from({ length: countSteps(quotes, fare) }, (_, step) => {
    const branded = componentsInBrand(quotes, fare, step).map((component) => component.branded);
    const included = {
      carryOn: Math.min(...branded.map(({ carryOn }) => carryOn)),
      checked: Math.min(...branded.map(({ checked }) => checked)),
    };
    const isBasic =
      quotes.cabin === 0 &&
      branded.some(({ changeable }) => !changeable) &&
      branded.some(({ refundable }) => !refundable);
    return {
      baseCents: branded.reduce((sum, { cents }) => sum + cents, 0),
      bagFeesCents: seats * bagFeeUsdCents(ticketOf(direction, flights), included, bags),
      isAllowed: !(excludeBasic && isBasic),
    };
  });
}

/** Carrier and length of a slice that determine the fees for bags. */
function ticketOf({ describeSlice }: { describeSlice: SliceDescriber }, flights: readonly number[]) {
  const { segments } = describeSlice(flights);
  const isLong = segments.some(({ distanceKm }) => isLongFlight({ km: distanceKm, minutes: null }));
  return { carrier: segments[0].marketingCarrier, isLong };
}
