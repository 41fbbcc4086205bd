import type { IndexedFacts } from "./indexed-facts.ts";

const otherCarriers = "*";

/** Terminals by airport and airline; index 0 of `names` is "none". */
export function createTerminals(facts: IndexedFacts): {
  names: string[];
  indexOf: (airport: number, airline: number) => number;
} {
  const names = ["", ...new Set(facts.terminals.map(({ terminal }) => terminal))];
  const byAirport = new Map<string, Map<string, number>>();
  for (const { airport, terminal, carriers, isDefault } of facts.terminals) {
    const ofAirport = byAirport.get(airport) ?? new Map<string, number>();
    for (const carrier of isDefault ? [otherCarriers] : carriers) ofAirport.set(carrier, names.indexOf(terminal));
    byAirport.set(airport, ofAirport);
  }
  return {
    names,
    indexOf(airport, airline) {
      const ofAirport = byAirport.get(facts.airports[airport]?.code ?? "");
      return ofAirport?.get(facts.airlines[airline]?.code ?? "") ?? ofAirport?.get(otherCarriers) ?? 0;
    },
  };
}
