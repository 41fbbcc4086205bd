import type { Place } from "@wayfare/contract";
import type { Dictionary, Gazetteer } from "../src/request/facts.ts";

const places: Place[] = [place("JFK", "New York", "NYC", "US"), place("LHR", "London", "LON", "GB")];

function place(code: string, city: string, cityCode: string, country: string): Place {
  return {
    id: `airport:${code}`,
    code,
    kind: "airport",
    name: code,
    city,
    cityCode,
    country,
    latitude: 0,
    longitude: 0,
  };
}

const findAirport = (code: string) => places.find((each) => each.code === code);
const findCity = (code: string): Place | undefined => {
  const airport = places.find((each) => each.cityCode === code);
  return airport && { ...airport, id: `city:${code}`, code, kind: "city", name: airport.city };
};

/** New York, London and one award program. */
export const facts: { gazetteer: Gazetteer; dictionary: Dictionary } = {
  gazetteer: {
    findAirport,
    findCity,
    findReplacement: (code) => (code === "IDL" ? "JFK" : undefined),
    listAirports: () => places,
    listNearby: () => [],
    getOffsetMinutes: () => 0,
  },
  dictionary: {
    findAirlineName: () => undefined,
    listAllianceAirlines: (alliance) => ({ oneworld: ["BA", "AA"], star: ["UA", "LH"], skyteam: [] })[alliance],
    findAircraft: () => undefined,
    findProgram: () => undefined,
    listPrograms: () => ["avios"],
    findLastDateOfProgram: (code) => (code === "ended" ? "2026-05-01" : undefined),
    getMileValueMinor: () => 1.3,
  },
};
