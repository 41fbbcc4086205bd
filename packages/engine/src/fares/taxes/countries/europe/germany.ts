import type { CountryTaxes, Levy } from "../../levy.ts";
import { overseas, unitedKingdomAndDependencies } from "./country-lists.ts";
import { approximate, everywhere, levy, rates, toCountries } from "./make-levy.ts";

/** Annex 1 of the act, with the territories that belong to its countries (Canary Islands, Azores, overseas countries and territories). */
const annex1 = [
  "AD AL AT AX BA BE BG BY CH CY CZ DE DK DZ EE ES FI FR GR HR HU IE IS IT LI LT LU LV LY MA MC MD ME MK MT NL NO PL PT RO RS RU SE SI SJ",
  "SK SM TN TR UA VA XK",
  unitedKingdomAndDependencies,
  ...Object.values(overseas),
].join(" ");

/** Annex 2; South Sudan was a part of Sudan when the annex was written. */
const annex2 =
  "AE AF AM AZ BF BH BJ CF CI CM CV DJ EG ER ET GA GE GH GM GN GQ GW IL IQ IR JO KG KW KZ LB LR ML MR NE NG OM PK PS QA SA SD SL SN SS ST SY TD TG TJ TM UG UZ YE";

function byAnnex(first: number, second: number, others: number) {
  return [{ to: { countries: annex1 }, amount: first }, ...toCountries(annex2, second, others)];
}

const securitySource2025 =
  "Rheinische Post, January 2025, from the table of the Federal Ministry of the Interior for 2025, https://www.direktbroker.de/news/politik-sicherheitsgeba-hren-an-allen-nrw-airports-gestiegen-66402046";
const securitySource2026 =
  "aeroTELEGRAPH, charges of 2026 set by the Federal Ministry of the Interior, https://www.aerotelegraph.com/ticker/luftsicherheitsgebuehren-steigen-in-deutschland-2026-weiter/8z3ylfy";

function security(airports: string, amount: number, year: 2025 | 2026): Levy {
  return levy({
    code: "DE",
    name: "aviation security charge",
    basis: "published",
    source: year === 2025 ? securitySource2025 : securitySource2026,
    airports,
    rates: [rates(`${year}-01-01`, `${year}-12-31`, everywhere(amount))],
  });
}

const published = [
  security("FRA", 11.86, 2025),
  security("MUC", 8.97, 2025),
  security("DUS", 10.7, 2025),
  security("CGN", 14, 2025),
  security("FMO", 11.7, 2025),
  security("DTM", 6.47, 2025),
  security("NRN", 9.07, 2025),
  security("LEJ", 13, 2026),
  security("HAJ DRS SCN ERF", 15, 2026),
];

/** The year of the display is not stated; its rate of 3.93 SAR per EUR occurred in 2022 and at the end of 2024. */
function transferCharge(airports: string, amount: number): Levy {
  return levy({
    code: "RA",
    name: "passenger service charge for transfers",
    basis: "published",
    source:
      "fare displays of Lufthansa WAW–AMS in SAR in the test data of a public repository, read in a code index without address",
    airports,
    on: "transfer",
    rates: [rates("2022-01-01", null, everywhere(amount))],
  });
}

const domesticAndEurope =
  "AT BE BG CH CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK";

export const germany: CountryTaxes = {
  levies: [
    levy({
      code: "OY",
      name: "air transport tax",
      basis: "law",
      source:
        "Luftverkehrsteuergesetz, § 11 with annexes 1 and 2, https://github.com/bundestag/gesetze/blob/master/l/luftvstg/index.md (annexes); territories and rates: https://zoll.de/DE/Fachthemen/Steuern/Verkehrsteuern/Luftverkehrsteuer/Grundsaetze-Besteuerung/Steuersaetze/steuersaetze_node.html; cut of 1 July 2026: https://aviation.direct/koalition-senkt-luftverkehrsteuer-forderung-nach-guenstigeren-flugtickets-an-airlines (its rates are known, not read). A stop of 12 to 24 hours before a destination of annex 1 starts a new journey by § 2 no. 5, which this table does not cover; nor does it cover the reduced rate for flights to North Sea islands",
      rates: [
        rates("2024-05-01", "2026-06-30", byAnnex(15.53, 39.34, 70.83)),
        rates("2026-07-01", null, byAnnex(13.03, 33.01, 59.43)),
      ],
    }),
    ...published,
    approximate("DE", "aviation security charge", everywhere(11), {
      exceptAirports: published.map(({ airports }) => airports ?? "").join(" "),
    }),
    levy({
      code: "RA",
      name: "passenger service charge",
      basis: "published",
      source:
        "fare display of Lufthansa FRA–CDG on 2025-12-02 in the test data of a public repository (constant SAMPLE_FLIGHT_ORDER_RESPONSE), read in a code index without address; outside the Schengen area: general knowledge, not checked",
      airports: "FRA",
      rates: [rates("2025-01-01", "2025-12-31", toCountries(domesticAndEurope, 34.65, 38))],
    }),
    transferCharge("FRA", 27.11),
    transferCharge("MUC", 19.14),
    approximate("RA", "passenger service charge", toCountries(domesticAndEurope, 27, 30), { airports: "MUC" }),
    approximate("RA", "passenger service charge", toCountries(domesticAndEurope, 22, 24), {
      exceptAirports: "FRA MUC",
    }),
  ],
};
