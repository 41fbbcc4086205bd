import type { Airport, City } from "../facts/airport.ts";
import type { Facts } from "../facts/facts.ts";
import type { ReplacedCode } from "../facts/replaced-code.ts";
import { createPlaceIndex, type IndexedPlace } from "./place-index.ts";

/** A place in autocomplete: an airport, or a city with several airports. */
export interface Place {
  readonly type: "airport" | "city";
  readonly code: string;
  readonly name: string;
  /** Name of the city. */
  readonly city: string;
  /** English name of the country. */
  readonly country: string;
  /** ISO 3166 alpha-2. */
  readonly countryCode: string;
  /** Airport codes, the busiest first; an airport has only its own. */
  readonly airports: readonly string[];
  /** Values of the busiest airport. */
  readonly latitude: number;
  readonly longitude: number;
  readonly timeZone: string;
}

/** Finds places by code and by text. Codes are case-insensitive. */
export interface Gazetteer {
  findAirport(code: string): Airport | undefined;
  /** Returns the metropolitan area, or the city of an airport that is the only one of its city. */
  findCity(code: string): City | undefined;
  /** Returns the replacement of an airport code that is no longer in use. */
  findReplacement(code: string): ReplacedCode | undefined;
  /** Returns the codes of a city's airports, the busiest first; empty if the city is unknown. */
  airportsOfCity(code: string): readonly string[];
  /** Returns all airports, the busiest first. */
  listAirports(): readonly Airport[];
  /**
   * Returns at most `limit` places, the best match first: by code or name in many languages, also with one typo. Any text is allowed;
   * without a match the result is empty.
   */
  search(text: string, limit: number): Place[];
}

function createCountryNamer(): (countryCode: string) => string {
  const names = new Intl.DisplayNames("en", { type: "region" });
  const known = new Map<string, string>();
  return (countryCode) => {
    const name = known.get(countryCode) ?? names.of(countryCode) ?? countryCode;
    known.set(countryCode, name);
    return name;
  };
}

function namesOf({ placeNames }: Facts, cityCode: string): readonly string[] {
  const names = placeNames.get(cityCode);
  return names === undefined ? [] : [...names.native, ...names.former, ...names.other];
}

/** Codes that an airport has replaced, by its own code. */
function formerCodesOf({ replacedCodes }: Facts): ReadonlyMap<string, readonly string[]> {
  const byNewCode = Map.groupBy(replacedCodes.values(), ({ newCode }) => newCode);
  return new Map([...byNewCode].map(([newCode, replaced]) => [newCode, replaced.map(({ code }) => code)]));
}

function listAirportPlaces(facts: Facts, nameCountry: (code: string) => string) {
  const formerCodes = formerCodesOf(facts);
  return [...facts.airports.values()].flatMap((airport): IndexedPlace<Place>[] => {
    // The airport that replaced it is found by this code instead.
    if (facts.replacedCodes.has(airport.code)) return [];
    const { code, name, cityCode, cityName, country, latitude, longitude, timeZone, passengersMillions } = airport;
    const city = facts.cities.get(cityCode);
    const isAloneInCity = facts.airportsByCity.get(cityCode)?.length === 1;
    const countryName = nameCountry(country);
    const place: Place = Object.freeze({
      type: "airport",
      code,
      name,
      city: cityName,
      country: countryName,
      countryCode: country,
      airports: Object.freeze([code]),
      latitude,
      longitude,
      timeZone,
    });
    const codes = [...(isAloneInCity ? [code, cityCode] : [code]), ...(formerCodes.get(code) ?? [])];
    const cityNames = city === undefined ? [cityName] : [cityName, city.name];
    const formerCities = (formerCodes.get(code) ?? []).flatMap((former) => facts.airports.get(former)?.cityName ?? []);
    const alternativeNames = [...namesOf(facts, cityCode), ...formerCities];
    const countryNames = [countryName, country];
    return [{ place, codes, isAirport: true, cityNames, alternativeNames, name, countryNames, passengersMillions }];
  });
}

function listCityPlaces(facts: Facts, nameCountry: (code: string) => string) {
  const places: IndexedPlace<Place>[] = [];
  for (const { code, name, country } of facts.cities.values()) {
    const airports = (facts.airportsByCity.get(code) ?? []).flatMap((airport) => facts.airports.get(airport) ?? []);
    const [busiest] = airports;
    if (busiest === undefined || airports.length < 2) continue;
    const countryName = nameCountry(country);
    const place: Place = Object.freeze({
      type: "city",
      code,
      name,
      city: name,
      country: countryName,
      countryCode: country,
      airports: Object.freeze(airports.map((airport) => airport.code)),
      latitude: busiest.latitude,
      longitude: busiest.longitude,
      timeZone: busiest.timeZone,
    });
    const passengersMillions = airports.reduce((sum, airport) => sum + airport.passengersMillions, 0);
    const countryNames = [countryName, country];
    const alternativeNames = namesOf(facts, code);
    const names = { cityNames: [name], alternativeNames, name, countryNames };
    places.push({ place, codes: [code], isAirport: false, ...names, passengersMillions });
  }
  return places;
}

/** The metropolitan area, or the city of an airport that is the only one of its city and has its code. */
function findCityIn({ cities, airports }: Facts, code: string): City | undefined {
  const airport = airports.get(code);
  if (cities.has(code) || airport?.cityCode !== code) return cities.get(code);
  return Object.freeze({ code, name: airport.cityName, country: airport.country });
}

/** Creates the gazetteer of `facts`. The index of texts is made by the first search (about 50 ms). */
export function createGazetteer(facts: Facts): Gazetteer {
  let search: Gazetteer["search"] | undefined;
  let byPassengers: readonly Airport[] | undefined;
  return Object.freeze({
    findAirport: (code: string) => facts.airports.get(code.toUpperCase()),
    findCity: (code: string) => findCityIn(facts, code.toUpperCase()),
    findReplacement: (code: string) => facts.replacedCodes.get(code.toUpperCase()),
    airportsOfCity: (code: string) => facts.airportsByCity.get(code.toUpperCase()) ?? [],
    listAirports: () =>
      (byPassengers ??= [...facts.airports.values()].sort((a, b) => b.passengersMillions - a.passengersMillions)),
    search: (text: string, limit: number) => (search ??= createSearch(facts))(text, limit),
  });
}

function createSearch(facts: Facts): Gazetteer["search"] {
  const nameCountry = createCountryNamer();
  return createPlaceIndex([...listCityPlaces(facts, nameCountry), ...listAirportPlaces(facts, nameCountry)]);
}
