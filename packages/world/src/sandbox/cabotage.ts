import type { CabotageRules, EpochDay } from "@wayfare/engine";
import { holdsOn } from "../facts/validity.ts";
import { homeCountriesOf } from "./home-countries.ts";
import type { IndexedFacts } from "./indexed-facts.ts";
import { aviationCountryOf } from "./rights.ts";

/**
 * Returns the rules on cabotage on a day: an airline carries passengers within its home countries and their territories, and within others by
 * an exception of the facts.
 */
export function cabotageRulesOf(facts: IndexedFacts, day: EpochDay): CabotageRules {
  const { airlines, airports, cabotage } = facts;
  const countries = [...new Set(airports.map(({ country }) => country))];
  const exceptions = cabotage.exceptions.filter((exception) => holdsOn(exception, day));
  const homesOf = homeCountriesOf(facts);
  const rights = airlines.map((airline) => {
    const homes = homesOf.get(airline) ?? new Set();
    const isHome = (country: string) => homes.has(aviationCountryOf(country));
    const granted = exceptions
      .filter(({ airlineCountries, airlines: codes }) => {
        return airlineCountries === "all" || airlineCountries.some(isHome) || codes.includes(airline.code);
      })
      .flatMap((exception) => exception.countries);
    return [...new Set([...countries.filter(isHome), ...granted])];
  });
  return { territories: cabotage.territories, rights };
}
