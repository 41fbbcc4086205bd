import type { UsdCharge } from "./charges.ts";
import type { TaxCurrency } from "./exchange.ts";
import { usdCentsOf } from "./exchange.ts";
import type { PercentTax, TaxDeparture, TaxTraveler } from "./tax-journey.ts";
import { addCharge } from "./tax-journey.ts";

/** `[domestic, short, medium, long]`: up to 1,550 miles, up to 3,725, beyond. */
type ByReach = readonly [number, number, number, number];

interface DepartureTax {
  readonly code: string;
  readonly amounts: ByReach;
  /** In a cabin above the lowest; `amounts` where absent. */
  readonly above?: ByReach;
  /** To this country the amount is another. */
  readonly to?: { readonly country: string; readonly amount: number };
}

interface CountryTaxes {
  readonly currency: TaxCurrency;
  readonly taxes: readonly DepartureTax[];
  /** Rates on the fare of domestic travel. */
  readonly domesticPercent?: { readonly code: string; readonly rate: number };
  /** Rates on the fare of any departure: in the lowest cabin and above it. */
  readonly percent?: { readonly code: string; readonly rate: number; readonly aboveRate: number };
}

const abroad = (amount: number): ByReach => [0, amount, amount, amount];
const everywhere = (amount: number): ByReach => [amount, amount, amount, amount];

/**
 * The main departure taxes and airport charges of more countries, under their own codes, in units of the currency.
 * **Approximate**, from general knowledge of the rates in force in 2026 and of charges at the largest airport; not a source
 * to file from. Dated rates among them: Germany's OY from 1 July 2026, France's IZ from 1 March 2025, Canada's CA from 1 May 2024,
 * Australia's AU from 1 July 2024, Japan's TK from 1 July 2026, Hong Kong's HK from 1 October 2025.
 */
const countries: Readonly<Record<string, CountryTaxes>> = {
  AE: { currency: "AED", taxes: [tax("AE", abroad(75)), tax("F6", abroad(40)), tax("ZR", abroad(10))] },
  AU: {
    currency: "AUD",
    taxes: [tax("AU", abroad(70)), tax("WY", abroad(30)), tax("QR", [15, 0, 0, 0])],
    domesticPercent: { code: "UO", rate: 0.1 },
  },
  BR: { currency: "BRL", taxes: [tax("BR", [40, 70, 70, 70])] },
  CA: {
    currency: "CAD",
    taxes: [
      { code: "CA", amounts: [9.94, 34.42, 34.42, 34.42], to: { country: "US", amount: 16.89 } },
      tax("SQ", everywhere(38)),
    ],
    domesticPercent: { code: "XG", rate: 0.05 },
  },
  CH: { currency: "CHF", taxes: [tax("CH", everywhere(30))] },
  DE: {
    currency: "EUR",
    taxes: [tax("OY", [13.03, 13.03, 33.01, 59.43]), tax("DE", everywhere(10)), tax("RA", [22, 26, 28, 28])],
  },
  ES: { currency: "EUR", taxes: [tax("JD", [8, 17, 19, 19]), tax("QV", everywhere(3.5)), tax("OG", everywhere(0.65))] },
  FR: {
    currency: "EUR",
    taxes: [
      { code: "IZ", amounts: [7.4, 7.4, 15, 40], above: [30, 30, 80, 120] },
      tax("O4", [5.05, 5.05, 9.09, 9.09]),
      tax("FR", everywhere(11.5)),
      tax("QX", [9, 18, 25, 25]),
    ],
  },
  HK: { currency: "HKD", taxes: [tax("HK", abroad(200)), tax("G3", abroad(90)), tax("I5", abroad(65))] },
  IN: {
    currency: "INR",
    taxes: [tax("IN", [250, 800, 800, 800]), tax("P2", [236, 1060, 1060, 1060])],
    percent: { code: "K3", rate: 0.05, aboveRate: 0.18 },
  },
  IT: {
    currency: "EUR",
    taxes: [
      tax("HB", everywhere(6.5)),
      tax("IT", [8, 12, 15, 15]),
      tax("EX", everywhere(2.5)),
      tax("MJ", everywhere(1.5)),
      tax("VT", everywhere(2)),
    ],
  },
  JP: { currency: "JPY", taxes: [tax("SW", [450, 2950, 2950, 2950]), tax("OI", abroad(550)), tax("TK", abroad(3000))] },
  KR: { currency: "KRW", taxes: [tax("BP", [5000, 24000, 24000, 24000])] },
  MX: {
    currency: "MXN",
    taxes: [tax("XD", [560, 1100, 1100, 1100])],
    domesticPercent: { code: "MX", rate: 0.16 },
  },
  NL: { currency: "EUR", taxes: [tax("CJ", everywhere(14)), tax("RN", everywhere(16)), tax("VV", everywhere(30.25))] },
  SG: {
    currency: "SGD",
    taxes: [tax("SG", abroad(38.4)), tax("OO", abroad(8)), tax("OP", abroad(8)), tax("L7", abroad(10.8))],
  },
  TH: { currency: "THB", taxes: [tax("TS", [130, 730, 730, 730]), tax("E7", abroad(35)), tax("G8", abroad(15))] },
};

function tax(code: string, amounts: ByReach): DepartureTax {
  return { code, amounts };
}

/** The table in US cents, converted once. */
const inUsdCents = new Map<string, CountryTaxes>(
  Object.entries(countries).map(([country, { currency, taxes, ...percents }]) => {
    const convert = (amount: number): number => usdCentsOf(amount, currency);
    const convertAll = ([domestic, short, medium, long]: ByReach): ByReach => [
      convert(domestic),
      convert(short),
      convert(medium),
      convert(long),
    ];
    const converted = taxes.map(({ code, amounts, above, to }) => ({
      code,
      amounts: convertAll(amounts),
      above: convertAll(above ?? amounts),
      ...(to === undefined ? {} : { to: { country: to.country, amount: convert(to.amount) } }),
    }));
    return [country, { currency: "USD", taxes: converted, ...percents }];
  }),
);

/**
 * A model for every other country: one departure charge under the country's own code, by the World Bank's income
 * class (2025), `[domestic, international]` in US cents. Poor countries charge the most abroad: there it is a tax on visitors.
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
 * Adds the taxes of a departure from any country but the United States and the United Kingdom. Infants on the lap are exempt,
 * as are transfer passengers nearly everywhere: a charge falls where the journey starts, by where it ends.
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
  for (const { code, amounts, above, to } of table.taxes) {
    const usual = (traveler.cabinAboveLowest ? (above ?? amounts) : amounts)[reach];
    addCharge(fixed, code, to?.country === departure.destination.country ? to.amount : usual);
  }
  if (traveler.isAward) return;
  const { percent, domesticPercent } = table;
  if (percent !== undefined) {
    percents.push({ code: percent.code, rate: traveler.cabinAboveLowest ? percent.aboveRate : percent.rate });
  }
  if (domestic && domesticPercent !== undefined) percents.push(domesticPercent);
}

function reachOf(miles: number): 1 | 2 | 3 {
  if (miles <= 1550) return 1;
  return miles <= 3725 ? 2 : 3;
}

function incomeOf(country: string): keyof typeof byIncome {
  if (highIncome.has(country)) return "high";
  return lowIncome.has(country) ? "low" : "middle";
}
