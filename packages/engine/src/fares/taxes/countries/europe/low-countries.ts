import type { CountryTaxes, LevyZone } from "../../levy.ts";
import { europeanEconomicArea, overseas, unitedKingdomAndDependencies } from "./country-lists.ts";
import { approximate, everywhere, levy, rates, toCountries } from "./make-levy.ts";

/** Lowest rate from 2027: up to 2,000 km from Amsterdam, Europe as far as it belongs to the internal market, and the Kingdom's islands. */
const dutchLow = `${europeanEconomicArea} ${unitedKingdomAndDependencies} ${overseas.netherlands} AD AL BA BY CH DZ FO MC MD ME MK RS SM TN UA VA XK`;

/** Middle rate from 2027: capitals up to 5,500 km from Amsterdam by great circle. */
const dutchMiddle =
  "AE AF AM AZ BF BH BJ CF CI CM CV EG ER GE GH GL GM GN GQ GW IL IQ IR JO KG KW KZ LB LR LY MA ML MR NE NG PS QA RU SA SD SL SN SY TD TG TJ TM TR UZ YE";

const under2 = { under: 2, source: "Wet belastingen op milieugrondslag: passengers under 2" } as const;

const from2027: LevyZone[] = [{ to: { countries: dutchLow }, amount: 29.4 }, ...toCountries(dutchMiddle, 47.24, 70.86)];

export const netherlands: CountryTaxes = {
  levies: [
    levy({
      code: "VV",
      name: "air passenger tax",
      basis: "law",
      source:
        "Wet belastingen op milieugrondslag, art. 77: https://www.openkamer.org/kamerstuk/36815/3 (2025), https://www.upinthesky.nl/2025/11/25/belgische-vliegtaks-gaat-flink-omhoog/ (2026)",
      exempt: under2,
      rates: [
        rates("2025-01-01", "2025-12-31", everywhere(29.4)),
        rates("2026-01-01", "2026-12-31", everywhere(30.25)),
        rates("2027-01-01", null, everywhere(0)),
      ],
    }),
    levy({
      code: "VV",
      name: "air passenger tax by distance",
      basis: "published",
      source:
        "Wet differentiatie vliegbelasting, Kamerstuk 36 815 no. 3, https://www.openkamer.org/kamerstuk/36815/3, and https://www.upinthesky.nl/2025/09/15/nederlanders-gaan-fors-meer-betalen-voor-vliegticket/ (amounts before indexation; islands of the Kingdom and the Canary Islands have the lowest rate). The act lists countries; its annexes were not found, so classes follow the capitals' distances",
      exempt: under2,
      rates: [rates("2027-01-01", null, from2027)],
    }),
    approximate("CJ", "security service charge", everywhere(17), { airports: "AMS" }),
    approximate("CJ", "security service charge", everywhere(10), { exceptAirports: "AMS" }),
    approximate("RN", "passenger service charge", everywhere(19.5), { airports: "AMS" }),
    approximate("RN", "passenger service charge", everywhere(11), { exceptAirports: "AMS" }),
  ],
};

export const belgium: CountryTaxes = {
  levies: [
    levy({
      code: null,
      name: "embarkation tax",
      basis: "law",
      source:
        "Code des droits et taxes divers, taks op de inscheping: https://flightlevel.be/67911/belgische-vliegtaks-verdubbelt-in-2027/. The law measures 500 km from Brussels Airport; infants are exempt: https://fccaviation.com/regulation/belgium/embarkation-tax",
      exempt: { under: 2, source: "https://fccaviation.com/regulation/belgium/embarkation-tax: infants" },
      rates: [
        rates("2025-07-01", "2026-12-31", [
          { to: { withinKm: 500 }, amount: 10 },
          { to: "any", amount: 5 },
        ]),
        rates("2027-01-01", null, everywhere(0)),
      ],
    }),
    levy({
      code: null,
      name: "embarkation tax from 2027",
      basis: "published",
      source:
        "Budget agreement of November 2025; the enacted text was not found: https://www.upinthesky.nl/2025/11/25/belgische-vliegtaks-gaat-flink-omhoog/ and https://flightlevel.be/67911/belgische-vliegtaks-verdubbelt-in-2027/",
      exempt: { under: 2, source: "https://fccaviation.com/regulation/belgium/embarkation-tax: infants" },
      rates: [rates("2027-01-01", "2027-12-31", everywhere(10))],
    }),
    approximate("BE", "passenger service and security charge", everywhere(32), { airports: "BRU" }),
    approximate("BE", "passenger service and security charge", everywhere(9), { exceptAirports: "BRU" }),
  ],
};

export const luxembourg: CountryTaxes = {
  levies: [
    levy({
      code: "LU",
      name: "passenger charge",
      basis: "published",
      source:
        "d'Lëtzebuerger Land on the charge since 1 January 2010, https://luxemburgensia.lu/page/article/476/4476/DEU/index.html",
      rates: [rates("2010-01-01", null, everywhere(3))],
    }),
    approximate(null, "other charges and rise since 2010", everywhere(11)),
  ],
};
