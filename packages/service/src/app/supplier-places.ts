import type { SupplierPlaces } from "@wayfare/suppliers";
import type { Airport, Facts } from "@wayfare/world";

/** Returns the facts about places that the adapters of live suppliers need. Airports are grouped when the first city is looked up. */
export function describeSupplierPlaces({ airports, timeZones }: Facts): SupplierPlaces {
  let byCity: ReadonlyMap<string, readonly Airport[]> | undefined;
  return {
    timeZones,
    findTimeZone: (airport) => airports.get(airport)?.timeZone,
    findCountry: (airport) => airports.get(airport)?.country,
    listAirports(city) {
      byCity ??= groupByCity(airports.values());
      return (byCity.get(city) ?? []).map(({ code }) => code);
    },
  };
}

function groupByCity(airports: Iterable<Airport>): ReadonlyMap<string, readonly Airport[]> {
  const byPassengers = [...airports].sort((a, b) => b.passengersMillions - a.passengersMillions);
  return Map.groupBy(byPassengers, ({ cityCode }) => cityCode);
}
