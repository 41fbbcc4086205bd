import type { AmountsByCabin, CountryTaxes, Levy, TaxesByCountry } from "../../levy.ts";
import {
  abroad,
  approximate,
  atHome,
  byCountry,
  domesticAndAbroad,
  law,
  published,
  rates,
  unchecked,
} from "../make-levy.ts";
import { americas, aseanExceptMalaysia, northeastAsia, southAsia, southeastAsia } from "./regions.ts";

const changiSource =
  "Changi Airport Group and CAAS, 7 November 2024: service and security fee SGD 46.40 (of which 8 for security, by general knowledge), 49.40 from April 2027, aviation levy SGD 8, 10 from April 2027; https://www.malaymail.com/news/singapore/2024/11/08/changi-airport-to-raise-passenger-airline-fees-in-staged-rollout-from-2025-to-fund-rm10b-expansion/156201";

/** Sustainable aviation fuel levy in SGD: four times as much in business and first. */
const fuelLevy = (economy: number): AmountsByCabin => ({ economy, business: economy * 4 });

const singapore: CountryTaxes = {
  levies: [
    published(
      { code: "SG", name: "passenger service", source: changiSource, currency: "SGD" },
      rates("2024-04-01", abroad(38.4)),
      rates("2027-04-01", abroad(41.4), "2028-03-31"),
    ),
    published(
      { code: "OO", name: "passenger security", source: changiSource, currency: "SGD" },
      rates("2024-04-01", abroad(8)),
    ),
    published(
      {
        code: "SG",
        name: "passenger service and security, transfer",
        source: `${changiSource}: for transfers SGD 6, and 3 more each April from 2025 to 2027`,
        currency: "SGD",
        on: "transfer",
      },
      rates("2024-04-01", abroad(6)),
      rates("2025-04-01", abroad(9)),
      rates("2026-04-01", abroad(12)),
      rates("2027-04-01", abroad(15), "2028-03-31"),
    ),
    published(
      { code: "OP", name: "aviation levy", source: changiSource, currency: "SGD" },
      rates("2022-11-01", abroad(8)),
      rates("2027-04-01", abroad(10)),
    ),
    ...(
      [
        ["departure", 10.8],
        ["transfer", 3],
      ] as const
    ).map(([on, amount]) =>
      published(
        {
          code: "L7",
          name: "airport development levy",
          source:
            "Ministry of Transport and CAAS, 28 February 2018; https://www.channelnewsasia.com/news/singapore/changi-airport-new-fee-t5-terminal-5-passengers-9999526",
          currency: "SGD",
          on,
        },
        rates("2018-07-01", abroad(amount)),
      ),
    ),
    approximate(
      {
        code: "E9",
        name: "sustainable aviation fuel levy",
        source:
          "CAAS, 10 November 2025, table 1: by the next destination; https://www.caas.gov.sg/who-we-are/newsroom/Detail/new-SAF-levy-to-apply-from-1-apr-2026-for-flights-departing-from-1-oct-2026; deferred from October 2026 to 2027, of which no source read names the day: https://hype.aero/cluster/singapore-delays-world-first-saf-passenger-levy-and-cleaner-fuel-mandate-to-2027/b478bc65-e3aa-466c-af73-87feb7307521/; code from https://www.travelextra.ie/singapore-to-introduce-e9-saf-tax-from-october-2026/",
        currency: "SGD",
      },
      rates("2027-01-01", [
        { to: { countries: southeastAsia }, amount: fuelLevy(1) },
        { to: { countries: `${northeastAsia} ${southAsia} AU PG` }, amount: fuelLevy(2.8) },
        { to: { countries: americas }, amount: fuelLevy(10.4) },
        { to: "international", amount: fuelLevy(6.4) },
      ]),
    ),
  ],
};

/** Airports of Airports of Thailand. */
const aotAirports = "BKK DMK HKT CNX HDY CEI";

