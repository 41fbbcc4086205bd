import type { CountryTaxes, Levy, LevyRates, LevyZone } from "../../levy.ts";
import { approximate, everywhere, law, published, rates, toCountries, unchecked } from "../make-levy.ts";
import { europeanUnion } from "./country-lists.ts";

const surcharge =
  "Addizionale comunale sui diritti d'imbarco, https://www.rplt.it/addio-alladdizionale-comunale-sui-diritti-di-imbarco-negli-aeroporti-minori-della-sicilia-e-dellemilia-romagna (€0.50 more outside the European Union since 1 April 2025 at airports with over 10 million passengers; none from 2026 at the small airports of Sicily and Emilia-Romagna)";
const rome = "; €1 more in Rome: https://www.liberoquotidiano.it/news/italia/11861325/Tassa-di-2-5-euro-.html";

/** Airports with over 10 million passengers: https://www.ilgiornale.it/news/cittadini/aumentano-tasse-dimbarco-i-voli-fuori-dallue-ecco-quanto-2411750.html */
const large = "BGY CTA MXP NAP VCE";
const withoutSurcharge = "CIY FRL LMP PMF PNL RMI TPS";

function cityTax(
  where: Pick<Levy, "airports" | "exceptAirports">,
  zones: readonly LevyZone[],
  source = surcharge,
): Levy {
  return law(
    { currency: "EUR", code: "HB", name: "council city tax", source, on: "boarding", ...where },
    rates("2025-04-01", zones),
  );
}

/** A charge for boarding, also after a transfer; higher outside the European Union. */
function embarkation(where: Pick<Levy, "airports" | "exceptAirports">, inside: number, outside: number): Levy {
  return approximate(
    { code: "IT", name: "embarkation tax", source: unchecked, currency: "EUR", on: "boarding", ...where },
    rates("2026-01-01", toCountries(europeanUnion, inside, outside)),
  );
}

/** To the European Union with the United Kingdom, and to other countries. */
const byUnion = (inside: number, outside: number): LevyZone[] => toCountries(`${europeanUnion} GB`, inside, outside);

function publishedEmbarkation(where: Pick<Levy, "airports" | "on">, publishedRates: readonly LevyRates[]): Levy {
  return published(
    {
      code: "IT",
      name: where.on === "transfer" ? "embarkation tax for transfers" : "embarkation tax",
      currency: "EUR",
      source:
        "Korean aviation wiki, code IT at Rome and Venice, https://airtravelinfo.kr/wiki/index.php?title=IT%28%EC%84%B8%EA%B8%88%29 (children pay half, which is not covered)",
      ...where,
    },
    ...publishedRates,
  );
}

export const italy: CountryTaxes = {
  levies: [
    cityTax({ airports: "FCO" }, toCountries(europeanUnion, 7.5, 8), `${surcharge}${rome}`),
    cityTax({ airports: "CIA" }, everywhere(7.5), `${surcharge}${rome}`),
    cityTax({ airports: large }, toCountries(europeanUnion, 6.5, 7)),
    cityTax({ exceptAirports: `FCO CIA ${large} ${withoutSurcharge}` }, everywhere(6.5)),
    publishedEmbarkation({ airports: "FCO", on: "departure" }, [
      rates("2023-09-20", byUnion(16.32, 23.19), "2024-06-20"),
      rates("2024-06-21", byUnion(16.85, 23.94)),
    ]),
    publishedEmbarkation({ airports: "FCO", on: "transfer" }, [
      rates("2023-09-20", byUnion(5.71, 8.12), "2024-06-20"),
      rates("2024-06-21", byUnion(5.9, 8.38)),
    ]),
    publishedEmbarkation({ airports: "VCE", on: "boarding" }, [rates("2021-01-01", byUnion(10.21, 12.25))]),
    embarkation({ airports: "MXP LIN" }, 11, 16),
    embarkation({ exceptAirports: "FCO LIN MXP VCE" }, 8.5, 12),
    approximate(
      { code: "EX", name: "security bag check", source: unchecked, currency: "EUR" },
      rates("2026-01-01", everywhere(2)),
    ),
    approximate(
      { code: "MJ", name: "reduced mobility charge", source: unchecked, currency: "EUR" },
      rates("2026-01-01", everywhere(1.2)),
    ),
    published(
      {
        code: "VT",
        name: "security charge",
        source:
          "German Aviation Association in dpa-AFX, May 2025: €2.48 in Italy, https://www.finanznachrichten.de/nachrichten-2025-05/65490194-bdl-bund-soll-kosten-fuer-passagierkontrolle-mittragen-016.htm",
        currency: "EUR",
      },
      rates("2025-01-01", everywhere(2.48)),
    ),
  ],
};

export const malta: CountryTaxes = {
  levies: [
    published(
      {
        code: "UF",
        name: "passenger service charge",
        source:
          "letter to the Times of Malta, about the turn of 2010 to 2011, taxes of an Air Malta ticket MLA–CTA and back, of which the other codes are Italian, https://www.timesofmalta.com/article/transparency-in-airport-taxation.344182",
        currency: "EUR",
      },
      rates("2011-01-01", everywhere(16.76)),
    ),
  ],
};
