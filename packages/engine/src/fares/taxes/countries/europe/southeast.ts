import type { CountryTaxes } from "../../levy.ts";
import { approximate, domesticAndAbroad, everywhere, published, rates, unchecked } from "../make-levy.ts";

const albanianCharges =
  "AIP Albania, GEN 4.1, 7 September 2023, https://ais.albcontrol.al/aip/07-Sep-2023-A/2023-09-07-AIRAC/html/eAIP/LA-GEN-4.1-en-GB.html";

export const albania: CountryTaxes = {
  levies: [
    published(
      {
        code: "AL",
        name: "passenger service charge",
        source: `${albanianCharges} (children under 12: €3); its border crossing tax of €10 is left out, as it is not known to be levied on departures`,
        currency: "EUR",
      },
      rates("2023-09-07", everywhere(10)),
    ),
    published(
      { code: null, name: "security charge", source: albanianCharges, currency: "EUR" },
      rates("2023-09-07", everywhere(4)),
    ),
  ],
};

export const bosniaAndHerzegovina: CountryTaxes = {
  levies: [
    published(
      {
        code: null,
        name: "civil aviation directorate fee",
        source:
          "Directorate of Civil Aviation, decision in Official Gazette 4/17, http://bhdca.gov.ba/index.php/en/home-page2/68-english/general-information/1205-notice-to-aircraft-operators; BAM 3, suspended in 2024: https://connectingregion.com/news/bosnia-and-herzegovina-suspends-departure-tax-for-a-year/ and https://www.nezavisne.com/novosti/bih/BiH-vraca-naknadu-za-putnike-u-odlasku-aerodromima-vise-novca/865187; levied again: Al Jazeera Balkans, 15 April 2025, https://balkans.aljazeera.net/teme/2025/4/15/bosni-i-hercegovini-prijeti-opasnost-da-izgubi-suverenitet-na-nebu-kako-je-doslo-do-toga",
        currency: "EUR",
      },
      rates("2017-05-27", everywhere(1.53), "2023-12-31"),
      rates("2024-01-01", everywhere(0), "2024-12-31"),
      rates("2025-01-01", everywhere(1.53)),
    ),
    approximate(
      { code: "BA", name: "passenger service charge", source: unchecked, currency: "EUR" },
      rates("2026-01-01", everywhere(13.5)),
    ),
  ],
};

const sofia =
  "19min.media, 23 November 2020, on the charges of Sofia Airport from 2021, https://19min.media/news/8/142740.html";
const fraport =
  "Fraport Twin Star, charges of Burgas and Varna for passengers with reduced mobility, https://www.fraport-bulgaria.com/en/business-services/aviation-services/airport-charges.html";

export const bulgaria: CountryTaxes = {
  levies: [
    published(
      {
        code: "BG",
        name: "passenger charge",
        source: `${sofia} (children under 12: half); domestic: general knowledge, not checked`,
        airports: "SOF",
        currency: "EUR",
      },
      rates("2021-01-01", domesticAndAbroad(4, 11.66)),
    ),
    published(
      { code: null, name: "security charge", source: sofia, airports: "SOF", currency: "EUR" },
      rates("2021-01-01", everywhere(6.54)),
    ),
    published(
      { code: null, name: "reduced mobility charge", source: fraport, airports: "BOJ", currency: "EUR" },
      rates("2009-03-09", everywhere(0.22)),
    ),
    published(
      { code: null, name: "reduced mobility charge", source: fraport, airports: "VAR", currency: "EUR" },
      rates("2009-03-01", everywhere(0.24)),
    ),
    approximate(
      { code: "BG", name: "passenger charge", source: unchecked, currency: "EUR", exceptAirports: "SOF" },
      rates("2026-01-01", domesticAndAbroad(4, 11)),
    ),
  ],
};

export const kosovo: CountryTaxes = {
  levies: [
    published(
      {
        code: null,
        name: "security charge",
        source:
          "Albinfo after the newspaper Zëri, without date, after the airport took its present name in 2010, https://www.albinfo.ch/?p=23639",
        currency: "EUR",
      },
      rates("2010-01-01", everywhere(6)),
    ),
    approximate(
      { code: null, name: "passenger service charge", source: unchecked, currency: "EUR" },
      rates("2026-01-01", everywhere(11)),
    ),
  ],
};

export const montenegro: CountryTaxes = {
  levies: [
    approximate(
      { code: "ME", name: "passenger charge", source: unchecked, currency: "EUR" },
      rates("2026-01-01", everywhere(17)),
    ),
  ],
};

export const northMacedonia: CountryTaxes = {
  levies: [
    approximate(
      { code: "MK", name: "passenger charge", source: unchecked, currency: "EUR" },
      rates("2026-01-01", everywhere(12)),
    ),
  ],
};

export const romania: CountryTaxes = {
  levies: [
    published(
      {
        code: "RO",
        name: "passenger charge",
        source:
          "România TV, 22 January 2012, €22 at Otopeni, https://www.romaniatv.net/aeroportul-baneasa-devine-din-martie-mai-scump-decat-otopeni_11801.html; domestic: general knowledge, not checked",
        airports: "OTP",
        currency: "EUR",
      },
      rates("2012-01-22", domesticAndAbroad(11, 22)),
    ),
    approximate(
      { code: "RO", name: "passenger and security charge", source: unchecked, currency: "EUR", exceptAirports: "OTP" },
      rates("2026-01-01", domesticAndAbroad(7, 12)),
    ),
    published(
      {
        code: null,
        name: "development charge",
        source:
          "Romania Insider, 11 November 2024; airlines with over 250,000 passengers a year pay less, https://romania-insider.com/cluj-napoca-airport-new-tax-passengers-nov-2024",
        airports: "CLJ",
        exempt: { under: 2, source: "https://romania-insider.com/cluj-napoca-airport-new-tax-passengers-nov-2024" },
        currency: "EUR",
      },
      rates("2024-11-01", everywhere(5), "2028-12-31"),
    ),
  ],
};

const belgrade =
  "Mondo, 3 January 2026, on the charges of Belgrade Airport of 2025 and 2026, https://mondo.me/Info/EX-YU/a1343609/Poskupljuju-aerodromske-takse-u-Beogradu.html";

export const serbia: CountryTaxes = {
  levies: [
    published(
      { code: "RS", name: "passenger service charge", source: belgrade, airports: "BEG", currency: "EUR" },
      rates("2025-01-01", domesticAndAbroad(8.95, 20.75), "2025-12-31"),
      rates("2026-01-01", domesticAndAbroad(9.13, 21.17)),
    ),
    published(
      {
        code: "RS",
        name: "passenger service charge for transfers",
        source: belgrade,
        airports: "BEG",
        on: "transfer",
        currency: "EUR",
      },
      rates("2025-01-01", everywhere(4.21), "2025-12-31"),
      rates("2026-01-01", everywhere(4.29)),
    ),
    approximate(
      { code: "RS", name: "passenger and security charge", source: unchecked, currency: "EUR", exceptAirports: "BEG" },
      rates("2026-01-01", everywhere(22)),
    ),
  ],
};