const thailand: CountryTaxes = {
  levies: [
    published(
      {
        code: "TS",
        name: "passenger service",
        source:
          "Airports of Thailand, six airports: THB 1,120 from 2026-06-20, THB 130 within Thailand; https://www.nationthailand.com/business/corporate/40062778",
        currency: "THB",
        airports: aotAirports,
      },
      rates("2024-04-01", domesticAndAbroad(130, 730)),
      rates("2026-06-20", domesticAndAbroad(130, 1120)),
    ),
    approximate(
      {
        code: "TS",
        name: "passenger service",
        source: `${unchecked} (Bangkok Airways' airports)`,
        currency: "THB",
        airports: "USM",
      },
      rates("2026-01-01", domesticAndAbroad(300, 700)),
    ),
    published(
      {
        code: "TS",
        name: "passenger service",
        source:
          "Department of Airports, six airports from October 2025; https://www.nationthailand.com/news/general/40056042",
        currency: "THB",
        airports: "KBV URT UBP KKC NST PHS",
      },
      rates("2019-01-01", domesticAndAbroad(50, 400)),
      rates("2025-10-01", domesticAndAbroad(75, 425)),
    ),
    published(
      {
        code: "TS",
        name: "passenger service",
        source:
          "Department of Airports, all other airports; https://flug.check24.de/news/thailand-anhebung-flughafengebuehr-64899 and https://www.nationthailand.com/news/general/40056042",
        currency: "THB",
        exceptAirports: `${aotAirports} USM KBV URT UBP KKC NST PHS`,
      },
      rates("2019-01-01", domesticAndAbroad(50, 400)),
    ),
    ...(["departure", "arrival"] as const).flatMap((on) => [
      published(
        {
          code: "E7",
          name: "advance passenger processing",
          source:
            "Airports of Thailand, from 1 December 2015, on departure and on arrival; http://www.thaich.net/news/20151117a.htm",
          currency: "THB",
          airports: aotAirports,
          on,
        },
        rates("2015-12-01", abroad(35)),
      ),
      published(
        {
          code: "G8",
          name: "international arrival and departure",
          source:
            "Civil Aviation Authority of Thailand, for each flight, by Japan Airlines; http://www.th.jal.com/thl/cms/contents/ja/jal_news_008495.html",
          currency: "THB",
          on,
        },
        rates("2016-11-01", abroad(15)),
      ),
    ]),
  ],
};

const malaysianCharges =
  "Malaysian Aviation Commission, 12 March 2024, charges of 1 June 2024 to 31 December 2026 (Kuala Lumpur: terminal 1; terminal 2 as elsewhere); https://www.mavcom.my/en/2024/03/12/mavcom-announces-revisions-to-the-aviation-services-charges-asc/ and https://traicy.com/?p=293062";

function malaysianService(
  on: "departure" | "transfer",
  where: Pick<Levy, "airports" | "exceptAirports">,
  amounts: readonly [number, number],
): Levy {
  return published(
    { code: "MY", name: "passenger service", source: malaysianCharges, currency: "MYR", on, ...where },
    rates("2024-06-01", domesticAndAbroad(...amounts), "2026-12-31"),
  );
}

const malaysia: CountryTaxes = {
  levies: [
    malaysianService("departure", { airports: "KUL" }, [11, 73]),
    malaysianService("departure", { airports: "JHB" }, [16, 50]),
    malaysianService("departure", { exceptAirports: "KUL JHB" }, [11, 50]),
    malaysianService("transfer", { airports: "KUL" }, [7, 42]),
    malaysianService("transfer", { airports: "JHB" }, [10, 29]),
    malaysianService("transfer", { exceptAirports: "KUL JHB" }, [7, 29]),
    law(
      {
        code: "G1",
        name: "departure levy",
        source:
          "Departure Levy (Rate of Departure Levy) Order 2019, by https://www.channelnewsasia.com/news/asia/malaysia-departure-levy-outbound-travellers-rm8-rm150-11776074; code from https://blog.leisureholidays.com/departure-tax-to-be-imposed-from-01-september-2019/",
        currency: "MYR",
        exempt: { under: 2, source: "Departure Levy exemption order 2019: under 24 months" },
      },
      rates("2019-09-01", byCountry(aseanExceptMalaysia, { economy: 8, business: 50 }, { economy: 20, business: 150 })),
    ),
    published(
      {
        code: null,
        name: "regulatory service charge",
        source:
          "Malaysian Aviation Commission: MYR 1 from 2018; https://www.channelnewsasia.com/news/asia/travellers-departing-malaysian-airports-to-pay-rm1-levy-from-9124726",
        currency: "MYR",
      },
      rates("2018-05-01", [{ to: "any", amount: 1 }]),
    ),
  ],
};

