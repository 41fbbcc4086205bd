import type { CountryTaxes } from "../../levy.ts";
import { approximate, domesticAndAbroad, everywhere, levy, rates } from "./make-levy.ts";

const albanianCharges =
  "AIP Albania, GEN 4.1, 7 September 2023, https://ais.albcontrol.al/aip/07-Sep-2023-A/2023-09-07-AIRAC/html/eAIP/LA-GEN-4.1-en-GB.html";

export const albania: CountryTaxes = {
  levies: [
    levy({
      code: "AL",
      name: "passenger service charge",
      basis: "published",
      source: `${albanianCharges} (children under 12: €3); its border crossing tax of €10 is left out, as it is not known to be levied on departures`,
      rates: [rates("2023-09-07", null, everywhere(10))],
    }),
    levy({
      code: null,
      name: "security charge",
      basis: "published",
      source: albanianCharges,
      rates: [rates("2023-09-07", null, everywhere(4))],
    }),
  ],
};

export const bosniaAndHerzegovina: CountryTaxes = {
  levies: [
    levy({
      code: null,
      name: "civil aviation directorate fee",
      basis: "published",
      source:
        "Directorate of Civil Aviation, decision in Official Gazette 4/17, http://bhdca.gov.ba/index.php/en/home-page2/68-english/general-information/1205-notice-to-aircraft-operators; BAM 3, suspended in 2024: https://connectingregion.com/news/bosnia-and-herzegovina-suspends-departure-tax-for-a-year/ and https://www.nezavisne.com/novosti/bih/BiH-vraca-naknadu-za-putnike-u-odlasku-aerodromima-vise-novca/865187; levied again: Al Jazeera Balkans, 15 April 2025, https://balkans.aljazeera.net/teme/2025/4/15/bosni-i-hercegovini-prijeti-opasnost-da-izgubi-suverenitet-na-nebu-kako-je-doslo-do-toga",
      rates: [
        rates("2017-05-27", "2023-12-31", everywhere(1.53)),
        rates("2024-01-01", "2024-12-31", everywhere(0)),
        rates("2025-01-01", null, everywhere(1.53)),
      ],
    }),
    approximate("BA", "passenger service charge", everywhere(13.5)),
  ],
};

const sofia =
  "19min.media, 23 November 2020, on the charges of Sofia Airport from 2021, https://19min.media/news/8/142740.html";
const fraport =
  "Fraport Twin Star, charges of Burgas and Varna for passengers with reduced mobility, https://www.fraport-bulgaria.com/en/business-services/aviation-services/airport-charges.html";

export const bulgaria: CountryTaxes = {
  levies: [
    levy({
      code: "BG",
      name: "passenger charge",
      basis: "published",
      source: `${sofia} (children under 12: half); domestic: general knowledge, not checked`,
      airports: "SOF",
      rates: [rates("2021-01-01", null, domesticAndAbroad(4, 11.66))],
    }),
    levy({
      code: null,
      name: "security charge",
      basis: "published",
      source: sofia,
      airports: "SOF",
      rates: [rates("2021-01-01", null, everywhere(6.54))],
    }),
    levy({
      code: null,
      name: "reduced mobility charge",
      basis: "published",
      source: fraport,
      airports: "BOJ",
      rates: [rates("2009-03-09", null, everywhere(0.22))],
    }),
    levy({
      code: null,
      name: "reduced mobility charge",
      basis: "published",
      source: fraport,
      airports: "VAR",
      rates: [rates("2009-03-01", null, everywhere(0.24))],
    }),
    approximate("BG", "passenger charge", domesticAndAbroad(4, 11), { exceptAirports: "SOF" }),
  ],
};

export const kosovo: CountryTaxes = {
  levies: [
    levy({
      code: null,
      name: "security charge",
      basis: "published",
      source:
        "Albinfo after the newspaper Zëri, without date, after the airport took its present name in 2010, https://www.albinfo.ch/?p=23639",
      rates: [rates("2010-01-01", null, everywhere(6))],
    }),
    approximate(null, "passenger service charge", everywhere(11)),
  ],
};

export const montenegro: CountryTaxes = { levies: [approximate("ME", "passenger charge", everywhere(17))] };

export const northMacedonia: CountryTaxes = { levies: [approximate("MK", "passenger charge", everywhere(12))] };

export const romania: CountryTaxes = {
  levies: [
    levy({
      code: "RO",
      name: "passenger charge",
      basis: "published",
      source:
        "România TV, 22 January 2012, €22 at Otopeni, https://www.romaniatv.net/aeroportul-baneasa-devine-din-martie-mai-scump-decat-otopeni_11801.html; domestic: general knowledge, not checked",
      airports: "OTP",
      rates: [rates("2012-01-22", null, domesticAndAbroad(11, 22))],
    }),
    approximate("RO", "passenger and security charge", domesticAndAbroad(7, 12), { exceptAirports: "OTP" }),
    levy({
      code: null,
      name: "development charge",
      basis: "published",
      source:
        "Romania Insider, 11 November 2024; airlines with over 250,000 passengers a year pay less, https://romania-insider.com/cluj-napoca-airport-new-tax-passengers-nov-2024",
      airports: "CLJ",
      exempt: { under: 2, source: "https://romania-insider.com/cluj-napoca-airport-new-tax-passengers-nov-2024" },
      rates: [rates("2024-11-01", "2028-12-31", everywhere(5))],
    }),
  ],
};

const belgrade =
  "Mondo, 3 January 2026, on the charges of Belgrade Airport of 2025 and 2026, https://mondo.me/Info/EX-YU/a1343609/Poskupljuju-aerodromske-takse-u-Beogradu.html";

export const serbia: CountryTaxes = {
  levies: [
    levy({
      code: "RS",
      name: "passenger service charge",
      basis: "published",
      source: belgrade,
      airports: "BEG",
      rates: [
        rates("2025-01-01", "2025-12-31", domesticAndAbroad(8.95, 20.75)),
        rates("2026-01-01", null, domesticAndAbroad(9.13, 21.17)),
      ],
    }),
    levy({
      code: "RS",
      name: "passenger service charge for transfers",
      basis: "published",
      source: belgrade,
      airports: "BEG",
      on: "transfer",
      rates: [rates("2025-01-01", "2025-12-31", everywhere(4.21)), rates("2026-01-01", null, everywhere(4.29))],
    }),
    approximate("RS", "passenger and security charge", everywhere(22), { exceptAirports: "BEG" }),
  ],
};
