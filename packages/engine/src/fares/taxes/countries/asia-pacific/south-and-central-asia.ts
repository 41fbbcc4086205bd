import type { AmountsByCabin, CountryTaxes, Levy, LevyZone, TaxesByCountry } from "../../levy.ts";
import {
  abroad,
  approximate,
  atHome,
  domesticAndAbroad,
  fareTax,
  law,
  published,
  rates,
  unchecked,
} from "../make-levy.ts";
import { africa, americas, europe, middleEast, saarc } from "./regions.ts";

/** User development fees of Indian airports in INR, before the goods and services tax on them. */
const indianFees: readonly {
  readonly airports: string;
  readonly from: string;
  readonly validUntil: string | null;
  readonly domestic: number;
  readonly international: number | AmountsByCabin;
  /** Of travelers who arrive from abroad; 0 for none. */
  readonly arrival: number | AmountsByCabin;
  readonly source: string;
}[] = [
  {
    airports: "DEL",
    from: "2025-04-16",
    validUntil: "2029-03-31",
    domestic: 129,
    international: { economy: 650, business: 810 },
    arrival: { economy: 275, business: 345 },
    source:
      "AERA, tariff order for Delhi, 28 March 2025; https://www.newsdrum.in/business/delhi-airportintl-passengers-to-pay-higher-udf-rate-unchanged-for-domestic-passengers-8901554",
  },
  {
    airports: "BOM",
    from: "2025-05-16",
    validUntil: "2029-03-31",
    domestic: 175,
    international: { economy: 615, business: 695 },
    arrival: { economy: 260, business: 304 },
    source:
      "AERA, tariff order for Mumbai, 8 May 2025; https://www.newsdrum.in/business/mumbai-airport-steep-hike-in-udf-for-international-flying-9048318",
  },
  {
    airports: "BLR",
    from: "2025-04-01",
    validUntil: "2026-03-31",
    domestic: 550,
    international: 1500,
    arrival: 0,
    source:
      "AERA, tariff card of Bengaluru, extended to 31 March 2026; https://ibcworldnews.com/2025/12/23/cut-in-air-user-development-fee-pushed-to-next-fiscal-year/",
  },
  {
    airports: "HYD",
    from: "2025-04-01",
    validUntil: "2026-08-31",
    domestic: 750,
    international: 1500,
    arrival: 0,
    source:
      "Ministry of Civil Aviation in the Rajya Sabha, February 2026; https://www.siasat.com/flying-from-hyderabad-airport-becomes-costlier-due-to-udf-3349502/; a lower fee with one for arrivals is proposed from September 2026",
  },
  {
    airports: "MAA",
    from: "2024-04-01",
    validUntil: "2025-03-31",
    domestic: 395,
    international: 615,
    arrival: 0,
    source:
      "AERA, tariff of Chennai for 2022 to 2025; https://www.thehindu.com/news/cities/chennai/user-development-fee-at-chennai-airport-revised-after-four-years/article65517565.ece",
  },
];

const thiruvananthapuram = {
  code: "IN",
  name: "user development",
  source:
    "AERA, tariff order for Thiruvananthapuram, June 2024, before taxes; https://www.newindianexpress.com/states/kerala/2024/Jun/27/thiruvananthapuram-airport-hikes-user-fee-will-impact-passenger-traffic-say-experts and https://newsable.asianetnews.com/kerala-news/kerala-user-development-fee-hiked-in-thiruvananthapuram-airport-check-details-anr-sfq1bk",
  currency: "INR",
  airports: "TRV",
} as const;

function developmentLevies(): Levy[] {
  return indianFees.flatMap(({ airports, from, validUntil, domestic, international, arrival, source }) => {
    const head = { code: "IN", name: "user development", source, currency: "INR", airports } as const;
    const onDeparture = published(head, rates(from, domesticAndAbroad(domestic, international), validUntil));
    return arrival === 0
      ? [onDeparture]
      : [onDeparture, published({ ...head, on: "arrival" }, rates(from, abroad(arrival), validUntil))];
  });
}