const surabayaAndSolo =
  "Angkasa Pura I, Surabaya and Solo, https://travel.tribunnews.com/2016/10/20/airport-tax-tarif-domestik-di-surabaya-rp-90000-di-solo-jadi-rp-50000";
const angkasaPura2014 =
  "Angkasa Pura I, five airports, https://m.tribunnews.com/amp/bisnis/2014/03/28/1-april-airport-tax-lima-bandara-naik";
const pekanbaru2014 =
  "Angkasa Pura II, three airports, https://ekbis.sindonews.com/berita/864883/34/airport-tax-tiga-bandara-ini-segera-naik";

/** Airports whose newest charge that was found is that of 2009. */
const airportsOf2009 = "PLM PDG BTJ HLP PNK BDO";
const angkasaPura2009 =
  "Angkasa Pura II, ten airports from 1 March 2009, https://www.mail-archive.com/binusnet@yahoogroups.com/msg11157.html and https://www.viva.co.id/berita/metro/35140-airport-tax-internasional-rp-150-ribu-berlaku";

const indonesia: CountryTaxes = {
  levies: [
    ...(
      [
        [
          "CGK",
          "2018-03-01",
          230_000,
          "Angkasa Pura II, terminal 3; https://m.tribunnews.com/bisnis/2018/02/14/tarif-airport-tax-penumpang-internasional-di-terminal-3-soekarno-hatta-naik-mulai-bulan-depan",
        ],
        [
          "DPS",
          "2021-11-01",
          240_000,
          "Angkasa Pura I; https://nusabali.com/berita/121310/airport-tax-di-bandara-ngurah-rai-tetap-tarif-lama",
        ],
        [
          "LOP",
          "2022-07-16",
          250_860,
          "Charges of 13 airports, https://amp.kontan.co.id/news/airport-tax-di-13-bandara-alami-kenaikan-catat-daftarnya",
        ],
        [
          "MDC",
          "2022-07-16",
          202_020,
          "Charges of 13 airports, https://amp.kontan.co.id/news/airport-tax-di-13-bandara-alami-kenaikan-catat-daftarnya",
        ],
        [
          "KOE AMQ",
          "2022-07-16",
          175_000,
          "Charges of 13 airports, https://amp.kontan.co.id/news/airport-tax-di-13-bandara-alami-kenaikan-catat-daftarnya",
        ],
        [
          "KNO",
          "2022-08-01",
          266_400,
          "Angkasa Pura II: IDR 240,000 before the value-added tax of 11 %, https://ekonomi.bisnis.com/read/20220719/98/1556537/ingat-airport-tax-di-6-bandara-ap-ii-naik-ini-daftar-dan-tarifnya",
        ],
        [
          "YIA",
          "2020-10-23",
          225_000,
          "Airport of Yogyakarta, https://origin.kompas.tv/regional/118218/penumpang-pesawat-dari-bandara-yogyakarta-kini-bebas-airport-tax-kok-bisa",
        ],
        [
          "BTH",
          "2016-10-27",
          200_000,
          "Airport of Batam, http://wartaekonomi.co.id/read/2016/10/26/117894/akhirnya-tarif-airport-tax-hang-nadim-batam-naik-mulai-27-oktober.html",
        ],
        [
          "SRG",
          "2020-01-25",
          210_000,
          "Angkasa Pura I, Semarang, https://semarang.bisnis-cdn.com/read/20200117/536/1191260/airport-tax-bandara-ahmad-yani-naik-per-25-januari",
        ],
        ["SUB", "2016-11-01", 210_000, surabayaAndSolo],
        ["SOC", "2016-11-01", 125_000, surabayaAndSolo],
        ["BPN", "2014-04-01", 200_000, angkasaPura2014],
        ["UPG", "2014-04-01", 150_000, angkasaPura2014],
        ["PKU", "2014-05-19", 150_000, pekanbaru2014],
        ["TNJ", "2014-05-19", 100_000, pekanbaru2014],
        ["PLM PDG BTJ", "2009-03-01", 100_000, angkasaPura2009],
        ["HLP", "2009-03-01", 80_000, angkasaPura2009],
        ["PNK BDO", "2009-03-01", 75_000, angkasaPura2009],
      ] as const
    ).map(([airports, from, amount, source]) =>
      published(
        { code: "D5", name: "passenger service, international", source, currency: "IDR", airports },
        rates(from, abroad(amount)),
      ),
    ),
    approximate(
      {
        code: "D5",
        name: "passenger service, international",
        source: `${unchecked}: the charge of the larger airports`,
        currency: "IDR",
        exceptAirports: `CGK DPS LOP MDC KOE AMQ KNO YIA BTH SRG SUB SOC BPN UPG PKU TNJ ${airportsOf2009}`,
      },
      rates("2026-01-01", abroad(210_000)),
    ),
    approximate(
      {
        code: "D5",
        name: "passenger service, international, rise since 2009",
        source: unchecked,
        currency: "IDR",
        airports: airportsOf2009,
      },
      rates("2026-01-01", abroad(75_000)),
    ),
    published(
      {
        code: null,
        name: "passenger service, domestic",
        source:
          "Charges of 13 airports, https://amp.kontan.co.id/news/airport-tax-di-13-bandara-alami-kenaikan-catat-daftarnya",
        currency: "IDR",
        airports: "SUB UPG BPN",
      },
      rates("2022-07-16", atHome(119_880)),
    ),
    approximate(
      {
        code: null,
        name: "passenger service, domestic",
        source:
          "Terminal 3 of Jakarta in 2018: IDR 130,000, https://tirto.id/airport-tax-naik-harga-tiket-garuda-rute-internasional-kena-imbas-cEPW; Bali IDR 120,000, https://nusabali.com/berita/121310/airport-tax-di-bandara-ngurah-rai-tetap-tarif-lama",
        currency: "IDR",
        exceptAirports: "SUB UPG BPN",
      },
      rates("2026-01-01", atHome(120_000)),
    ),
  ],
};

