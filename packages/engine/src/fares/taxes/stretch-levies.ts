import type { EpochDay } from "../../timetable/calendar.ts";
import { type CompiledLevy, chargeOf } from "./compile-levy.ts";
import type { Levy } from "./levy.ts";
import { addTax, type TaxCharge } from "./tax-charge.ts";
import type { AirportFacts, TaxStretch, TaxTraveler } from "./tax-journey.ts";

/** Levies of one airport by the event on which they are due. */
export type AirportLevies = Readonly<Record<NonNullable<Levy["on"]>, readonly CompiledLevy[]>>;

/** Selects the levies of an airport from those of its country. */
export function leviesOfAirport(airport: string, ofCountry: readonly CompiledLevy[]): AirportLevies {
  const own = ofCountry.filter(({ isLeviedAt }) => isLeviedAt(airport));
  const on = (event: Levy["on"]) => own.filter((levy) => levy.on === event);
  return { departure: on("departure"), boarding: on("boarding"), transfer: on("transfer"), arrival: on("arrival") };
}

/**
 * Adds the levies of a stretch of a slice on one traveler. Infants on a lap are exempt, others by age as the levy says, and transfer
 * passengers unless the levy is on boarding or transfer.
 *
 * @param of.day local day of the slice's first departure
 */
export function addLevies(
  stretch: TaxStretch,
  of: { day: EpochDay | undefined; traveler: TaxTraveler },
  charges: TaxCharge[],
  leviesAt: (airport: AirportFacts) => AirportLevies,
): void {
  const add = (levies: readonly CompiledLevy[], home: AirportFacts, other: AirportFacts) => {
    for (const levy of levies) {
      const charge = chargeOf(levy, { home, other, day: of.day }, of.traveler);
      if (charge !== null) addTax(charges, charge);
    }
  };
  const { origin, destination, segments } = stretch;
  add(leviesAt(origin).departure, origin, destination);
  for (const [i, segment] of segments.entries()) {
    const { boarding, transfer } = leviesAt(segment.origin);
    add(boarding, segment.origin, segment.destination);
    if (i > 0) add(transfer, segment.origin, segment.destination);
  }
  if (origin.country !== destination.country) add(leviesAt(destination).arrival, destination, origin);
}
