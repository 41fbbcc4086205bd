import type { Airline } from "../facts/airline.ts";
import type { IndexedFacts } from "./indexed-facts.ts";
import { aviationCountryOf } from "./rights.ts";

/** Returns the home countries of each airline: its registration, and its hubs, at which it flies through a subsidiary. */
export function homeCountriesOf({
  airlines,
  airports,
}: Pick<IndexedFacts, "airlines" | "airports">): ReadonlyMap<Airline, ReadonlySet<string>> {
  const countries = new Map(airports.map(({ code, country }) => [code, country]));
  return new Map(
    airlines.map((airline) => {
      const abroad = airline.hubs.flatMap((code) => countries.get(code) ?? []);
      return [airline, new Set([airline.country, ...abroad].map(aviationCountryOf))];
    }),
  );
}
