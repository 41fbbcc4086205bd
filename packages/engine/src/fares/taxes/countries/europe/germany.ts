import type { CountryTaxes, Levy } from "../../levy.ts";
import {
  approximate,
  domesticAndAbroad,
  everywhere,
  law,
  published,
  rates,
  toCountries,
  unchecked,
} from "../make-levy.ts";
import { europeanUnion, overseas, unitedKingdomAndDependencies } from "./country-lists.ts";

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
  return published(
    {
      code: "DE",
      name: "aviation security charge",
      source: year === 2025 ? securitySource2025 : securitySource2026,
      airports,
      currency: "EUR",
    },
    rates(`${year}-01-01`, everywhere(amount), `${year}-12-31`),
  );
}

const bdl2025 =
  "German Aviation Association in dpa-AFX, May 2025: €9.37 in Berlin, https://www.finanznachrichten.de/nachrichten-2025-05/65490194-bdl-bund-soll-kosten-fuer-passagierkontrolle-mittragen-016.htm";

const publishedSecurity = [
  published(
    {
      code: "DE",
      name: "aviation security charge",
      source: `${securitySource2025}; domestic with value added tax: https://airtravelinfo.kr/wiki/index.php?title=DE`,
      airports: "FRA",
      currency: "EUR",
    },
    rates("2025-01-01", domesticAndAbroad(14.11, 11.86), "2025-12-31"),
  ),
  published(
    { code: "DE", name: "aviation security charge", source: bdl2025, airports: "BER", currency: "EUR" },
    rates("2025-01-01", everywhere(9.37), "2025-12-31"),
  ),
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
  return published(
    {
      code: "RA",
      name: "passenger service charge for transfers",
      source:
        "fare displays of Lufthansa WAW–AMS in SAR in the test data of a public repository, read in a code index without address",
      airports,
      on: "transfer",
      currency: "EUR",
    },
    rates("2022-01-01", everywhere(amount)),
  );
}

const frankfurt2025 =
  "Korean aviation wiki, codes RA and RD at Frankfurt from 1 January 2025, https://airtravelinfo.kr/wiki/index.php?diff=cur&oldid=51931&title=RA%28%EC%84%B8%EA%B8%88%29";

/** European countries outside the European Union, as far as they have airports. */
const otherEurope = `${unitedKingdomAndDependencies} AL BA BY CH FO IS MD ME MK NO RS RU SJ TR UA XK`;

const domesticAndEurope =
  "AT BE BG CH CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK";

export const germany: CountryTaxes = {
  levies: [
    law(
      {
        code: "OY",
        name: "air transport tax",
        source:
          "Luftverkehrsteuergesetz, § 11 with annexes 1 and 2, https://github.com/bundestag/gesetze/blob/master/l/luftvstg/index.md (annexes); territories and rates: https://zoll.de/DE/Fachthemen/Steuern/Verkehrsteuern/Luftverkehrsteuer/Grundsaetze-Besteuerung/Steuersaetze/steuersaetze_node.html; cut of 1 July 2026: https://aviation.direct/koalition-senkt-luftverkehrsteuer-forderung-nach-guenstigeren-flugtickets-an-airlines (its rates are known, not read). A stop of 12 to 24 hours before a destination of annex 1 starts a new journey by § 2 no. 5, which this table does not cover; nor does it cover the reduced rate for flights to North Sea islands",
        currency: "EUR",
      },
      rates("2024-05-01", byAnnex(15.53, 39.34, 70.83), "2026-06-30"),
      rates("2026-07-01", byAnnex(13.03, 33.01, 59.43)),
    ),
    ...publishedSecurity,
    approximate(
      {
        code: "DE",
        name: "aviation security charge",
        source: unchecked,
        currency: "EUR",
        exceptAirports: publishedSecurity.map(({ airports }) => airports ?? "").join(" "),
      },
      rates("2026-01-01", everywhere(11)),
    ),
    published(
      {
        code: "RA",
        name: "passenger service charge",
        source: `${frankfurt2025}; €34.65 also in a fare display of Lufthansa FRA–CDG on 2025-12-02`,
        airports: "FRA",
        currency: "EUR",
      },
      rates(
        "2025-01-01",
        [
          { to: "domestic", amount: 0 },
          { to: { countries: europeanUnion }, amount: 34.65 },
          ...toCountries(otherEurope, 40.7, 43.71),
        ],
        "2025-12-31",
      ),
    ),
    published(
      {
        code: "RD",
        name: "passenger service charge for domestic flights",
        source: frankfurt2025,
        airports: "FRA",
        currency: "EUR",
      },
      rates("2025-01-01", [{ to: "domestic", amount: 41.23 }], "2025-12-31"),
    ),
    transferCharge("FRA", 27.11),
    transferCharge("MUC", 19.14),
    approximate(
      { code: "RA", name: "passenger service charge", source: unchecked, currency: "EUR", airports: "MUC" },
      rates("2026-01-01", toCountries(domesticAndEurope, 27, 30)),
    ),
    approximate(
      { code: "RA", name: "passenger service charge", source: unchecked, currency: "EUR", exceptAirports: "FRA MUC" },
      rates("2026-01-01", toCountries(domesticAndEurope, 22, 24)),
    ),
  ],
};
