import type { SupplierPlaces } from "@wayfare/suppliers";
import type { Facts } from "@wayfare/world";

/** Returns the facts about places that the adapters of live suppliers need. */
export function describeSupplierPlaces({ airports, airportsByCity, timeZones }: Facts): SupplierPlaces {
  return {
    timeZones,
    findTimeZone: (airport) => airports.get(airport)?.timeZone,
    findCountry: (airport) => airports.get(airport)?.country,
    listAirports: (city) => airportsByCity.get(city) ?? [],
  };
}
