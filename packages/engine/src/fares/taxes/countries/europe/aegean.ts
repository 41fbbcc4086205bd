import type { CountryTaxes } from "../../levy.ts";
import { approximate, domesticAndAbroad, everywhere, levy, rates } from "./make-levy.ts";

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
    approximate("WP", "passenger terminal facility charge", domesticAndAbroad(15, 21), { airports: "ATH" }),
    approximate("WQ", "security charge", everywhere(5), { airports: "ATH" }),
    approximate("WP", "passenger terminal facility charge", everywhere(17), { exceptAirports: "ATH" }),
    approximate("WQ", "security charge", everywhere(1.5), { exceptAirports: "ATH" }),
  ],
};

export const cyprus: CountryTaxes = { levies: [approximate("CY", "airport service charge", everywhere(22))] };

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
    approximate("TR", "airport service charge", domesticAndAbroad(3, 15), { exceptAirports: "IST" }),
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
    approximate("M6", "security charge", domesticAndAbroad(0, 3), { airports: "SAW AYT ADB ESB BJV DLM" }),
  ],
};
