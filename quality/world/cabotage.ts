import {
  airportsOf,
  createEnumeration,
  type EpochDay,
  enumerateItineraries,
  noFilters,
  type Timetable,
} from "@wayfare/engine";
import { type Facts, holdsOn } from "@wayfare/world";

/** Markets within a country that airlines of other countries can serve by way of their hubs. */
export const domesticMarkets: readonly string[] = [
  "SFO BOS, SEA JFK, LAX BOS, SEA BOS, PDX PHL, SFO EWR, MSP BOS, ANC HNL, JFK SJU, MIA SJU, SFO GUM",
  "YVR YHZ, YYC YYZ, TIJ CUN, MEX CUN, GRU MAO, GRU BEL, EZE IGR, SCL PUQ, BOG CTG",
  "FRA HAM, MUC BER, STR HAM, CDG NCE, NTE LYS, FCO MXP, LHR EDI, MAN LHR, GLA SOU, BCN PMI",
  "FUK CTS, KIX CTS, OKA HND, PEK CAN, PVG SZX, DEL CCU, BOM COK, CGK KNO, HAN SGN, BKK HKT",
]
  .join(", ")
  .split(", ");

export interface DomesticMarket {
  name: string;
  itineraries: number;
  /** Those with a flight of an airline of another country that has no right to fly within this one. */
  cabotage: number;
}

/** Counts the itineraries of one day in the markets, judged by the countries of airlines and the facts, not by the timetable's rules. */
export function countCabotage(timetable: Timetable, facts: Facts, day: EpochDay): DomesticMarket[] {
  const enumeration = createEnumeration(timetable);
  return domesticMarkets.map((name) => {
    const [from = "", to = ""] = name.split(" ");
    const [origins, destinations] = [airportsOf(timetable, `airport:${from}`), airportsOf(timetable, `airport:${to}`)];
    const found = enumerateItineraries(enumeration, { origins, destinations, day, maxStops: 2, ...noFilters });
    const countries = [from, to].map((code) => facts.airports.get(code)?.country ?? "");
    const isForeign = (flight: number | undefined) => {
      if (flight === undefined || flight < 0) return false;
      const operator = timetable.operatingCarrier[enumeration.pool.pattern[flight] ?? -1] ?? -1;
      const { code = "" } = timetable.carriers[operator] ?? {};
      return !mayCarryWithin(facts, code, countries, day);
    };
    let cabotage = 0;
    for (let row = 0; row < found.count; row++) {
      if ([found.first[row], found.second[row], found.third[row]].some(isForeign)) cabotage++;
    }
    return { name: `${from}–${to}`, itineraries: found.count, cabotage };
  });
}

/** True if an airline is at home in a country, by registration or by a hub, or an exception of the facts applies to all the places. */
function mayCarryWithin(
  { airlines, airports, cabotage }: Facts,
  code: string,
  places: readonly string[],
  day: EpochDay,
): boolean {
  const airline = airlines.get(code);
  if (airline === undefined) return false;
  const countryOf = (place: string) => cabotage.territories.get(place) ?? place;
  const hubs = airline.hubs.map((hub) => airports.get(hub)?.country ?? "");
  const homes = new Set([airline.country, ...hubs].flatMap((home) => [home, countryOf(home)]));
  const isHome = places.every((place) => homes.has(countryOf(place)));
  return (
    isHome ||
    cabotage.exceptions.some((exception) => {
      const { countries, airlineCountries, airlines: codes } = exception;
      const applies =
        airlineCountries === "all" || codes.includes(code) || airlineCountries.some((country) => homes.has(country));
      return applies && holdsOn(exception, day) && places.every((place) => countries.includes(place));
    })
  );
}
