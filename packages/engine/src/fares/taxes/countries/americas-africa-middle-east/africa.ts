import type { CountryTaxes, TaxesByCountry } from "../../levy.ts";
import { abroad, approximate, domesticAndAbroad, law, published, rates, unchecked } from "../make-levy.ts";

/** The sum of all taxes and charges of a departure from the largest airport, which a study states for each country. */
function sumOfAll(amount: number, study: string, since: string): CountryTaxes {
  return {
    levies: [
      published(
        { code: null, name: "taxes and charges of a departure", source: study, currency: "USD" },
        rates(since, abroad(amount)),
      ),
    ],
  };
}

const airlines2024 =
  "African Airlines Association, Taxes and Charges Study Review 2024, https://nairametrics.com/2025/07/06/nigeria-places-3rd-in-africa-for-highest-air-ticket-charges-in-2024-new-report/";

const chad2024 =
  "African Airlines Association, Taxes and Charges Study Review 2024, https://frontpagenews.ng/africas-sky-high-air-ticket-charges-top-10-most-expensive-countries-for-international-travel-in-2024";

/** Sum of the charges of a departure in US dollars from the largest airport. */
const chargesReport = "Airport Charges Report, sums by airport, https://mmsplusng.com/?p=52997";

function inReport(amount: number): CountryTaxes {
  return sumOfAll(amount, chargesReport, "2022-01-01");
}

function unknown(international: number, domestic = 5): CountryTaxes {
  return {
    levies: [
      approximate(
        { code: null, name: "departure charges", source: unchecked, currency: "USD" },
        rates("2024-01-01", domesticAndAbroad(domestic, international)),
      ),
    ],
  };
}

const algerianServices =
  "Executive decree on aeronautical charges, usage of passenger facilities, https://djazairess.com/fr/latribune/114454";
const algerianLevy =
  "Finance act 2025, charge for the Agence nationale de l'aviation civile, https://djalia-dz.com/frlang/aeroport-dalger-vers-une-hausse-des-taxes-de-voyage-en-avion-depuis-lalgerie";
const algerianHubs = "CZL ORN HME BJA IAM GHA TMR DJG TLM AAE QSF CFK";

const egyptianFees = "Decrees of the minister of civil aviation, 31 July 2019, https://nile-voyage.com/home/?p=9083";

const nigerianCharges =
  "Nigeria Civil Aviation Authority: passenger service 100, security 20, advance passenger information 11.50, https://dailytimesng.com/nigeria-imposes-11-5-security-levy-on-international-flight-tickets";

const ghanaianCharges =
  "Board of Airline Representatives Ghana, charges of a one-way ticket, https://www.africa-press.net/ghana/?p=115249";

const tanzanianCharges =
  "Coastal Aviation, airport taxes: service 40, safety 15 and 2 of value-added tax, http://www.coastal.co.tz/travel-info/airport-taxes/";

/** Countries of Africa to which the lower of the two Mozambican charges applies. */
const otherAfrica =
  "AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG ER ET GA GH GM GN GQ GW KE KM LR LS LY MA MG ML MR MU MW NA NE NG RE RW SC SD SL SN SO SS ST SZ TD TG TN TZ UG YT ZA ZM ZW";

const zambianSecurity =
  "National Airports Corporation, security charge in 2011: USD 5, domestic 3, http://umhambi.blogspot.com/2011/01/zambia-new-aiport-security-charge-on.html; codes J1, QJ, and RM, http://umhambi.blogspot.com/2013/06/zambia-new-airport-departure-tax.html";

const zambianTotal =
  "Departure taxes of Zambia: with security and development about USD 40, domestic 16, of which this is the rest, https://www.atta.travel/news/2013/06/zambia-new-departure-tax/";

