import type { Airport, City } from "../facts/airport.ts";
import type { Facts } from "../facts/facts.ts";
import { createPlaceIndex, type IndexedPlace } from "./place-index.ts";

/** A place as autocomplete shows it: an airport, or a city that has several. */
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
  /** Codes of the airports, the busiest first; an airport's is its own. */
  readonly airports: readonly string[];
  /** Of the busiest airport. */
  readonly latitude: number;
  readonly longitude: number;
  readonly timeZone: string;
}

/**
 * Finds places by code and by text. Codes are taken in any case. A code that is both an airport and a city (`BKK`, `HOU`, `SHA`) stands
 * for the city wherever a code may be either, because every such city has more than one airport.
 */
export interface Gazetteer {
  findAirport(code: string): Airport | undefined;
  /** The metropolitan area, or the city of an airport that is a city by itself. */
  findCity(code: string): City | undefined;
  /** Codes of the airports that an airport or city code stands for, the busiest first; empty where the code is unknown. */
  airportsOf(code: string): readonly string[];
  /** The city that an airport belongs to. */
  cityOf(airportCode: string): City | undefined;
  /** IANA zone of the (busiest) airport that a code stands for. */
  timeZoneOf(code: string): string | undefined;
  /** At most `limit` places, the best first; any text is safe and one that fits nothing finds nothing. */
  search(text: string, limit: number): Place[];
}

type AirportGroups = ReadonlyMap<string, readonly Airport[]>;

const NO_CODES: readonly string[] = Object.freeze([]);

function groupByCity(facts: Facts): AirportGroups {
  const byPassengers = [...facts.airports.values()].sort((a, b) => b.passengersMillions - a.passengersMillions);
  return Map.groupBy(byPassengers, (airport) => airport.cityCode);
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

function listAirportPlaces(facts: Facts, groups: AirportGroups, nameCountry: (code: string) => string) {
  return [...facts.airports.values()].map((airport): IndexedPlace<Place> => {
    const { code, name, cityCode, cityName, country, latitude, longitude, timeZone, passengersMillions } = airport;
    const city = facts.cities.get(cityCode);
    const isAloneInCity = groups.get(cityCode)?.length === 1;
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
    const codes = isAloneInCity ? [code, cityCode] : [code];
    const cityNames = city === undefined ? [cityName] : [cityName, city.name];
    return { place, codes, cityNames, name, countryNames: [countryName, country], passengersMillions };
  });
}

function listCityPlaces(facts: Facts, groups: AirportGroups, nameCountry: (code: string) => string) {
  const places: IndexedPlace<Place>[] = [];
  for (const { code, name, country } of facts.cities.values()) {
    const airports = groups.get(code) ?? [];
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
    places.push({ place, codes: [code], cityNames: [name], name, countryNames, passengersMillions });
  }
  return places;
}

function listCities(facts: Facts): ReadonlyMap<string, City> {
  const cities = new Map<string, City>(facts.cities);
  for (const { code, cityCode, cityName, country } of facts.airports.values()) {
    if (!cities.has(cityCode)) cities.set(cityCode, Object.freeze({ code, name: cityName, country }));
  }
  return cities;
}

function listCodes(facts: Facts, groups: AirportGroups): ReadonlyMap<string, readonly string[]> {
  const codes = new Map<string, readonly string[]>();
  for (const airport of facts.airports.keys()) codes.set(airport, Object.freeze([airport]));
  // After the airports, so that a code that is both stands for the city.
  for (const [city, airports] of groups) codes.set(city, Object.freeze(airports.map((airport) => airport.code)));
  return codes;
}

/** Makes the gazetteer of `facts`; all work that can be done ahead is done here (about 50 ms). */
export function createGazetteer(facts: Facts): Gazetteer {
  const groups = groupByCity(facts);
  const cities = listCities(facts);
  const airportCodes = listCodes(facts, groups);
  const nameCountry = createCountryNamer();
  const search = createPlaceIndex([
    ...listCityPlaces(facts, groups, nameCountry),
    ...listAirportPlaces(facts, groups, nameCountry),
  ]);
  const findAirport = (code: string) => facts.airports.get(code.toUpperCase());
  const findCity = (code: string) => cities.get(code.toUpperCase());
  const airportsOf = (code: string) => airportCodes.get(code.toUpperCase()) ?? NO_CODES;
  return Object.freeze({
    findAirport,
    findCity,
    airportsOf,
    cityOf: (airportCode: string) => {
      const airport = findAirport(airportCode);
      return airport === undefined ? undefined : findCity(airport.cityCode);
    },
    timeZoneOf: (code: string) => {
      const [busiest] = airportsOf(code);
      return busiest === undefined ? undefined : findAirport(busiest)?.timeZone;
    },
    search,
  });
}
