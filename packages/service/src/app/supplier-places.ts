import type { SupplierPlaces } from "@wayfare/suppliers";
import type { Facts } from "@wayfare/world";

/** Returns the facts about places that the adapters of live suppliers need. */
export function describeSupplierPlaces({ airports, timeZones }: Facts): SupplierPlaces {
  const byPassengers = [...airports.values()].toSorted((a, b) => b.passengersMillions - a.passengersMillions);
  const byCity = Map.groupBy(byPassengers, ({ cityCode }) => cityCode);
  return {
    timeZones,
    findTimeZone: (airport) => airports.get(airport)?.timeZone,
    findCountry: (airport) => airports.get(airport)?.country,
    listAirports: (city) => (byCity.get(city) ?? []).map(({ code }) => code),
  };
}
