import type { CountryTaxes, Levy } from "../../levy.ts";
import { approximate, domesticAndAbroad, everywhere, law, published, rates, unchecked } from "../make-levy.ts";

const athens2015 =
  "fare display of Aegean CAI–ATH–LHR on 2015-12-30 in the test data of a public repository (WP EGP 129, WQ EGP 43, EGP 7.83 per USD), read in a code index without address";

const fraportGreece = "CFU CHQ EFL JMK JSI JTR KGS KVA MJT PVK RHO SKG SMI ZTH";

export const greece: CountryTaxes = {
  levies: [
    law(
      {
        code: "GR",
        name: "airport modernization and development fee",
        source:
          "Amendment of 2017: €3 for all destinations from 1 November 2024, travelers from the age of 2, https://www.economywatch.gr/ministers-sign-legislation-introducing-unified-passenger-fee-for-all-greek-airports/",
        exempt: {
          under: 2,
          source:
            "https://www.economywatch.gr/ministers-sign-legislation-introducing-unified-passenger-fee-for-all-greek-airports/",
        },
        currency: "EUR",
      },
      rates("2024-11-01", everywhere(3)),
    ),
    published(
      {
        code: "WP",
        name: "passenger terminal facility charge",
        source: `${athens2015}, €15 at its rate of exchange; raised on 1 November 2024 by the €9 by which the development fee fell: https://www.tourismtoday.gr/%CE%B4%CE%B1%CE%B1-%CF%83%CF%84%CE%BF%CE%BD-%CF%80%CE%AC%CE%B3%CE%BF-%CF%84%CE%B1-%CF%84%CE%AD%CE%BB%CE%B7-%CE%B1%CE%B5%CF%81%CE%BF%CE%B4%CF%81%CE%BF%CE%BC%CE%AF%CE%BF%CF%85-%CE%B3%CE%B9%CE%B1/`,
        airports: "ATH",
        currency: "EUR",
      },
      rates("2015-12-30", everywhere(15), "2024-10-31"),
      rates("2024-11-01", everywhere(24)),
    ),
    published(
      {
        code: "WQ",
        name: "security charge",
        source: `${athens2015}, €5 at its rate of exchange`,
        airports: "ATH",
        currency: "EUR",
      },
      rates("2015-12-30", everywhere(5)),
    ),
    published(
      {
        code: "WP",
        name: "passenger and security charge",
        source:
          "GTP, 21 September 2018: €18.50 with the development fee (€12 until October 2024, then €3) at the airports of Fraport once the works end, https://newsgtp.th.staging.generation-y.net/2018/09/21/greek-airport-passenger-fee-set-rise-works-completed",
        airports: fraportGreece,
        currency: "EUR",
      },
      rates("2021-03-01", everywhere(6.5), "2024-10-31"),
      rates("2024-11-01", everywhere(15.5)),
    ),
    approximate(
      {
        code: "WP",
        name: "passenger terminal facility charge",
        source: unchecked,
        currency: "EUR",
        exceptAirports: `ATH ${fraportGreece}`,
      },
      rates("2026-01-01", everywhere(17)),
    ),
    approximate(
      {
        code: "WQ",
        name: "security charge",
        source: unchecked,
        currency: "EUR",
        exceptAirports: `ATH ${fraportGreece}`,
      },
      rates("2026-01-01", everywhere(1.5)),
    ),
  ],
};

export const cyprus: CountryTaxes = {
  levies: [
    approximate(
      { code: "CY", name: "airport service charge", source: unchecked, currency: "EUR", exceptAirports: "ECN" },
      rates("2026-01-01", everywhere(22)),
    ),
    published(
      {
        code: null,
        name: "airport service charge",
        source:
          "LGC News after Yenidüzen, early 2022: €17.40 and €0.66 of other charges, https://lgcnews.com/debate-on-how-to-reduce-airfares-continues/",
        airports: "ECN",
        currency: "EUR",
      },
      rates("2022-01-01", everywhere(18.06)),
    ),
  ],
};