const philippineNote =
  "the travel tax of PHP 1,620 or 2,700 is left out: it is due by citizens and residents of the Philippines only";

const philippineAuthority =
  "Civil Aviation Authority of the Philippines, charges of its airports from 21 April 2025; https://smninewschannel.com/mas-mataas-na-service-fee-sa-mga-paliparan-ng-caap-epektibo-na-simula-kahapon-abril-21 and https://thecitypost.net/?p=8690";
const philippineInternationalAirports = "TAG ILO KLO LAO PPS";
const privatePhilippineAirports = "MPH CGY";

const philippines: CountryTaxes = {
  levies: [
    ...(
      [
        [
          "MNL",
          390,
          950,
          "2025-09-14",
          "Manila International Airport Authority, Revised Administrative Order 1 (2024); https://www.sunstar.com.ph/manila/naia-terminal-fees-to-rise-in-september",
        ],
        [
          "CEB",
          365,
          1030,
          "2024-11-01",
          "Table of New NAIA Infra Corp., https://tribune.net.ph/2025/09/14/naia-terminal-fee-hike-takes-effect",
        ],
        [
          "DVO",
          350,
          900,
          "2025-09-14",
          "Table of New NAIA Infra Corp., https://tribune.net.ph/2025/09/14/naia-terminal-fee-hike-takes-effect",
        ],
        [
          "CRK",
          150,
          600,
          "2021-01-01",
          "Passenger service charges of the Philippines, https://airtravelinfo.kr/wiki/index.php?diff=prev&oldid=56461&title=LI; within the country https://www.rappler.com/business/215644-naia-terminal-fee-to-increase-april-2019",
        ],
      ] as const
    ).flatMap(([airports, domestic, international, from, source]) => [
      published(
        {
          code: "LI",
          name: "passenger service, international",
          source: `${source}; ${philippineNote}`,
          currency: "PHP",
          airports,
          exempt: {
            under: 2,
            source:
              "Manila International Airport Authority, https://www.sunstar.com.ph/manila/naia-terminal-fees-to-rise-in-september",
          },
        },
        rates(from, abroad(international)),
      ),
      published(
        { code: null, name: "passenger service, domestic", source, currency: "PHP", airports },
        rates(from, atHome(domestic)),
      ),
    ]),
    published(
      {
        code: "LI",
        name: "passenger service, international",
        source: `${philippineAuthority}; ${philippineNote}`,
        currency: "PHP",
        exceptAirports: `MNL CEB DVO CRK ${privatePhilippineAirports}`,
        exempt: { under: 2, source: philippineAuthority },
      },
      rates("2025-04-21", abroad(900)),
    ),
    published(
      {
        code: null,
        name: "passenger service, domestic",
        source: philippineAuthority,
        currency: "PHP",
        airports: philippineInternationalAirports,
        exempt: { under: 2, source: philippineAuthority },
      },
      rates("2025-04-21", atHome(350)),
    ),
    approximate(
      {
        code: "LI",
        name: "passenger service, international",
        source: unchecked,
        currency: "PHP",
        airports: privatePhilippineAirports,
      },
      rates("2026-01-01", abroad(700)),
    ),
    approximate(
      {
        code: null,
        name: "passenger service, domestic",
        source: `PHP 100 to 300 by class of airport, ${philippineAuthority}`,
        currency: "PHP",
        exceptAirports: `MNL CEB DVO CRK ${philippineInternationalAirports}`,
      },
      rates("2026-01-01", atHome(200)),
    ),
  ],
};

