import type { CountryTaxes, Levy } from "../../levy.ts";
import { approximate, domesticAndAbroad, everywhere, levy, rates } from "./make-levy.ts";

const athens2015 =
  "fare display of Aegean CAI–ATH–LHR on 2015-12-30 in the test data of a public repository (WP EGP 129, WQ EGP 43, EGP 7.83 per USD), read in a code index without address";

const fraportGreece = "CFU CHQ EFL JMK JSI JTR KGS KVA MJT PVK RHO SKG SMI ZTH";

export const greece: CountryTaxes = {
  levies: [
    levy({
      code: "GR",
      name: "airport modernization and development fee",
      basis: "law",
      source:
        "Amendment of 2017: €3 for all destinations from 1 November 2024, travelers from the age of 2, https://www.economywatch.gr/ministers-sign-legislation-introducing-unified-passenger-fee-for-all-greek-airports/",
      exempt: {
        under: 2,
        source:
          "https://www.economywatch.gr/ministers-sign-legislation-introducing-unified-passenger-fee-for-all-greek-airports/",
      },
      rates: [rates("2024-11-01", null, everywhere(3))],
    }),
    levy({
      code: "WP",
      name: "passenger terminal facility charge",
      basis: "published",
      source: `${athens2015}, €15 at its rate of exchange; raised on 1 November 2024 by the €9 by which the development fee fell: https://www.tourismtoday.gr/%CE%B4%CE%B1%CE%B1-%CF%83%CF%84%CE%BF%CE%BD-%CF%80%CE%AC%CE%B3%CE%BF-%CF%84%CE%B1-%CF%84%CE%AD%CE%BB%CE%B7-%CE%B1%CE%B5%CF%81%CE%BF%CE%B4%CF%81%CE%BF%CE%BC%CE%AF%CE%BF%CF%85-%CE%B3%CE%B9%CE%B1/`,
      airports: "ATH",
      rates: [rates("2015-12-30", "2024-10-31", everywhere(15)), rates("2024-11-01", null, everywhere(24))],
    }),
    levy({
      code: "WQ",
      name: "security charge",
      basis: "published",
      source: `${athens2015}, €5 at its rate of exchange`,
      airports: "ATH",
      rates: [rates("2015-12-30", null, everywhere(5))],
    }),
    levy({
      code: "WP",
      name: "passenger and security charge",
      basis: "published",
      source:
        "GTP, 21 September 2018: €18.50 with the development fee (€12 until October 2024, then €3) at the airports of Fraport once the works end, https://newsgtp.th.staging.generation-y.net/2018/09/21/greek-airport-passenger-fee-set-rise-works-completed",
      airports: fraportGreece,
      rates: [rates("2021-03-01", "2024-10-31", everywhere(6.5)), rates("2024-11-01", null, everywhere(15.5))],
    }),
    approximate("WP", "passenger terminal facility charge", everywhere(17), { exceptAirports: `ATH ${fraportGreece}` }),
    approximate("WQ", "security charge", everywhere(1.5), { exceptAirports: `ATH ${fraportGreece}` }),
  ],
};

export const cyprus: CountryTaxes = {
  levies: [
    approximate("CY", "airport service charge", everywhere(22), { exceptAirports: "ECN" }),
    levy({
      code: null,
      name: "airport service charge",
      basis: "published",
      source:
        "LGC News after Yenidüzen, early 2022: €17.40 and €0.66 of other charges, https://lgcnews.com/debate-on-how-to-reduce-airfares-continues/",
      airports: "ECN",
      rates: [rates("2022-01-01", null, everywhere(18.06))],
    }),
  ],
};

function turkishService(airports: string, abroad: number): Levy {
  return levy({
    code: "TR",
    name: "airport service charge",
    basis: "published",
    source:
      "Turktime, 26 May 2018, on the charges for international departures, https://turktime.com/haber/3-havalimaninda-yolcu-vergisi-20-avro/468951; domestic: general knowledge, not checked",
    airports,
    rates: [rates("2018-05-26", null, domesticAndAbroad(3, abroad))],
  });
}

const pegasus =
  "fare display of Pegasus DXB–SAW–DXB for 1 March 2024, in USD at about 1.053 per EUR, https://github.com/sravansasi91/LoginForms/blob/baf9425918eefa46e587bc324686824b19c18de6/LoginForms/CommonConstant/commonData.ts";

export const turkey: CountryTaxes = {
  levies: [
    levy({
      code: "TR",
      name: "airport service charge",
      basis: "published",
      source:
        "State Airports Authority on the charge of €20 for international departures in the tender of Istanbul Airport, https://raillynews.com/2018/05/Explanation-of-20-Euro-service-fee-news-at-the-new-airport/; domestic: general knowledge, not checked",
      airports: "IST",
      rates: [rates("2019-04-06", null, domesticAndAbroad(3, 20))],
    }),
    turkishService("ADB AYT BJV DLM ESB", 15),
    turkishService("GZP", 12),
    turkishService("KZR", 10),
    turkishService("ONQ", 5),
    levy({
      code: "TR",
      name: "airport service charge",
      basis: "published",
      source: `${pegasus} (USD 15.80); domestic: general knowledge, not checked`,
      airports: "SAW",
      rates: [rates("2024-03-01", null, domesticAndAbroad(3, 15))],
    }),
    approximate("TR", "airport service charge", domesticAndAbroad(3, 15), {
      exceptAirports: "ADB AYT BJV DLM ESB GZP IST KZR ONQ SAW",
    }),
    levy({
      code: "M6",
      name: "security charge",
      basis: "published",
      source:
        "Proto Thema, December 2018, on the charges from 1 January 2019, http://en.protothema.gr/new-security-fee-on-airlines-in-turkish-airports/",
      airports: "AYT BJV",
      rates: [rates("2019-01-01", null, domesticAndAbroad(0, 3))],
    }),
    levy({
      code: "M6",
      name: "security charge",
      basis: "published",
      source:
        "fare display of KLM IST–CDG–JFK of September 2020, EUR 3.00, https://github.com/dlubenchenko/class_invol_temp/blob/main/script/twd.js",
      airports: "IST",
      rates: [rates("2020-01-01", null, domesticAndAbroad(0, 3))],
    }),
    levy({
      code: "M6",
      name: "security charge",
      basis: "published",
      source:
        "State Airports Authority, charges from 1 January 2019, https://www.sondakika.com/haber/haber-istanbul-dhmi-islettigi-havalimanlarinda-dis-hat-11557169/, halved for some before they began: https://www.wingsherald.com/turkish-authorities-introduce-security-charge-for-some-airports/",
      airports: "ERZ GZT HTY ASR TZX",
      rates: [rates("2019-01-01", null, domesticAndAbroad(0, 1.5))],
    }),
    levy({
      code: "M6",
      name: "security charge",
      basis: "published",
      source: `${pegasus} (USD 3.16)`,
      airports: "SAW",
      rates: [rates("2024-03-01", null, domesticAndAbroad(0, 3))],
    }),
    approximate("M6", "security charge", domesticAndAbroad(0, 3), { airports: "ADB DLM ESB" }),
  ],
};
