import { isPlaceId, type Place, type PlaceReference, parsePlace, placeIdOf } from "@wayfare/contract";
import { greatCircleKm, offsetAtInstant } from "@wayfare/engine";
import type { Gazetteer } from "@wayfare/search";
import type { Airport, City, World, Gazetteer as WorldGazetteer } from "@wayfare/world";
import type { PlaceIndex } from "../places/routes.ts";

const msPerMinute = 60_000;

/** Adapts the gazetteer of the simulated world to the interfaces of the service. */
export function describePlaces(gazetteer: WorldGazetteer, { timetable }: World): Gazetteer & PlaceIndex {
  const findBusiest = (cityCode: string) => gazetteer.findAirport(gazetteer.airportsOfCity(cityCode)[0] ?? "");
  const findAirport = (code: string) => {
    const airport = gazetteer.findAirport(code);
    return airport && describeAirport(airport);
  };
  const findCity = (code: string) => {
    const city = gazetteer.findCity(code);
    const busiest = findBusiest(code);
    return city && busiest && describeCity(city, busiest);
  };
  const findPlace = (code: string, kind: PlaceReference["kind"] | null) =>
    kind === "city" ? findCity(code) : findAirport(code);
  let airports: Place[] | undefined;
  return {
    findAirport,
    findCity,
    findReplacement: (code) => gazetteer.findReplacement(code)?.newCode,
    listAirports: () => (airports ??= gazetteer.listAirports().map(describeAirport)),
    listNearby(place, km) {
      const center = findPlace(place.code, place.kind);
      if (center === undefined) return [];
      return gazetteer
        .listAirports()
        .filter((airport) => {
          const isOwn = place.kind === "city" ? airport.cityCode === place.code : airport.code === place.code;
          return !isOwn && greatCircleKm(center, airport) <= km;
        })
        .map(describeAirport);
    },
    getOffsetMinutes({ code, kind }, epochMs) {
      const airportCode = kind === "city" ? findBusiest(code)?.code : code;
      const airport = timetable.airportIndex.get(airportCode ?? "");
      if (airport === undefined) throw new RangeError(`${code} is not a known place`);
      return offsetAtInstant(timetable.offsets, timetable.airportZone[airport] ?? 0, Math.floor(epochMs / msPerMinute));
    },
    listPlaces(text, limit) {
      const id = text.trim();
      const found = isPlaceId(id)
        ? [parsePlace(id)]
        : gazetteer.search(text, limit).map(({ code, type: kind }) => ({ code, kind }));
      return found.flatMap(({ code, kind }) => findPlace(code, kind) ?? []);
    },
  };
}

export function describeAirport({
  code,
  name,
  cityName: city,
  cityCode,
  country,
  latitude,
  longitude,
}: Airport): Place {
  const id = placeIdOf({ code, kind: "airport" });
  return { id, code, kind: "airport", name, city, cityCode, country, latitude, longitude };
}

/** Uses the coordinates of the busiest airport as those of the city. */
function describeCity({ code, name, country }: City, { latitude, longitude }: Airport): Place {
  const id = placeIdOf({ code, kind: "city" });
  return { id, code, kind: "city", name, city: name, cityCode: code, country, latitude, longitude };
}