const vietnamesePrices =
  "Vietnam Airlines, charges of Vietnamese airports in 2018 by the Ministry of Transport; https://a2ztravel.com.vn/d-ieu-chinh-phi-san-bay-tu-ngay-01012018/; children of 2 to 11 pay half";

/** Airports of groups A and C of the Ministry of Transport; all others are in group B. */
const [groupA, groupC] = ["HAN DAD SGN CXR HPH VII VCA PQC DLI HUI BMV", "VCS DIN CAH VKG"];

const vietnam: CountryTaxes = {
  levies: [
    ...(
      [
        ["HAN", 25],
        ["SGN DAD", 20],
        ["PQC", 18],
        ["VCA", 16],
        ["DLI HPH VII", 14],
      ] as const
    ).map(([airports, amount]) =>
      published(
        { code: "JC", name: "passenger service, international", source: vietnamesePrices, currency: "USD", airports },
        rates("2018-01-01", abroad(amount)),
      ),
    ),
    published(
      {
        code: "JC",
        name: "passenger service, international",
        source:
          "Cam Ranh from 2025-02-15, https://airtravelinfo.kr/wiki/index.php?diff=61284&oldid=61277&title=JC; children pay half",
        currency: "USD",
        airports: "CXR",
      },
      rates("2018-01-01", abroad(14)),
      rates("2025-02-15", abroad(20)),
    ),
    published(
      {
        code: "JC",
        name: "passenger service, international",
        source: vietnamesePrices,
        currency: "USD",
        exceptAirports: "HAN SGN DAD PQC VCA DLI HPH VII CXR",
      },
      rates("2018-01-01", abroad(8)),
    ),
    published(
      { code: "C4", name: "passenger and baggage security", source: vietnamesePrices, currency: "USD" },
      rates("2017-10-01", abroad(2)),
    ),
    ...(
      [
        [{ airports: groupA }, 100_000],
        [{ airports: groupC }, 60_000],
        [{ exceptAirports: `${groupA} ${groupC}` }, 80_000],
      ] as const
    ).map(([where, service]) =>
      published(
        {
          code: "AX",
          name: "passenger service and security, domestic",
          source: `${vietnamesePrices}; with VND 20,000 for security; code from https://www.otoa.com/support/city_ns_detail.php?area=B&country=VN&city=HAN&ns=1&code=23532`,
          currency: "VND",
          ...where,
        },
        rates("2018-07-01", atHome(service + 20_000)),
      ),
    ),
  ],
};