const india: CountryTaxes = {
  levies: [
    ...developmentLevies(),
    published(
      thiruvananthapuram,
      rates("2024-07-01", domesticAndAbroad(770, 1540)),
      rates("2025-04-01", domesticAndAbroad(840, 1680)),
      rates("2026-04-01", domesticAndAbroad(910, 1820), "2027-03-31"),
    ),
    published({ ...thiruvananthapuram, on: "arrival" }, rates("2024-07-01", abroad(660), "2025-03-31")),
    approximate(
      {
        code: "IN",
        name: "user development",
        source: unchecked,
        currency: "INR",
        exceptAirports: ["TRV", ...indianFees.map(({ airports }) => airports)].join(" "),
      },
      rates("2026-01-01", domesticAndAbroad(350, 800)),
    ),
    published(
      {
        code: "P2",
        name: "aviation security",
        source:
          "Directorate General of Civil Aviation, order of 19 March 2021: INR 200 (236 with tax), or USD 12 abroad, here INR 1,062; https://www.news18.com/news/india/air-travel-to-get-costlier-as-air-security-fee-hiked-new-fares-applicable-from-april-1-3587447.html",
        currency: "INR",
        exempt: { under: 2, source: "The same order" },
      },
      rates("2021-04-01", domesticAndAbroad(236, 1062)),
    ),
  ],
  fareTax: fareTax({
    code: "K3",
    source: "GST Council, 56th meeting: 5 % and, from 22 September 2025, 18 %",
    rate: 0.05,
    aboveRate: 0.18,
    domesticOnly: false,
  }),
};

const maldivianTax = { economy: 50, business: 120, first: 240 } as const;
const maldivianTaxBefore = { economy: 30, business: 60, first: 90 } as const;
const maldivianSource =
  "for foreigners (Maldivians pay USD 12 in economy); https://mira.gov.mv/Legislations/View/second-amendment-to-the-atf-act; codes from https://caa.gov.mv/media/news/air-transport-circular-at-032009-issue-05-airport-taxes-and-fees";

const maldives: CountryTaxes = {
  levies: [
    law(
      {
        code: "BQ",
        name: "departure tax",
        source: `Airport Taxes and Fees Act (29/2016), s. 2-1, as amended 2024, ${maldivianSource}`,
        currency: "USD",
        exempt: {
          under: 2,
          source: "The Act, s. 2-1 (c); https://www.mira.gov.mv/Legislations/View/airport-taxes-and-fees-act",
        },
      },
      rates("2022-01-01", abroad(maldivianTaxBefore)),
      rates("2024-12-01", abroad(maldivianTax)),
    ),
    law(
      {
        code: "H9",
        name: "airport development fee",
        source: `Airport Taxes and Fees Act (29/2016), s. 3, as amended 2024: of Velana airport, transit passengers included, ${maldivianSource} and https://www.ndtv.com/world-news/planning-to-visit-the-maldives-read-this-important-change-for-tourists-7119539`,
        currency: "USD",
        airports: "MLE",
        on: "boarding",
      },
      rates("2022-01-01", abroad(maldivianTaxBefore)),
      rates("2024-12-01", abroad(maldivianTax)),
    ),
  ],
};

const sriLankanOrder =
  "Embarkation Levy Order under the Finance Act 25 of 2003, January 2023; https://lankanewsweb.net/archives/27208/new-embarkation-levies-to-boost-state-revenue-comes-into-effect-soon; code by general knowledge";

