import type { EpochDay, Timetable } from "@wayfare/engine";
import { type Facts, holdsOn } from "@wayfare/world";

/** Facts with every market open: nothing is closed or banned, and every airline may carry passengers within every country. */
export function withOpenMarkets(facts: Facts): Facts {
  const countries = [...new Set([...facts.airports.values()].map(({ country }) => country))];
  const everywhere = { countries, airlineCountries: "all", airlines: [], fromDay: 0, untilDay: null } as const;
  return {
    ...facts,
    closedMarkets: [],
    closedAirspace: facts.closedAirspace.map((area) => ({ ...area, countries: [] })),
    cabotage: { ...facts.cabotage, exceptions: [everywhere] },
  };
}

/** A nonstop flight with its airline, and the number of days on which it operates in a week. */
interface WeeklyFlight {
  airline: string;
  airlineCountry: string;
  origin: Place;
  destination: Place;
  days: readonly EpochDay[];
}

interface Place {
  code: string;
  country: string;
}

/** Flights per average day of the seven days from `firstDay` that the facts exclude, by the name of the area or of the closed market. */
export function countClosedFlights(
  timetable: Timetable,
  { closedAirspace, closedMarkets }: Pick<Facts, "closedAirspace" | "closedMarkets">,
  firstDay: EpochDay,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const flight of listFlights(timetable, firstDay)) {
    const { airline, airlineCountry, origin, destination, days } = flight;
    for (const day of days) {
      const area = closedAirspace.find((candidate) => {
        const { closedTo, except, countries } = candidate;
        const isClosed = closedTo === "all" || closedTo.includes(airlineCountry);
        const isBelow = countries.includes(origin.country) || countries.includes(destination.country);
        return isClosed && !except.includes(airline) && isBelow && holdsOn(candidate, day);
      });
      const market = closedMarkets.find((candidate) => {
        const { airlines, airlineCountries, except } = candidate;
        const applies = airlines === "all" || airlines.includes(airline) || airlineCountries.includes(airlineCountry);
        return applies && !except.includes(airline) && joins(candidate, origin, destination) && holdsOn(candidate, day);
      });
      const name = area?.area ?? market?.name;
      if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1 / 7);
    }
  }
  return counts;
}

function joins({ between, and }: Facts["closedMarkets"][number], origin: Place, destination: Place): boolean {
  const includes = ({ codes, isComplement }: typeof between, { code, country }: Place) =>
    (codes.includes(code) || codes.includes(country)) !== isComplement;
  return (
    (includes(between, origin) && includes(and, destination)) ||
    (includes(between, destination) && includes(and, origin))
  );
}

/** Countries whose airspace is closed to Russian airlines and whose airlines do not fly to Russia: the Union, and six others. */
const closedToRussia = new Set(
  "AT BE BG CA CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LT LU LV MT NL NO PL PT RO SE SI SK US".split(" "),
);

/** Flights per average day of a week between Russia and the countries whose airspace is closed to it, by any airline, without any facts. */
export function countFlightsWithRussia(timetable: Timetable, firstDay: EpochDay): number {
  let flights = 0;
  for (const { origin, destination, days } of listFlights(timetable, firstDay)) {
    const [one, other] = [origin.country, destination.country];
    const isClosed = (one === "RU" && closedToRussia.has(other)) || (other === "RU" && closedToRussia.has(one));
    if (isClosed) flights += days.length / 7;
  }
  return flights;
}

function* listFlights(timetable: Timetable, firstDay: EpochDay): Generator<WeeklyFlight> {
  const placeOf = (airport: number): Place => ({
    code: timetable.airports[airport] ?? "",
    country: timetable.countries[timetable.airportCountry[airport] ?? -1] ?? "",
  });
  for (const [pattern, market] of timetable.marketOf.entries()) {
    const operator = timetable.carriers[timetable.operatingCarrier[pattern] ?? -1];
    const row = (timetable.operatingDays[pattern] ?? 0) * timetable.operatingStride;
    const days = Array.from({ length: 7 }, (_, at) => firstDay + at).filter((day) => {
      const at = day - timetable.firstDay;
      return (((timetable.operatingBits[row + (at >> 3)] ?? 0) >> (at & 7)) & 1) === 1;
    });
    yield {
      airline: operator?.code ?? "",
      airlineCountry: operator?.country ?? "",
      origin: placeOf(timetable.marketOrigin[market] ?? -1),
      destination: placeOf(timetable.marketDestination[market] ?? -1),
      days,
    };
  }
}
