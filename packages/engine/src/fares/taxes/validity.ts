import type { FactTable } from "../../provenance/fact-table.ts";
import { type EpochDay, formatEpochDay } from "../../timetable/calendar.ts";
import type { Levy } from "./levy.ts";
import { taxesByCountry } from "./tables.ts";
import { earlierEnd } from "./tax-charge.ts";
import { unitedStatesTaxes } from "./united-states.ts";

/** All tables, with that of the United States. */
const allTables = { ...taxesByCountry, US: unitedStatesTaxes };

/** A tax whose latest rates end. */
export interface EndingTax {
  /** Country of the tax (ISO 3166-1 alpha-2) and its code, or its name if it has none. */
  name: string;
  /** Last day of departure for which the table has rates, `YYYY-MM-DD`; later departures pay the latest ones. */
  validUntil: string;
}

/** Lists the taxes whose rates are not known for departures on this day, by their last day. */
export function listUnknownTaxes(day: EpochDay): EndingTax[] {
  const date = formatEpochDay(day);
  const ends = new Map<string, string>();
  for (const [country, { levies }] of Object.entries(allTables)) {
    for (const levy of levies) {
      const { validUntil } = lastRatesOf(levy);
      if (validUntil === null || validUntil >= date) continue;
      const name = `${country} ${levy.code ?? levy.name}`;
      ends.set(name, earlierEnd(ends.get(name) ?? null, validUntil) ?? validUntil);
    }
  }
  const taxes = [...ends].map(([name, validUntil]) => ({ name, validUntil }));
  return taxes.sort((a, b) => (a.validUntil < b.validUntil ? -1 : a.validUntil > b.validUntil ? 1 : 0));
}

/**
 * Lists the source and age of the taxes of each country, as `taxes of DE`: `asOf` is the oldest day on which a source was read, `validUntil`
 * the earliest end of the latest rates.
 */
export function taxProvenance(): FactTable[] {
  return Object.entries(allTables).map(([country, { levies, fareTax }]) => {
    const facts = fareTax === undefined ? levies : [...levies, fareTax];
    return {
      table: `taxes of ${country}`,
      source: [...new Set(facts.map(({ source }) => source))].join("; "),
      asOf: facts.map(({ asOf }) => asOf).sort()[0],
      validUntil: levies.map((levy) => lastRatesOf(levy).validUntil).reduce(earlierEnd, null),
    };
  });
}

function lastRatesOf({ rates }: Levy): Levy["rates"][number] {
  return rates[rates.length - 1];
}