const sriLanka: CountryTaxes = {
  levies: [
    law(
      {
        code: "LK",
        name: "embarkation levy",
        source: sriLankanOrder,
        currency: "USD",
        exceptAirports: "HRI JAF RML",
      },
      rates("2020-02-01", abroad(60)),
    ),
    approximate(
      {
        code: "LK",
        name: "embarkation levy",
        source: `${sriLankanOrder}: half at Jaffna and Ratmalana for a time, whose extension is ${unchecked}; nothing at Mattala by https://ziradaily.com/news/109062`,
        currency: "USD",
        airports: "JAF RML",
      },
      rates("2022-03-27", abroad(30)),
    ),
  ],
};

const nepal: CountryTaxes = {
  levies: [
    published(
      {
        code: "NP",
        name: "airport service",
        source:
          "Ministry of Culture, Tourism and Civil Aviation: NPR 3,000 a ticket, nothing at Pokhara and Bhairahawa until September 2026; https://janawatch.com/archives/3479; code by general knowledge",
        currency: "NPR",
        exceptAirports: "BWA PKR",
      },
      rates("2022-05-28", abroad(3000)),
    ),
  ],
};

/** Destinations of the highest class of the travel tax of Bangladesh. */
const farFromBangladesh = `${americas} ${europe} ${africa} AU NZ CN HK JP KH KP LA TW VN`;

const bySaarc = (near: number, elsewhere: number): readonly LevyZone[] => [
  { to: { countries: saarc }, amount: near },
  { to: "international", amount: elsewhere },
];

const developmentSource =
  "Civil Aviation Authority of Bangladesh, August 2020, in taka of 2023; https://bangladeshmonitor.com.bd/backpage-details/airfare-to-increase-over-airport-development-security-fee-hike; code by general knowledge";

const bangladesh: CountryTaxes = {
  levies: [
    law(
      {
        code: "UT",
        name: "travel tax",
        source:
          "Travel Tax Act 2003, schedule, as amended 2023; https://laws.sayed.app/laws/act-898; code, and half for children of 5 to 11, from https://travelxpertsbd.com/",
        currency: "BDT",
        exempt: { under: 2, source: "The same Act, which exempts those under 5" },
      },
      rates("2023-07-01", [
        ...atHome(200),
        { to: { countries: saarc }, amount: 2000 },
        { to: { countries: farFromBangladesh }, amount: 6000 },
        ...abroad(4000),
      ]),
    ),
    law(
      {
        code: "OW",
        name: "excise duty",
        source:
          "National Board of Revenue, January 2025: BDT 700, SAARC 1,000, other Asia 2,500, beyond 4,000; https://bizonline24.com/vat/nbrs-new-decision-on-additional-taxes-on-air-tickets; code by general knowledge",
        currency: "BDT",
      },
      rates("2025-01-19", [
        ...atHome(700),
        { to: { countries: saarc }, amount: 1000 },
        { to: { countries: `${americas} ${europe} ${africa} AU NZ` }, amount: 4000 },
        ...abroad(2500),
      ]),
    ),
    published(
      {
        code: "BD",
        name: "embarkation fee",
        source: "Civil Aviation Authority of Bangladesh; http://www.caab.gov.bd/charges/embarkation.html",
        currency: "BDT",
        exempt: { under: 2, source: "The same page" },
      },
      rates("2010-01-01", domesticAndAbroad(50, 500)),
    ),
    published(
      { code: "P7", name: "airport development fee", source: developmentSource, currency: "BDT" },
      rates("2020-08-16", [...atHome(100), ...bySaarc(545, 1090)]),
    ),
    published(
      { code: "P8", name: "passenger security fee", source: developmentSource, currency: "BDT" },
      rates("2020-08-16", [...atHome(70), ...bySaarc(654, 1090)]),
    ),
  ],
};

const exciseInEconomy = 12_500;
/** Federal excise duty of Pakistan in PKR. */
const excise = (aboveEconomy: number): AmountsByCabin => ({ economy: exciseInEconomy, business: aboveEconomy });

