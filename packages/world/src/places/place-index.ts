import { foldPlaceText } from "./place-text.ts";

/** A searchable place in the index. */
export interface IndexedPlace<Place> {
  readonly place: Place;
  /** Codes that match it, in upper case: its own, and that of a city of which it is the only airport. */
  readonly codes: readonly string[];
  readonly isAirport: boolean;
  /** Names of its city. */
  readonly cityNames: readonly string[];
  /** Its own name. */
  readonly name: string;
  /** Name and code of its country. */
  readonly countryNames: readonly string[];
  readonly passengersMillions: number;
}

interface Entry<Place> {
  readonly place: Place;
  readonly codes: readonly string[];
  readonly isAirport: boolean;
  readonly cities: readonly string[];
  /** Every word of names and codes, each after a space, so that a prefix of a word is a substring that begins with a space. */
  readonly words: string;
  readonly wordsAndCountry: string;
}

/** Longer than any name: longer queries return nothing without a scan. */
const MAX_QUERY_LENGTH = 100;

/** Match qualities, best first. */
const RANK = {
  airportCode: 0,
  cityCode: 1,
  codePrefix: 2,
  cityPrefix: 3,
  wordPrefix: 4,
  substring: 5,
  withCountry: 6,
} as const;
const RANKS = Object.keys(RANK).length;

function toEntry<Place>(indexed: IndexedPlace<Place>): Entry<Place> {
  const codes = indexed.codes.map(foldPlaceText);
  const cities = indexed.cityNames.map(foldPlaceText);
  const words = ` ${[...new Set([...cities, foldPlaceText(indexed.name), ...codes])].join(" ")}`;
  return {
    place: indexed.place,
    codes,
    isAirport: indexed.isAirport,
    cities,
    words,
    wordsAndCountry: [words, ...indexed.countryNames.map(foldPlaceText)].join(" "),
  };
}

function findRank<Place>(entry: Entry<Place>, query: string, prefixes: readonly string[]): number | undefined {
  if (entry.codes.includes(query)) return entry.isAirport ? RANK.airportCode : RANK.cityCode;
  if (entry.codes.some((code) => code.startsWith(query))) return RANK.codePrefix;
  if (entry.cities.some((city) => city.startsWith(query))) return RANK.cityPrefix;
  if (prefixes.every((prefix) => entry.words.includes(prefix))) return RANK.wordPrefix;
  if (entry.words.includes(query)) return RANK.substring;
  if (prefixes.every((prefix) => entry.wordsAndCountry.includes(prefix))) return RANK.withCountry;
  return undefined;
}

/**
 * Creates the autocomplete search. Ranks: exact airport code, exact city code, prefix of a code, prefix of a city name, prefix of any word,
 * any substring, and queries whose last words match the country; ties are ordered by passengers. It scans all entries: 4,000 take 0.1 to
 * 0.5 ms.
 */
export function createPlaceIndex<Place>(
  places: readonly IndexedPlace<Place>[],
): (text: string, limit: number) => Place[] {
  // Sorted by passengers, so that every rank is sorted without sorting per query.
  const entries = places.toSorted((a, b) => b.passengersMillions - a.passengersMillions).map(toEntry);
  return (text, limit) => {
    if (text.length > MAX_QUERY_LENGTH || !(limit >= 1)) return [];
    const query = foldPlaceText(text);
    if (query === "") return [];
    const prefixes = query.split(" ").map((word) => ` ${word}`);
    const ranked: Place[][] = Array.from({ length: RANKS }, () => []);
    const firstWord = prefixes[0]?.slice(1) ?? query;
    for (const entry of entries) {
      // Every rank requires the first word as a substring; this excludes most entries.
      if (!entry.wordsAndCountry.includes(firstWord)) continue;
      const rank = findRank(entry, query, prefixes);
      if (rank !== undefined) ranked[rank]?.push(entry.place);
    }
    return ranked.flat().slice(0, Math.floor(limit));
  };
}