function turkishService(airports: string, abroad: number): Levy {
  return published(
    {
      code: "TR",
      name: "airport service charge",
      source:
        "Turktime, 26 May 2018, on the charges for international departures, https://turktime.com/haber/3-havalimaninda-yolcu-vergisi-20-avro/468951; domestic: general knowledge, not checked",
      airports,
      currency: "EUR",
    },
    rates("2018-05-26", domesticAndAbroad(3, abroad)),
  );
}

const pegasus =
  "fare display of Pegasus DXB–SAW–DXB for 1 March 2024, in USD at about 1.053 per EUR, https://github.com/sravansasi91/LoginForms/blob/baf9425918eefa46e587bc324686824b19c18de6/LoginForms/CommonConstant/commonData.ts";

export const turkey: CountryTaxes = {
  levies: [
    published(
      {
        code: "TR",
        name: "airport service charge",
        source:
          "State Airports Authority on the charge of €20 for international departures in the tender of Istanbul Airport, https://raillynews.com/2018/05/Explanation-of-20-Euro-service-fee-news-at-the-new-airport/; domestic: general knowledge, not checked",
        airports: "IST",
        currency: "EUR",
      },
      rates("2019-04-06", domesticAndAbroad(3, 20)),
    ),
    turkishService("ADB AYT BJV DLM ESB", 15),
    turkishService("GZP", 12),
    turkishService("KZR", 10),
    turkishService("ONQ", 5),
    published(
      {
        code: "TR",
        name: "airport service charge",
        source: `${pegasus} (USD 15.80); domestic: general knowledge, not checked`,
        airports: "SAW",
        currency: "EUR",
      },
      rates("2024-03-01", domesticAndAbroad(3, 15)),
    ),
    approximate(
      {
        code: "TR",
        name: "airport service charge",
        source: unchecked,
        currency: "EUR",
        exceptAirports: "ADB AYT BJV DLM ESB GZP IST KZR ONQ SAW",
      },
      rates("2026-01-01", domesticAndAbroad(3, 15)),
    ),
    published(
      {
        code: "M6",
        name: "security charge",
        source:
          "Proto Thema, December 2018, on the charges from 1 January 2019, http://en.protothema.gr/new-security-fee-on-airlines-in-turkish-airports/",
        airports: "AYT BJV",
        currency: "EUR",
      },
      rates("2019-01-01", domesticAndAbroad(0, 3)),
    ),
    published(
      {
        code: "M6",
        name: "security charge",
        source:
          "fare display of KLM IST–CDG–JFK of September 2020, EUR 3.00, https://github.com/dlubenchenko/class_invol_temp/blob/main/script/twd.js",
        airports: "IST",
        currency: "EUR",
      },
      rates("2020-01-01", domesticAndAbroad(0, 3)),
    ),
    published(
      {
        code: "M6",
        name: "security charge",
        source:
          "State Airports Authority, charges from 1 January 2019, https://www.sondakika.com/haber/haber-istanbul-dhmi-islettigi-havalimanlarinda-dis-hat-11557169/, halved for some before they began: https://www.wingsherald.com/turkish-authorities-introduce-security-charge-for-some-airports/",
        airports: "ERZ GZT HTY ASR TZX",
        currency: "EUR",
      },
      rates("2019-01-01", domesticAndAbroad(0, 1.5)),
    ),
    published(
      { code: "M6", name: "security charge", source: `${pegasus} (USD 3.16)`, airports: "SAW", currency: "EUR" },
      rates("2024-03-01", domesticAndAbroad(0, 3)),
    ),
    approximate(
      { code: "M6", name: "security charge", source: unchecked, currency: "EUR", airports: "ADB DLM ESB" },
      rates("2026-01-01", domesticAndAbroad(0, 3)),
    ),
  ],
};
