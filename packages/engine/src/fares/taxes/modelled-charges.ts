import type { CountryTaxes, Levy } from "./levy.ts";

/** By income class, `[domestic, international]` in US dollars. Low-income countries have the highest charges, as a tax on visitors. */
const byIncome = { high: [10, 28], middle: [7, 30], low: [9, 45] } as const;

const highIncome = new Set(
  "AD AG AI AT AW BB BE BG BH BM BN BS CL CW CY CZ DK EE FI FO GG GI GL GR GU GY HR HU IE IL IM IS JE KN KW KY LI LT LU LV MC MO MP MT NC NO NR NZ OM PA PF PL PR PT PW QA RO RU SA SC SE SI SK SM SX TC TT TW UY VG VI".split(
    " ",
  ),
);
const lowIncome = new Set(
  "AF BF BI CD CF ER ET GM GN GW KP LR MG ML MW MZ NE RW SD SL SO SS SY TD TG UG YE".split(" "),
);

function modelled(income: keyof typeof byIncome): CountryTaxes {
  const [domestic, international] = byIncome[income];
  const levy: Levy = {
    code: null,
    name: "modeled airport charge",
    basis: "modelled",
    source: `model by income class (World Bank, 2025): ${income}`,
    asOf: "2026-11-24",
    currency: "USD",
    rates: [
      {
        from: "2026-01-01",
        validUntil: null,
        zones: [
          { to: "domestic", amount: domestic },
          { to: "international", amount: international },
        ],
      },
    ],
  };
  return { levies: [levy] };
}

const models = { high: modelled("high"), middle: modelled("middle"), low: modelled("low") };

/** Returns the model for a country without a table: one departure charge without a code, by income class. */
export function modelledTaxesOf(country: string): CountryTaxes {
  if (highIncome.has(country)) return models.high;
  return lowIncome.has(country) ? models.low : models.middle;
}
