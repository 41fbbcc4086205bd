import type { CountryTaxes, TaxesByCountry } from "../../levy.ts";
import { abroad, approximate, each, law, published, to, toCountries } from "./make-levy.ts";

/** The sum of all taxes and charges of a departure from the largest airport, which a study states for each country. */
function sumOfAll(amount: number, study: string, since: string): CountryTaxes {
  return { levies: [published([null, "taxes and charges of a departure"], "USD", abroad(amount), study, since)] };
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
  return { levies: [approximate([null, "departure charges"], "USD", each(domestic, international))] };
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
        [null, "civil aviation"],
        "EUR",
        each(3.81, 20.58),
        "Agence nationale de l'aviation civile, redevance d'aviation civile: XAF 13,500, domestic 2,500, https://investir-aco.org/actualite-en-une/congo-les-autorit-s-congolaises-en-charge-laviation-civile-ont-annonc-vendredi",
        "2011-03-11",
      ),
      approximate([null, "further departure charges"], "USD", each(6, 76)),
    ],
  },
  CI: {
    levies: [
      law(
        [null, "security"],
        "EUR",
        [toCountries("BJ CV GM GH GN GW LR NG SN SL TG", 6.1), to("international", 7.62)],
        "Decree of 17 January 2018: XOF 4,000 to states of ECOWAS, 5,000 elsewhere, https://news.abidjan.net/articles/629371/redevance-a-laeroport-les-autorites-ivoiriennes-font-des-precisions",
        "2018-01-17",
      ),
      law(
        [null, "security on arrival"],
        "EUR",
        [toCountries("BJ CV GM GH GN GW LR NG SN SL TG", 6.1), to("international", 7.62)],
        "Decree of 17 January 2018: XOF 4,000 from states of ECOWAS, 5,000 elsewhere, https://news.abidjan.net/articles/629371/redevance-a-laeroport-les-autorites-ivoiriennes-font-des-precisions",
        "2018-01-17",
        { on: "arrival" },
      ),
      approximate([null, "passenger service and development"], "USD", each(5, 60)),
    ],
  },
  CM: inReport(115),
  CV: unknown(45, 8),
  DJ: inReport(67),
  DZ: {
    levies: [
      published(["DZ", "usage of passenger facilities"], "DZD", each(500, 1300), algerianServices, "2009-01-01", {
        airports: "ALG",
      }),
      published(["DZ", "usage of passenger facilities"], "DZD", each(500, 1200), algerianServices, "2009-01-01", {
        airports: algerianHubs,
      }),
      published(["DZ", "usage of passenger facilities"], "DZD", each(400, 900), algerianServices, "2009-01-01", {
        exceptAirports: `ALG ${algerianHubs}`,
      }),
      law([null, "civil aviation agency"], "DZD", each(100, 400), algerianLevy, "2025-01-01", { airports: "ALG" }),
      law([null, "civil aviation agency"], "DZD", each(100, 300), algerianLevy, "2025-01-01", {
        airports: algerianHubs,
      }),
      law([null, "civil aviation agency"], "DZD", each(75, 200), algerianLevy, "2025-01-01", {
        exceptAirports: `ALG ${algerianHubs}`,
      }),
    ],
  },
  EG: {
    levies: [
      law([null, "departure fee"], "USD", each(5, 25), egyptianFees, "2019-11-15"),
      law([null, "security systems"], "USD", [to("any", 2)], egyptianFees, "2019-11-15", { exceptAirports: "SSH" }),
      law([null, "security systems"], "USD", [to("any", 4)], egyptianFees, "2019-11-15", { airports: "SSH" }),
    ],
  },
  EH: unknown(15, 5),
  ER: unknown(25),
  ET: {
    levies: [
      published(
        [null, "airport construction"],
        "USD",
        abroad(20),
        "Guide to entry and exit for Chinese citizens (undated, after 2011): USD 20 on leaving Ethiopia, http://239364.com/news/233522199829413888",
        "2012-01-01",
      ),
      approximate([null, "further departure charges"], "USD", each(3, 10)),
    ],
  },
  GA: sumOfAll(297.7, airlines2024, "2024-09-01"),
  GH: {
    levies: [
      published([null, "passenger service and safety"], "USD", abroad(55), ghanaianCharges, "2024-01-01"),
      published([null, "advance passenger information"], "USD", abroad(18), ghanaianCharges, "2026-02-01"),
      law(
        [null, "airport infrastructure development"],
        "USD",
        each(9, 100),
        "Airport Infrastructure Levy Act 2026: USD 100 abroad, GHS 100 domestic, https://truelightfmonline.com/high-airport-infrastructure-charges-making-ghanas-aviation-sector-uncompetitive-stakeholders",
        "2026-04-01",
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
        [null, "air passenger service charge"],
        "USD",
        each(4.65, 50),
        "Air Passenger Service Charge (Amendment) Act 2025: USD 50 abroad, KES 600 domestic, https://www.capitalfm.co.ke/news/2025/10/kenya-air-passenger-service-charge-2025/",
        "2025-10-15",
        {
          earlier: [{ from: "2012-07-01", validUntil: "2025-10-14", zones: each(3.9, 40) }],
        },
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
        [null, "solidarity and tourism promotion tax"],
        "MAD",
        abroad({ economy: 100, business: 400 }),
        "Finance act 2014, taxe aérienne pour la solidarité et la promotion touristique, https://lereporter.ma/taxe-sur-les-billets-davion",
        "2014-04-01",
      ),
      approximate(["MA", "passenger service and security"], "MAD", each(30, 160)),
    ],
  },
  MG: inReport(91),
  ML: inReport(99),
  MR: unknown(65),
  MU: {
    levies: [
      law(
        [null, "passenger international fee"],
        "USD",
        [toCountries("RE MG SC KM YT", 26), to("international", 60)],
        mauritianFee,
        "2024-02-14",
        { on: "arrival", exemptUnderTwo: true },
      ),
      approximate([null, "passenger service"], "USD", each(3, 20)),
    ],
  },
  MW: unknown(45, 10),
  MZ: {
    levies: [
      published(
        [null, "departure tax"],
        "USD",
        [to("domestic", 7), toCountries(otherAfrica, 10), to("international", 20)],
        "Maritime Travel, country information of August 2013: USD 20, within Africa 10, domestic 7, http://blog.maritimetravel.co.za/2013/08/country-information-mozambique/",
        "2013-08-01",
      ),
      approximate([null, "further departure charges"], "USD", each(5, 25)),
    ],
  },
  NA: unknown(25, 8),
  NE: inReport(162),
  NG: {
    levies: [
      published(["TE", "passenger service charge"], "USD", abroad(100), nigerianCharges, "2024-01-01"),
      published([null, "security"], "USD", abroad(20), nigerianCharges, "2010-01-01"),
      published([null, "advance passenger information"], "USD", abroad(11.5), nigerianCharges, "2025-12-01", {
        exemptUnderTwo: true,
      }),
      published(
        [null, "advance passenger information on arrival"],
        "USD",
        abroad(11.5),
        nigerianCharges,
        "2025-12-01",
        {
          on: "arrival",
          exemptUnderTwo: true,
        },
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
        [null, "departure charges"],
        "USD",
        abroad(47),
        "Coastal Aviation, taxes of flights from Kigali, http://www.coastal.co.tz/travel-info/airport-taxes/",
        "2017-06-01",
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
      published([null, "passenger service and safety"], "USD", each(13, 57), tanzanianCharges, "2017-06-01"),
      published(
        [null, "security"],
        "USD",
        each(2, 5),
        "Tanzania and Zanzibar airports, https://kenyantribune.com/air-travel-to-zanzibar-to-cost-more-with-new-security-fees",
        "2020-09-01",
      ),
      published(
        ["VI", "passenger facilitation"],
        "USD",
        abroad(45),
        "Tanzania Civil Aviation Authority: USD 45 each way; citizens of the East African Community and of SADC exempt, https://www.zawya.com/en/world/africa/why-tanzania-introduced-a-new-tax-on-arriving-air-passengers-lq0cdqzs",
        "2025-11-01",
        { exemptUnderTwo: true },
      ),
      published(
        ["VI", "passenger facilitation on arrival"],
        "USD",
        abroad(45),
        "Tanzania Civil Aviation Authority: USD 45 each way; citizens of the East African Community and of SADC exempt, https://www.zawya.com/en/world/africa/why-tanzania-introduced-a-new-tax-on-arriving-air-passengers-lq0cdqzs",
        "2025-11-01",
        { on: "arrival", exemptUnderTwo: true },
      ),
    ],
  },
  UG: inReport(57),
  ZA: {
    levies: [
      law(
        ["WC", "air passenger tax"],
        "ZAR",
        [toCountries("BW LS NA SZ", 100), to("international", 190)],
        southAfricanTax,
        "2011-10-01",
      ),
      approximate(["ZA", "passenger service charge"], "ZAR", [
        to("domestic", 100),
        toCountries("BW LS NA SZ", 205),
        to("international", 270),
      ]),
      approximate(["EV", "passenger safety charge"], "ZAR", each(30, 30)),
      approximate(["UM", "hold baggage screening and systems"], "ZAR", each(35, 35)),
    ],
  },
  ZM: {
    levies: [
      published(["J1", "passenger service"], "USD", each(8, 25), zambianTotal, "2013-06-15"),
      published(["QJ", "security"], "USD", each(3, 5), zambianSecurity, "2011-01-01"),
      published(
        ["RM", "infrastructure development"],
        "USD",
        each(5, 10),
        "National Airports Corporation: USD 10, domestic 5, http://en.people.cn/90778/8304157.html",
        "2013-06-15",
      ),
    ],
  },
  ZW: {
    levies: [
      law(
        ["XI", "aviation infrastructure development fund"],
        "USD",
        each(10, 30),
        "Statutory Instrument 115 of 2017, https://www.dailynews.co.zw/articles/2017/10/07/govt-gazettes-sharp-hike-in-airport-tax",
        "2017-10-01",
      ),
      published(["CB", "passenger service"], "USD", each(10, 35), zimbabweanTotal, "2014-11-10"),
    ],
  },
};