const pakistan: CountryTaxes = {
  levies: [
    law(
      {
        code: null,
        name: "federal excise duty",
        source:
          "Federal Excise Act 2005, first schedule, table II, serial 3, by Finance Act 2024: by areas of IATA; https://dailytimes.com.pk/1206055/pia-other-airlines-notify-increase-in-fed-on-flights/ and http://www.meramirpur.com/pak-govt-imposes-up-to-rs250000-excise-duty-on-first-and-business-class-tickets/",
        currency: "PKR",
      },
      rates("2024-07-01", [
        { to: { countries: americas }, amount: excise(350_000) },
        { to: { countries: `${middleEast} ${africa}` }, amount: excise(105_000) },
        ...abroad(excise(210_000)),
      ]),
    ),
    published(
      {
        code: null,
        name: "embarkation fee",
        source: "Civil Aviation Authority, from November 2019; https://arynews.tv/en/civil-aviation-embarkation-fee/",
        currency: "PKR",
      },
      rates("2019-11-01", abroad({ economy: 2000, business: 3000 })),
    ),
    published(
      {
        code: null,
        name: "airport charges",
        source:
          "Civil Aviation Authority: PKR 2,800 abroad, https://nation.com.pk/26-Jun-2019/caa-fixes-rs-2-800-as-airport-charges; PKR 100 within Pakistan from 2024, https://en.dailypakistan.com.pk/19-Jan-2024/passengers-to-pay-additional-fee-on-domestic-flights-in-pakistan-read-details-here",
        currency: "PKR",
      },
      rates("2019-11-01", abroad(2800)),
      rates("2024-01-15", domesticAndAbroad(100, 2800)),
    ),
  ],
};

/** An approximate international charge in USD. */
function estimate(amount: number): CountryTaxes {
  return {
    levies: [
      approximate(
        { code: null, name: "passenger service", source: unchecked, currency: "USD" },
        rates("2026-01-01", abroad(amount)),
      ),
    ],
  };
}

const afghanistan: CountryTaxes = {
  levies: [
    published(
      {
        code: null,
        name: "airport service",
        source:
          "Ministry of Transport and Civil Aviation: USD 20 more from 1 September 2022, in all 65, at the four international airports; https://thekabultimes.com/iea-increases-service-tax-at-airports/",
        currency: "USD",
        airports: "KBL KDH HEA MZR",
      },
      rates("2022-09-01", abroad(65)),
    ),
  ],
};

const kyrgyzstan: CountryTaxes = {
  levies: [
    published(
      {
        code: null,
        name: "passenger service",
        source: "Order of the Prime Minister, from 2016; http://ru.sputnik.kg/society/20151215/1020893318.html",
        currency: "USD",
      },
      rates("2016-01-01", abroad(15)),
    ),
  ],
};

const kazakhstan: CountryTaxes = {
  levies: [
    published(
      {
        code: null,
        name: "passenger service",
        source:
          "Airport charge in the ticket (undated): KZT 1,899 abroad and 406 within Kazakhstan, here at 498 per dollar; https://moybilet.info/kazahskie-perevozchiki-planiruyut-povyshenie-tsen-na-bilety/",
        currency: "USD",
        airports: "ALA",
      },
      rates("2013-01-01", domesticAndAbroad(0.82, 3.81)),
    ),
    approximate(
      { code: null, name: "passenger service, rise since then", source: unchecked, currency: "USD", airports: "ALA" },
      rates("2026-01-01", abroad(8)),
    ),
    approximate(
      { code: null, name: "passenger service", source: unchecked, currency: "USD", exceptAirports: "ALA" },
      rates("2026-01-01", abroad(12)),
    ),
  ],
};

export const southAndCentralAsia: TaxesByCountry = {
  AF: afghanistan,
  BD: bangladesh,
  BT: estimate(10),
  IN: india,
  KG: kyrgyzstan,
  KZ: kazakhstan,
  LK: sriLanka,
  MV: maldives,
  NP: nepal,
  PK: pakistan,
  TJ: estimate(15),
  TM: estimate(25),
  UZ: estimate(15),
};
