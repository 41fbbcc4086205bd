import type { Timetable } from "../timetable/timetable.ts";
import type { FlightPool } from "./flight-pool.ts";

/**
 * Minutes before its first departure at which a trip is no longer sold. Airlines publish similar deadlines for check-in: United's and
 * American's are 30 to 45 minutes on domestic and 60 minutes on most international flights.
 */
const closingMinutes = { domestic: 30, international: 60 } as const;

/** Country of a trip with airports in more than one country. */
export const severalCountries = -1;

/** Returns the country of all airports of some flights, by index; `severalCountries` if they are in more than one. */
export function countryOfFlights(
  { airportCountry, marketOf, marketOrigin, marketDestination }: Timetable,
  { pattern }: FlightPool,
  flights: readonly number[],
): number {
  const country = airportCountry[marketOrigin[marketOf[pattern[flights[0]]]]];
  for (const flight of flights) {
    const market = marketOf[pattern[flight]];
    const isSame =
      airportCountry[marketOrigin[market]] === country && airportCountry[marketDestination[market]] === country;
    if (!isSame) return severalCountries;
  }
  return country;
}

/** Returns the country of all slices of a trip; `severalCountries` if they are in more than one. */
export function countryOfTrip(slices: readonly { country: number }[]): number {
  const { country } = slices[0];
  return slices.every((slice) => slice.country === country) ? country : severalCountries;
}

/**
 * Returns the time at which the sale of a trip ends, in epoch minutes. A trip is domestic if all airports of all its slices are in one
 * country.
 *
 * @param country as `countryOfTrip` returns it
 */
export function saleEndOf(departure: number, country: number): number {
  return departure - closingMinutes[country === severalCountries ? "international" : "domestic"];
}

/** Sale of a slice with which a trip begins. */
export interface SliceSale {
  /** As `countryOfFlights` returns it. */
  country: number;
  /** True if only domestic trips that begin with the slice are still sold. */
  onlyDomestic: boolean;
}

/** Returns the sale of a slice at a time; null if it has ended. */
export function findSale(departure: number, country: number, searchedAtMinutes: number): SliceSale | null {
  if (saleEndOf(departure, country) <= searchedAtMinutes) return null;
  return { country, onlyDomestic: saleEndOf(departure, severalCountries) <= searchedAtMinutes };
}

/** Returns true if a trip that begins with one slice and continues with another is still sold. */
export function isSoldWith(first: SliceSale, next: Pick<SliceSale, "country">): boolean {
  return !first.onlyDomestic || first.country === next.country;
}
