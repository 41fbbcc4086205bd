import type { Place } from "@wayfare/contract";
import type { Dictionary, Gazetteer } from "../src/facts.ts";

const places: Place[] = [place("JFK", "New York", "NYC", "US"), place("LHR", "London", "LON", "GB")];

function place(code: string, city: string, cityCode: string, country: string): Place {
  return { code, kind: "airport", name: code, city, cityCode, country, latitude: 0, longitude: 0 };
}

const findPlace = (code: string) => places.find((each) => each.code === code);

/** New York, London and one award program. */
export const facts: { gazetteer: Gazetteer; dictionary: Dictionary } = {
  gazetteer: { findPlace, findAirport: findPlace, getOffsetMinutes: () => 0 },
  dictionary: {
    findAirlineName: () => undefined,
    findAircraft: () => undefined,
    findProgram: () => undefined,
    listPrograms: () => ["avios"],
    getMileValueMinor: () => 1.3,
  },
};