const zimbabweanTotal =
  "Civil Aviation Authority of Zimbabwe: USD 50 abroad and 15 domestic, of which 15 and 5 for the fund until 2017, https://www.atta.travel/news/2014/11/air-zimbabwe-passengers-now-required-to-pay-airport-taxes-in-cash-on-departure/; codes CB and XI, https://www.zimeye.net/mnangagwa-breakthrough-airport-departure-fees-scrapped/";

const southAfricanTax = "Customs and Excise Act 1964, s. 47B; https://www.sars.gov.za/types-of-tax/air-passenger-tax";

const mauritianFee =
  "Mauritius, Passenger International Fee (half of it from 2 to 12 years, not expressed here), https://capmad.com/?p=68111";

/** Departures from Africa, with the islands except those of France. */
export const africa: TaxesByCountry = {
  AO: unknown(45, 10),
  BF: unknown(75, 10),
  BI: unknown(50),
  BJ: inReport(88),
  BW: inReport(11),
  CD: inReport(77),
  CF: inReport(111),
  CG: {
    levies: [
      published(
        {
          code: null,
          name: "civil aviation",
          source:
            "Agence nationale de l'aviation civile, redevance d'aviation civile: XAF 13,500, domestic 2,500, https://investir-aco.org/actualite-en-une/congo-les-autorit-s-congolaises-en-charge-laviation-civile-ont-annonc-vendredi",
          currency: "EUR",
        },
        rates("2011-03-11", domesticAndAbroad(3.81, 20.58)),
      ),
      approximate(
        { code: null, name: "further departure charges", source: unchecked, currency: "USD" },
        rates("2024-01-01", domesticAndAbroad(6, 76)),
      ),
    ],
  },
  CI: {
    levies: [
      law(
        {
          code: null,
          name: "security",
          source:
            "Decree of 17 January 2018: XOF 4,000 to states of ECOWAS, 5,000 elsewhere, https://news.abidjan.net/articles/629371/redevance-a-laeroport-les-autorites-ivoiriennes-font-des-precisions",
          currency: "EUR",
        },
        rates("2018-01-17", [
          { to: { countries: "BJ CV GM GH GN GW LR NG SN SL TG" }, amount: 6.1 },
          { to: "international", amount: 7.62 },
        ]),
      ),
      law(
        {
          code: null,
          name: "security on arrival",
          source:
            "Decree of 17 January 2018: XOF 4,000 from states of ECOWAS, 5,000 elsewhere, https://news.abidjan.net/articles/629371/redevance-a-laeroport-les-autorites-ivoiriennes-font-des-precisions",
          currency: "EUR",
          on: "arrival",
        },
        rates("2018-01-17", [
          { to: { countries: "BJ CV GM GH GN GW LR NG SN SL TG" }, amount: 6.1 },
          { to: "international", amount: 7.62 },
        ]),
      ),
      approximate(
        { code: null, name: "passenger service and development", source: unchecked, currency: "USD" },
        rates("2024-01-01", domesticAndAbroad(5, 60)),
      ),
    ],
  },
  CM: inReport(115),
  CV: unknown(45, 8),
  DJ: inReport(67),
  DZ: {
    levies: [
      published(
        {
          code: "DZ",
          name: "usage of passenger facilities",
          source: algerianServices,
          currency: "DZD",
          airports: "ALG",
        },
        rates("2009-01-01", domesticAndAbroad(500, 1300)),
      ),
      published(
        {
          code: "DZ",
          name: "usage of passenger facilities",
          source: algerianServices,
          currency: "DZD",
          airports: algerianHubs,
        },
        rates("2009-01-01", domesticAndAbroad(500, 1200)),
      ),
      published(
        {
          code: "DZ",
          name: "usage of passenger facilities",
          source: algerianServices,
          currency: "DZD",
          exceptAirports: `ALG ${algerianHubs}`,
        },
        rates("2009-01-01", domesticAndAbroad(400, 900)),
      ),
      law(
        { code: null, name: "civil aviation agency", source: algerianLevy, currency: "DZD", airports: "ALG" },
        rates("2025-01-01", domesticAndAbroad(100, 400)),
      ),
      law(
        { code: null, name: "civil aviation agency", source: algerianLevy, currency: "DZD", airports: algerianHubs },
        rates("2025-01-01", domesticAndAbroad(100, 300)),
      ),
      law(
        {
          code: null,
          name: "civil aviation agency",
          source: algerianLevy,
          currency: "DZD",
          exceptAirports: `ALG ${algerianHubs}`,
        },
        rates("2025-01-01", domesticAndAbroad(75, 200)),
      ),
    ],
  },
  EG: {
    levies: [
      law(
        { code: null, name: "departure fee", source: egyptianFees, currency: "USD" },
        rates("2019-11-15", domesticAndAbroad(5, 25)),
      ),
      law(
        { code: null, name: "security systems", source: egyptianFees, currency: "USD", exceptAirports: "SSH" },
        rates("2019-11-15", [{ to: "any", amount: 2 }]),
      ),
      law(
        { code: null, name: "security systems", source: egyptianFees, currency: "USD", airports: "SSH" },
        rates("2019-11-15", [{ to: "any", amount: 4 }]),
      ),
    ],
  },
  EH: unknown(15, 5),
  ER: unknown(25),
  ET: {
    levies: [
      published(
        {
          code: null,
          name: "airport construction",
          source:
            "Guide to entry and exit for Chinese citizens (undated, after 2011): USD 20 on leaving Ethiopia, http://239364.com/news/233522199829413888",
          currency: "USD",
        },
        rates("2012-01-01", abroad(20)),
      ),
      approximate(
        { code: null, name: "further departure charges", source: unchecked, currency: "USD" },
        rates("2024-01-01", domesticAndAbroad(3, 10)),
      ),
    ],
  },
  GA: sumOfAll(297.7, airlines2024, "2024-09-01"),
  GH: {
    levies: [
      published(
        { code: null, name: "passenger service and safety", source: ghanaianCharges, currency: "USD" },
        rates("2024-01-01", abroad(55)),
      ),
      published(
        { code: null, name: "advance passenger information", source: ghanaianCharges, currency: "USD" },
        rates("2026-02-01", abroad(18)),
      ),
      law(
        {
          code: null,
          name: "airport infrastructure development",
          source:
            "Airport Infrastructure Levy Act 2026: USD 100 abroad, GHS 100 domestic, https://truelightfmonline.com/high-airport-infrastructure-charges-making-ghanas-aviation-sector-uncompetitive-stakeholders",
          currency: "USD",
        },
        rates("2026-04-01", domesticAndAbroad(9, 100)),
      ),
    ],
  },
  GM: unknown(60),
  GN: unknown(85),
  GQ: unknown(60, 10),
  GW: inReport(137),
  KE: {
    levies: [
      law(
        {
          code: null,
          name: "air passenger service charge",
          source:
            "Air Passenger Service Charge (Amendment) Act 2025: USD 50 abroad, KES 600 domestic, https://www.capitalfm.co.ke/news/2025/10/kenya-air-passenger-service-charge-2025/",
          currency: "USD",
        },
        { from: "2012-07-01", validUntil: "2025-10-14", zones: domesticAndAbroad(3.9, 40) },
        rates("2025-10-15", domesticAndAbroad(4.65, 50)),
      ),
    ],
  },
  KM: unknown(35, 5),
  LR: inReport(145),
  LS: inReport(3),
  LY: inReport(4),
  MA: {
    levies: [
      law(
        {
          code: null,
          name: "solidarity and tourism promotion tax",
          source:
            "Finance act 2014, taxe aérienne pour la solidarité et la promotion touristique, https://lereporter.ma/taxe-sur-les-billets-davion",
          currency: "MAD",
        },
        rates("2014-04-01", abroad({ economy: 100, business: 400 })),
      ),
      approximate(
        { code: "MA", name: "passenger service and security", source: unchecked, currency: "MAD" },
        rates("2024-01-01", domesticAndAbroad(30, 160)),
      ),
    ],
  },
  MG: inReport(91),
  ML: inReport(99),
  MR: unknown(65),
  MU: {
    levies: [
      law(
        {
          code: null,
          name: "passenger international fee",
          source: mauritianFee,
          currency: "USD",
          on: "arrival",
          exempt: { under: 2, source: mauritianFee },
        },
        rates("2024-02-14", [
          { to: { countries: "RE MG SC KM YT" }, amount: 26 },
          { to: "international", amount: 60 },
        ]),
      ),
      approximate(
        { code: null, name: "passenger service", source: unchecked, currency: "USD" },
        rates("2024-01-01", domesticAndAbroad(3, 20)),
      ),
    ],
  },
  MW: unknown(45, 10),
  MZ: {
    levies: [
      published(
        {
          code: null,
          name: "departure tax",
          source:
            "Maritime Travel, country information of August 2013: USD 20, within Africa 10, domestic 7, http://blog.maritimetravel.co.za/2013/08/country-information-mozambique/",
          currency: "USD",
        },
        rates("2013-08-01", [
          { to: "domestic", amount: 7 },
          { to: { countries: otherAfrica }, amount: 10 },
          { to: "international", amount: 20 },
        ]),
      ),
      approximate(
        { code: null, name: "further departure charges", source: unchecked, currency: "USD" },
        rates("2024-01-01", domesticAndAbroad(5, 25)),
      ),
    ],
  },
  NA: unknown(25, 8),
  NE: inReport(162),
  NG: {
    levies: [
      published(
        { code: "TE", name: "passenger service charge", source: nigerianCharges, currency: "USD" },
        rates("2024-01-01", abroad(100)),
      ),
      published(
        { code: null, name: "security", source: nigerianCharges, currency: "USD" },
        rates("2010-01-01", abroad(20)),
      ),
      published(
        {
          code: null,
          name: "advance passenger information",
          source: nigerianCharges,
          currency: "USD",
          exempt: { under: 2, source: nigerianCharges },
        },
        rates("2025-12-01", abroad(11.5)),
      ),
      published(
        {
          code: null,
          name: "advance passenger information on arrival",
          source: nigerianCharges,
          currency: "USD",
          on: "arrival",
          exempt: { under: 2, source: nigerianCharges },
        },
        rates("2025-12-01", abroad(11.5)),
      ),
    ],
    fareTax: {
      code: "QT",
      basis: "published",
      source: nigerianCharges,
      asOf: "2026-11-28",
      rate: 0.05,
      aboveRate: 0.05,
      domesticOnly: false,
    },
  },
  RW: {
    levies: [
      published(
        {
          code: null,
          name: "departure charges",
          source: "Coastal Aviation, taxes of flights from Kigali, http://www.coastal.co.tz/travel-info/airport-taxes/",
          currency: "USD",
        },
        rates("2017-06-01", abroad(47)),
      ),
    ],
  },
  SC: unknown(50, 5),
  SD: inReport(8),
  SL: sumOfAll(294, airlines2024, "2024-09-01"),
  SN: inReport(116),
  SO: unknown(50, 10),
  SS: unknown(50, 10),
  ST: unknown(60, 10),
  SZ: inReport(7),
  TD: sumOfAll(105.7, chad2024, "2024-09-01"),
  TG: inReport(62),
  TN: inReport(11),
  TZ: {
    levies: [
      published(
        { code: null, name: "passenger service and safety", source: tanzanianCharges, currency: "USD" },
        rates("2017-06-01", domesticAndAbroad(13, 57)),
      ),
      published(
        {
          code: null,
          name: "security",
          source:
            "Tanzania and Zanzibar airports, https://kenyantribune.com/air-travel-to-zanzibar-to-cost-more-with-new-security-fees",
          currency: "USD",
        },
        rates("2020-09-01", domesticAndAbroad(2, 5)),
      ),
      published(
        {
          code: "VI",
          name: "passenger facilitation",
          source:
            "Tanzania Civil Aviation Authority: USD 45 each way; citizens of the East African Community and of SADC exempt, https://www.zawya.com/en/world/africa/why-tanzania-introduced-a-new-tax-on-arriving-air-passengers-lq0cdqzs",
          currency: "USD",
          exempt: {
            under: 2,
            source:
              "Tanzania Civil Aviation Authority: USD 45 each way; citizens of the East African Community and of SADC exempt, https://www.zawya.com/en/world/africa/why-tanzania-introduced-a-new-tax-on-arriving-air-passengers-lq0cdqzs",
          },
        },
        rates("2025-11-01", abroad(45)),
      ),
      published(
        {
          code: "VI",
          name: "passenger facilitation on arrival",
          source:
            "Tanzania Civil Aviation Authority: USD 45 each way; citizens of the East African Community and of SADC exempt, https://www.zawya.com/en/world/africa/why-tanzania-introduced-a-new-tax-on-arriving-air-passengers-lq0cdqzs",
          currency: "USD",
          on: "arrival",
          exempt: {
            under: 2,
            source:
              "Tanzania Civil Aviation Authority: USD 45 each way; citizens of the East African Community and of SADC exempt, https://www.zawya.com/en/world/africa/why-tanzania-introduced-a-new-tax-on-arriving-air-passengers-lq0cdqzs",
          },
        },
        rates("2025-11-01", abroad(45)),
      ),
    ],
  },
  UG: inReport(57),
  ZA: {
    levies: [
      law(
        { code: "WC", name: "air passenger tax", source: southAfricanTax, currency: "ZAR" },
        rates("2011-10-01", [
          { to: { countries: "BW LS NA SZ" }, amount: 100 },
          { to: "international", amount: 190 },
        ]),
      ),
      approximate(
        { code: "ZA", name: "passenger service charge", source: unchecked, currency: "ZAR" },
        rates("2024-01-01", [
          { to: "domestic", amount: 100 },
          { to: { countries: "BW LS NA SZ" }, amount: 205 },
          { to: "international", amount: 270 },
        ]),
      ),
      approximate(
        { code: "EV", name: "passenger safety charge", source: unchecked, currency: "ZAR" },
        rates("2024-01-01", domesticAndAbroad(30, 30)),
      ),
      approximate(
        { code: "UM", name: "hold baggage screening and systems", source: unchecked, currency: "ZAR" },
        rates("2024-01-01", domesticAndAbroad(35, 35)),
      ),
    ],
  },
  ZM: {
    levies: [
      published(
        { code: "J1", name: "passenger service", source: zambianTotal, currency: "USD" },
        rates("2013-06-15", domesticAndAbroad(8, 25)),
      ),
      published(
        { code: "QJ", name: "security", source: zambianSecurity, currency: "USD" },
        rates("2011-01-01", domesticAndAbroad(3, 5)),
      ),
      published(
        {
          code: "RM",
          name: "infrastructure development",
          source: "National Airports Corporation: USD 10, domestic 5, http://en.people.cn/90778/8304157.html",
          currency: "USD",
        },
        rates("2013-06-15", domesticAndAbroad(5, 10)),
      ),
    ],
  },
  ZW: {
    levies: [
      law(
        {
          code: "XI",
          name: "aviation infrastructure development fund",
          source:
            "Statutory Instrument 115 of 2017, https://www.dailynews.co.zw/articles/2017/10/07/govt-gazettes-sharp-hike-in-airport-tax",
          currency: "USD",
        },
        rates("2017-10-01", domesticAndAbroad(10, 30)),
      ),
      published(
        { code: "CB", name: "passenger service", source: zimbabweanTotal, currency: "USD" },
        rates("2014-11-10", domesticAndAbroad(10, 35)),
      ),
    ],
  },
};
