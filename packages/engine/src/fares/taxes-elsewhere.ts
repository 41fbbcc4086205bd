import type { UsdCharge } from "./charges.ts";
import { type DatedRates, datedRates, ratesOn } from "./dated-rates.ts";
import { usdCentsOf } from "./exchange.ts";
import { addCharge, type PercentTax, type TaxDeparture, type TaxTraveler } from "./tax-journey.ts";
import { type ByReach, type FareTax, type TaxRow, taxesByCountry } from "./tax-tables.ts";
import { type AgeLimit, isUnder } from "./traveler-kind.ts";

interface Converted {
  taxes: { code: string; exemptUnder: AgeLimit | undefined; table: readonly DatedRates<Omit<TaxRow, "from">>[] }[];
  fareTax: FareTax | undefined;
}

/** The tables in US cents, converted once. */
const inUsdCents = new Map<string, Converted>(
  Object.entries(taxesByCountry).map(([country, { currency, taxes, fareTax }]) => {
    const convert = (amount: number): number => usdCentsOf(amount, currency);
    const convertAll = ([domestic, short, medium, long]: ByReach): ByReach => [
      convert(domestic),
      convert(short),
      convert(medium),
      convert(long),
    ];
    const converted = taxes.map(({ code, exempt, rows }) => ({
      code,
      exemptUnder: exempt?.under,
      table: datedRates(
        ...rows.map(({ from, amounts, above, to }) => {
          const cents = { amounts: convertAll(amounts), above: convertAll(above ?? amounts) };
          const other = to === undefined ? {} : { to: { country: to.country, amount: convert(to.amount) } };
          return [from, { ...cents, ...other }] as const;
        }),
      ),
    }));
    return [country, { taxes: converted, fareTax }];
  }),
);

/**
 * A model for all other countries: one departure charge under the country code, by the World Bank's income class (2025), `[domestic,
 * international]` in US cents. Low-income countries have the highest international charges, as a tax on visitors.
 */
const byIncome = { high: [1000, 2800], middle: [700, 3000], low: [900, 4500] } as const;

const highIncome = new Set(
  "AD AG AI AT AW BB BE BG BH BM BN BS CL CW CY CZ DK EE FI FO GG GI GL GR GU GY HR HU IE IL IM IS JE KN KW KY LI LT LU LV MC MO MP MT NC NO NR NZ OM PA PF PL PR PT PW QA RO RU SA SC SE SI SK SM SX TC TT TW UY VG VI".split(
    " ",
  ),
);
const lowIncome = new Set(
  "AF BF BI CD CF ER ET GM GN GW KP LR MG ML MW MZ NE RW SD SL SO SS SY TD TG UG YE".split(" "),
);

/**
 * Adds the taxes of a departure from any country except the United States and the United Kingdom. Infants on the lap are exempt, others by
 * age as the table says, and
 * transfer passengers nearly everywhere: a charge applies at the start of the journey and depends on its destination.
 */
export function addDepartureTaxes(
  departure: TaxDeparture,
  traveler: TaxTraveler,
  fixed: UsdCharge[],
  percents: PercentTax[],
): void {
  if (traveler.type === "infant") return;
  const { country } = departure.origin;
  const domestic = departure.destination.country === country;
  const table = inUsdCents.get(country);
  if (table === undefined) {
    addCharge(fixed, country, byIncome[incomeOf(country)][domestic ? 0 : 1]);
    return;
  }
  const reach = domestic ? 0 : reachOf(departure.miles);
  for (const tax of table.taxes) {
    if (tax.exemptUnder !== undefined && isUnder(traveler.type, tax.exemptUnder)) continue;
    const { amounts, above, to } = ratesOn(tax.table, departure.day);
    const usual = (traveler.cabinAboveLowest ? (above ?? amounts) : amounts)[reach];
    addCharge(fixed, tax.code, to?.country === departure.destination.country ? to.amount : usual);
  }
  const { fareTax } = table;
  if (traveler.isAward || fareTax === undefined || (fareTax.domesticOnly && !domestic)) return;
  percents.push({ code: fareTax.code, rate: traveler.cabinAboveLowest ? fareTax.aboveRate : fareTax.rate });
}

function reachOf(miles: number): 1 | 2 | 3 {
  if (miles <= 1550) return 1;
  return miles <= 3725 ? 2 : 3;
}

function incomeOf(country: string): keyof typeof byIncome {
  if (highIncome.has(country)) return "high";
  return lowIncome.has(country) ? "low" : "middle";
}
