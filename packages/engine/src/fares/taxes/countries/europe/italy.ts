import type { CountryTaxes, Levy, LevyRates, LevyZone } from "../../levy.ts";
import { europeanUnion } from "./country-lists.ts";
import { approximate, everywhere, levy, rates, toCountries } from "./make-levy.ts";

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
  return levy({
    code: "HB",
    name: "council city tax",
    basis: "law",
    source,
    on: "boarding",
    ...where,
    rates: [rates("2025-04-01", null, zones)],
  });
}

/** A charge for boarding, also after a transfer; higher outside the European Union. */
function embarkation(where: Pick<Levy, "airports" | "exceptAirports">, inside: number, outside: number): Levy {
  return {
    ...approximate("IT", "embarkation tax", toCountries(europeanUnion, inside, outside), where),
    on: "boarding",
  };
}

/** To the European Union with the United Kingdom, and to other countries. */
const byUnion = (inside: number, outside: number): LevyZone[] => toCountries(`${europeanUnion} GB`, inside, outside);

function publishedEmbarkation(where: Pick<Levy, "airports" | "on">, publishedRates: readonly LevyRates[]): Levy {
  return levy({
    code: "IT",
    name: where.on === "transfer" ? "embarkation tax for transfers" : "embarkation tax",
    basis: "published",
    source:
      "Korean aviation wiki, code IT at Rome and Venice, https://airtravelinfo.kr/wiki/index.php?title=IT%28%EC%84%B8%EA%B8%88%29 (children pay half, which is not covered)",
    ...where,
    rates: publishedRates,
  });
}

export const italy: CountryTaxes = {
  levies: [
    cityTax({ airports: "FCO" }, toCountries(europeanUnion, 7.5, 8), `${surcharge}${rome}`),
    cityTax({ airports: "CIA" }, everywhere(7.5), `${surcharge}${rome}`),
    cityTax({ airports: large }, toCountries(europeanUnion, 6.5, 7)),
    cityTax({ exceptAirports: `FCO CIA ${large} ${withoutSurcharge}` }, everywhere(6.5)),
    publishedEmbarkation({ airports: "FCO", on: "departure" }, [
      rates("2023-09-20", "2024-06-20", byUnion(16.32, 23.19)),
      rates("2024-06-21", null, byUnion(16.85, 23.94)),
    ]),
    publishedEmbarkation({ airports: "FCO", on: "transfer" }, [
      rates("2023-09-20", "2024-06-20", byUnion(5.71, 8.12)),
      rates("2024-06-21", null, byUnion(5.9, 8.38)),
    ]),
    publishedEmbarkation({ airports: "VCE", on: "boarding" }, [rates("2021-01-01", null, byUnion(10.21, 12.25))]),
    embarkation({ airports: "MXP LIN" }, 11, 16),
    embarkation({ exceptAirports: "FCO LIN MXP VCE" }, 8.5, 12),
    approximate("EX", "security bag check", everywhere(2)),
    approximate("MJ", "reduced mobility charge", everywhere(1.2)),
    levy({
      code: "VT",
      name: "security charge",
      basis: "published",
      source:
        "German Aviation Association in dpa-AFX, May 2025: €2.48 in Italy, https://www.finanznachrichten.de/nachrichten-2025-05/65490194-bdl-bund-soll-kosten-fuer-passagierkontrolle-mittragen-016.htm",
      rates: [rates("2025-01-01", null, everywhere(2.48))],
    }),
  ],
};

export const malta: CountryTaxes = {
  levies: [
    levy({
      code: "UF",
      name: "passenger service charge",
      basis: "published",
      source:
        "letter to the Times of Malta, about the turn of 2010 to 2011, taxes of an Air Malta ticket MLA–CTA and back, of which the other codes are Italian, https://www.timesofmalta.com/article/transparency-in-airport-taxation.344182",
      rates: [rates("2011-01-01", null, everywhere(16.76))],
    }),
  ],
};
