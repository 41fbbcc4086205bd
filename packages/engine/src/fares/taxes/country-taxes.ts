import type { EpochDay } from "../../timetable/calendar.ts";
import { type CompiledLevy, compileLevy } from "./compile-levy.ts";
import type { FareTax } from "./levy.ts";
import { modelledTaxesOf } from "./modelled-charges.ts";
import { type AirportLevies, addLevies, leviesOfAirport } from "./stretch-levies.ts";
import { taxesByCountry } from "./tables.ts";
import type { TaxCharge } from "./tax-charge.ts";
import type { AirportFacts, PercentTax, TaxStretch, TaxTraveler } from "./tax-journey.ts";
import { isAmerican } from "./united-states.ts";

const noLevies = leviesOfAirport("", []);

/** Levies of each country, converted at its first departure. */
const byCountry = new Map<string, readonly CompiledLevy[]>();
/** Levies of each airport, selected at its first departure. */
const byAirport = new Map<string, AirportLevies>();

function leviesOf(country: string): readonly CompiledLevy[] {
  let levies = byCountry.get(country);
  if (levies === undefined) {
    levies = (taxesByCountry[country] ?? modelledTaxesOf(country)).levies.map(compileLevy);
    byCountry.set(country, levies);
  }
  return levies;
}

function leviesAt({ code, country }: AirportFacts): AirportLevies {
  let levies = byAirport.get(code);
  if (levies === undefined) {
    levies = leviesOfAirport(code, leviesOf(country));
    byAirport.set(code, levies);
  }
  return levies;
}

/** Adds the levies of a stretch of a slice in all countries except the United States. */
export function addCountryLevies(
  stretch: TaxStretch,
  of: { day: EpochDay | undefined; traveler: TaxTraveler },
  charges: TaxCharge[],
): void {
  addLevies(stretch, of, charges, (airport) => (isAmerican(airport) ? noLevies : leviesAt(airport)));
}

/** Adds the share of the fare that the country of departure takes, once for a slice. */
export function addFareTax({ origin, destination }: TaxStretch, traveler: TaxTraveler, percents: PercentTax[]): void {
  if (traveler.type === "infant" || traveler.isAward) return;
  const fareTax = taxesByCountry[origin.country]?.fareTax;
  if (fareTax === undefined || (fareTax.domesticOnly && origin.country !== destination.country)) return;
  if (percents.some(({ code }) => code === fareTax.code)) return;
  percents.push(percentOf(fareTax, traveler));
}

function percentOf({ code, basis, rate, aboveRate }: FareTax, { cabin }: TaxTraveler): PercentTax {
  return { code, basis, validUntil: null, rate: cabin > 0 ? aboveRate : rate };
}
