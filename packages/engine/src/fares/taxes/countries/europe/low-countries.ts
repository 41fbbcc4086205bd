import type { CountryTaxes, LevyZone } from "../../levy.ts";
import { approximate, everywhere, law, published, rates, toCountries, unchecked } from "../make-levy.ts";
import { europeanEconomicArea, overseas, unitedKingdomAndDependencies } from "./country-lists.ts";

/** Lowest rate from 2027: up to 2,000 km from Amsterdam, Europe as far as it belongs to the internal market, and the Kingdom's islands. */
const dutchLow = `${europeanEconomicArea} ${unitedKingdomAndDependencies} ${overseas.netherlands} AD AL BA BY CH DZ FO MC MD ME MK RS SM TN UA VA XK`;

/** Middle rate from 2027: capitals up to 5,500 km from Amsterdam by great circle. */
const dutchMiddle =
  "AE AF AM AZ BF BH BJ CF CI CM CV EG ER GE GH GL GM GN GQ GW IL IQ IR JO KG KW KZ LB LR LY MA ML MR NE NG PS QA RU SA SD SL SN SY TD TG TJ TM TR UZ YE";

const under2 = { under: 2, source: "Wet belastingen op milieugrondslag: passengers under 2" } as const;

const from2027: LevyZone[] = [{ to: { countries: dutchLow }, amount: 29.4 }, ...toCountries(dutchMiddle, 47.24, 70.86)];

export const netherlands: CountryTaxes = {
  levies: [
    law(
      {
        code: "VV",
        name: "air passenger tax",
        source:
          "Wet belastingen op milieugrondslag, art. 77: https://www.openkamer.org/kamerstuk/36815/3 (2025), https://www.upinthesky.nl/2025/11/25/belgische-vliegtaks-gaat-flink-omhoog/ (2026)",
        exempt: under2,
        currency: "EUR",
      },
      rates("2025-01-01", everywhere(29.4), "2025-12-31"),
      rates("2026-01-01", everywhere(30.25), "2026-12-31"),
      rates("2027-01-01", everywhere(0)),
    ),
    published(
      {
        code: "VV",
        name: "air passenger tax by distance",
        source:
          "Wet differentiatie vliegbelasting, Kamerstuk 36 815 no. 3, https://www.openkamer.org/kamerstuk/36815/3, and https://www.upinthesky.nl/2025/09/15/nederlanders-gaan-fors-meer-betalen-voor-vliegticket/ (amounts before indexation; islands of the Kingdom and the Canary Islands have the lowest rate). The act lists countries; its annexes were not found, so classes follow the capitals' distances",
        exempt: under2,
        currency: "EUR",
      },
      rates("2027-01-01", from2027),
    ),
    approximate(
      { code: "CJ", name: "security service charge", source: unchecked, currency: "EUR", airports: "AMS" },
      rates("2026-01-01", everywhere(17)),
    ),
    approximate(
      { code: "CJ", name: "security service charge", source: unchecked, currency: "EUR", exceptAirports: "AMS" },
      rates("2026-01-01", everywhere(10)),
    ),
    approximate(
      { code: "RN", name: "passenger service charge", source: unchecked, currency: "EUR", airports: "AMS" },
      rates("2026-01-01", everywhere(19.5)),
    ),
    approximate(
      { code: "RN", name: "passenger service charge", source: unchecked, currency: "EUR", exceptAirports: "AMS" },
      rates("2026-01-01", everywhere(11)),
    ),
  ],
};

export const belgium: CountryTaxes = {
  levies: [
    law(
      {
        code: null,
        name: "embarkation tax",
        source:
          "Code des droits et taxes divers, taks op de inscheping: https://flightlevel.be/67911/belgische-vliegtaks-verdubbelt-in-2027/. The law measures 500 km from Brussels Airport; infants are exempt: https://fccaviation.com/regulation/belgium/embarkation-tax",
        exempt: { under: 2, source: "https://fccaviation.com/regulation/belgium/embarkation-tax: infants" },
        currency: "EUR",
      },
      rates(
        "2025-07-01",
        [
          { to: { withinKm: 500 }, amount: 10 },
          { to: "any", amount: 5 },
        ],
        "2026-12-31",
      ),
      rates("2027-01-01", everywhere(0)),
    ),
    published(
      {
        code: null,
        name: "embarkation tax from 2027",
        source:
          "Budget agreement of November 2025; the enacted text was not found: https://www.upinthesky.nl/2025/11/25/belgische-vliegtaks-gaat-flink-omhoog/ and https://flightlevel.be/67911/belgische-vliegtaks-verdubbelt-in-2027/",
        exempt: { under: 2, source: "https://fccaviation.com/regulation/belgium/embarkation-tax: infants" },
        currency: "EUR",
      },
      rates("2027-01-01", everywhere(10), "2027-12-31"),
    ),
    approximate(
      {
        code: "BE",
        name: "passenger service and security charge",
        source: unchecked,
        currency: "EUR",
        airports: "BRU",
      },
      rates("2026-01-01", everywhere(32)),
    ),
    approximate(
      {
        code: "BE",
        name: "passenger service and security charge",
        source: unchecked,
        currency: "EUR",
        exceptAirports: "BRU",
      },
      rates("2026-01-01", everywhere(9)),
    ),
  ],
};

export const luxembourg: CountryTaxes = {
  levies: [
    published(
      {
        code: "LU",
        name: "passenger charge",
        source:
          "d'Lëtzebuerger Land on the charge since 1 January 2010, https://luxemburgensia.lu/page/article/476/4476/DEU/index.html",
        currency: "EUR",
      },
      rates("2010-01-01", everywhere(3)),
    ),
    approximate(
      { code: null, name: "other charges and rise since 2010", source: unchecked, currency: "EUR" },
      rates("2026-01-01", everywhere(11)),
    ),
  ],
};
