import type { Place } from "@wayfare/contract";
import { offsetAtInstant } from "@wayfare/engine";
import type { Gazetteer } from "@wayfare/search";
import type { Airport, City, World, Gazetteer as WorldGazetteer } from "@wayfare/world";
import type { PlaceIndex } from "../places/routes.ts";

const msPerMinute = 60_000;

/** The gazetteer of the world in the words of the service. */
export function describePlaces(gazetteer: WorldGazetteer, { timetable }: World): Gazetteer & PlaceIndex {
  const findAirport = (code: string) => {
    const airport = gazetteer.findAirport(code);
    return airport && describeAirport(airport);
  };
  const findPlace = (code: string) => {
    const [busiest = "", ...others] = gazetteer.airportsOf(code);
    const airport = gazetteer.findAirport(busiest);
    const city = gazetteer.findCity(code);
    if (airport === undefined) return undefined;
    return city !== undefined && others.length > 0 ? describeCity(city, airport) : describeAirport(airport);
  };
  return {
    findPlace,
    findAirport,
    getOffsetMinutes(code, epochMs) {
      const airport = timetable.airportIndex.get(gazetteer.airportsOf(code)[0] ?? "");
      if (airport === undefined) throw new RangeError(`${code} is not a known place`);
      return offsetAtInstant(timetable.offsets, timetable.airportZone[airport] ?? 0, Math.floor(epochMs / msPerMinute));
    },
    listPlaces: (text, limit) =>
      gazetteer.search(text, limit).flatMap(({ type, code }) => {
        const place = type === "airport" ? findAirport(code) : findPlace(code);
        return place ? [place] : [];
      }),
  };
}

function describeAirport({ code, name, cityName: city, cityCode, country, latitude, longitude }: Airport): Place {
  return { code, kind: "airport", name, city, cityCode, country, latitude, longitude };
}

/** A city lies where its busiest airport does. */
function describeCity({ code, name, country }: City, { latitude, longitude }: Airport): Place {
  return { code, kind: "city", name, city: name, cityCode: code, country, latitude, longitude };
}
