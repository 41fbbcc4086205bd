import { type Currency, isSearchCurrency, type Program } from "@wayfare/contract";
import { type Program as AwardProgram, findProgram, formatEpochDay, isOffered, programs } from "@wayfare/engine";
import type { Dictionary } from "@wayfare/search";
import { convertUsdCents } from "@wayfare/suppliers";
import type { Facts } from "@wayfare/world";

/** Returns the names and values of the codes in responses. */
export function describeFacts(facts: Facts): Dictionary {
  return {
    findAirlineName: (code) => facts.airlines.get(code)?.name,
    listAllianceAirlines: (alliance) =>
      [...facts.airlines.values()].filter((airline) => airline.alliance === alliance).map(({ code }) => code),
    findAircraft: (code) => facts.aircraft.get(code),
    findProgram(code) {
      const program = findProgram(code);
      if (program === undefined) return undefined;
      return describeProgram(program);
    },
    listPrograms: (nowMs) => listProgramsAt(nowMs).map(({ code }) => code),
    findLastDateOfProgram(code) {
      const lastDay = findProgram(code)?.lastDay ?? null;
      return lastDay === null ? undefined : formatEpochDay(lastDay);
    },
    getMileValueMinor(program, currency) {
      const valueCents = findProgram(program)?.valueCents;
      return valueCents === undefined || !isSearchCurrency(currency)
        ? 0
        : mileValueMinor((valueCents.floor + valueCents.ceiling) / 2, currency);
    },
  };
}

const msPerDay = 86_400_000;

/** Programs that sell awards at a time. */
export function listProgramsAt(nowMs: number): AwardProgram[] {
  return programs.filter((program) => isOffered(program, Math.floor(nowMs / msPerDay)));
}

export function describeProgram({ name, transferPartners, valueCents }: AwardProgram): Program {
  return { name, transferPartners: [...transferPartners], valueCents };
}

/** One mile is worth a fraction of a cent, which rounding to minor units would lose. */
const milesForPrecision = 1_000_000;

function mileValueMinor(cents: number, currency: Currency): number {
  return Math.round(convertUsdCents(cents * milesForPrecision, currency)) / milesForPrecision;
}