const cambodia: CountryTaxes = {
  levies: [
    published(
      {
        code: "KX",
        name: "passenger service",
        source:
          "Council of Ministers of Cambodia, 11 September 2023: USD 30 (citizens 23, children under 12 18), USD 6 within Cambodia; https://nordot.app/1079448223705399639?c=388701204576175201",
        currency: "USD",
      },
      rates("2023-09-01", domesticAndAbroad(6, 30), "2028-09-01"),
    ),
  ],
};

const myanmar: CountryTaxes = {
  levies: [
    published(
      {
        code: "MM",
        name: "passenger service",
        source:
          "Yangon and Naypyidaw from July 2016; https://www.asiatravelnote.com/2016/06/09/airports_in_myanmar_to_hike_airport_tax.php; code from https://www.hkexpress.com/en-hk/plan/our-fares/tax-categories",
        currency: "USD",
        airports: "RGN NYT",
      },
      rates("2016-07-01", abroad(20)),
    ),
    published(
      {
        code: "MM",
        name: "passenger service",
        source: "Departure tax of Mandalay in about 2011; http://www.hotels-myanmar.com/mandalay/airport.htm",
        currency: "USD",
        airports: "MDL",
      },
      rates("2011-01-01", abroad(10)),
    ),
    approximate(
      {
        code: "MM",
        name: "passenger service, rise since 2011",
        source: unchecked,
        currency: "USD",
        airports: "MDL",
      },
      rates("2026-01-01", abroad(5)),
    ),
    approximate(
      { code: "MM", name: "passenger service", source: unchecked, currency: "USD", exceptAirports: "RGN NYT MDL" },
      rates("2026-01-01", abroad(15)),
    ),
  ],
};

const brunei: CountryTaxes = {
  levies: [
    published(
      {
        code: null,
        name: "departure tax",
        source:
          "Wikipedia, Departure tax, copy of October 2018; https://kiwix.casplantje.nl/wikipedia_en_all_maxi_2018-10/A/Departure_tax.html",
        currency: "BND",
      },
      rates("2018-10-01", byCountry("ID MY PH", 5, 12)),
    ),
  ],
};

const laos: CountryTaxes = {
  levies: [
    published(
      {
        code: null,
        name: "departure tax",
        source:
          "Airports of Laos (undated): USD 10 in the ticket; https://lifeseasiamagazine.com/transportationtravel/transportationtravel-laos-in-the-works/travel-transportation-airports-laos",
        currency: "USD",
        airports: "VTE",
      },
      rates("2012-01-01", abroad(10)),
    ),
    approximate(
      { code: null, name: "passenger service", source: unchecked, currency: "USD", airports: "VTE" },
      rates("2026-01-01", domesticAndAbroad(2, 2)),
    ),
    approximate(
      { code: null, name: "passenger service", source: unchecked, currency: "USD", exceptAirports: "VTE" },
      rates("2026-01-01", domesticAndAbroad(2, 12)),
    ),
  ],
};

const timorLeste: CountryTaxes = {
  levies: [
    approximate(
      { code: null, name: "passenger service", source: unchecked, currency: "USD" },
      rates("2026-01-01", abroad(10)),
    ),
  ],
};

export const southeastAsianTaxes: TaxesByCountry = {
  BN: brunei,
  ID: indonesia,
  KH: cambodia,
  LA: laos,
  MM: myanmar,
  MY: malaysia,
  PH: philippines,
  SG: singapore,
  TH: thailand,
  TL: timorLeste,
  VN: vietnam,
};
