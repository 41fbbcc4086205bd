import type { CountryTaxes, Levy, TaxesByCountry } from "../../levy.ts";
import { abroad, approximate, atHome, byCountry, law, published, rates, unchecked } from "../make-levy.ts";
import { centralAsia, northeastAsia, southAsia, southeastAsia } from "./regions.ts";

const china: CountryTaxes = {
  levies: (
    [
      ["departure", abroad(90)],
      ["boarding", atHome(50)],
    ] as const
  ).map(([on, zones]) =>
    law(
      {
        code: "CN",
        name: "civil aviation development fund",
        source:
          "Interim Measures on the Civil Aviation Development Fund (Ministry of Finance, 2012): CNY 50 a domestic flight, CNY 90 abroad with the tourism fund; http://yuzhongnet.com/hqcj/2012-04/17/content_15070447.htm",
        currency: "CNY",
        on,
        exempt: {
          under: 12,
          source: "The same: children up to 12 (with those of 12, whom this limit leaves out)",
        },
      },
      rates("2012-04-01", zones),
    ),
  ),
};

const hongKong: CountryTaxes = {
  levies: [
    law(
      {
        code: "HK",
        name: "air passenger departure tax",
        source:
          "Air Passenger Departure Tax Ordinance (cap. 140), schedule 1; https://www.news.gov.hk/eng/2025/06/20250611/20250611_153224_919.html",
        currency: "HKD",
        exempt: { under: 12, source: "Air Passenger Departure Tax Ordinance (cap. 140), schedule 2" },
      },
      rates("2004-01-01", abroad(120)),
      rates("2025-10-01", abroad(200)),
    ),
    ...(
      [
        ["departure", 90],
        ["transfer", 70],
      ] as const
    ).map(([on, shortHaul]) =>
      published(
        {
          code: "G3",
          name: "airport construction fee",
          source:
            "Airport Authority Hong Kong, airport construction fee by distance and class; http://www.everydayfoodilove.co/2016/06/airport-construction-fee-effective-on-1.html (long haul: the Americas, Europe, the Middle East, Africa and the Southwest Pacific; the rest of Asia is short haul)",
          currency: "HKD",
          on,
        },
        rates(
          "2016-08-01",
          byCountry(
            `${northeastAsia} ${southeastAsia} ${southAsia} ${centralAsia}`,
            { economy: shortHaul, business: 160 },
            { economy: 160, business: 180 },
          ),
        ),
      ),
    ),
    published(
      {
        code: "I5",
        name: "passenger security charge",
        source:
          "Airport Authority Hong Kong: HKD 65 from 2025, rising to 75 from 2027; https://frominsideasia.com/hong-kong-airport-passengers-departing-city-to-pay-more-in-security-fees-in-2025/ and https://airtravelinfo.kr/wiki/index.php?title=I5",
        currency: "HKD",
        on: "boarding",
      },
      rates("2021-01-01", abroad(55)),
      rates("2025-01-01", abroad(65)),
      rates("2027-01-01", abroad(75)),
    ),
  ],
};

const macau: CountryTaxes = {
  levies: [
    published(
      {
        code: null,
        name: "passenger service fee",
        source:
          "Macau International Airport, airport charges, by Executive Order 13/2013; http://macau-airport.com/ja/our-business/airlines/airport-charges",
        currency: "MOP",
        exempt: {
          under: 2,
          source: "Civil Aviation Authority of Macao, http://www.aacm.gov.mo/faq.php?pageid=69&lg=eng",
        },
      },
      rates("2013-04-24", abroad(110)),
    ),
    published(
      {
        code: null,
        name: "airport security fee",
        source:
          "Macau International Airport, airport charges; http://macau-airport.com/ja/our-business/airlines/airport-charges",
        currency: "MOP",
        on: "boarding",
        exempt: { under: 2, source: "The same page" },
      },
      rates("2013-04-24", abroad(30)),
    ),
  ],
};

const taiwan: CountryTaxes = {
  levies: [
    law(
      {
        code: "TW",
        name: "airport service fee",
        source:
          "Regulations for Collecting the Airport Service Fee of Outbound Passengers, arts. 2 and 3; https://law.moj.gov.tw/ENG/LawClass/LawAll.aspx?media=print&pcode=K0110005; for transfer passengers since 2023-03-31 by https://ocacnews.net/article/335030",
        currency: "TWD",
        on: "boarding",
        exempt: { under: 2, source: "The same regulations, art. 2 (3)" },
      },
      rates("2015-05-01", abroad(500)),
    ),
  ],
};

const korea: CountryTaxes = {
  levies: [
    // Tickets show it in BP, with the charge of the airport; it is separate here because it exempts other ages.
    law(
      {
        code: null,
        name: "departure contribution",
        source:
          "Tourism Promotion and Development Fund Act, contribution of KRW 7,000; the KRW 1,000 for global disease eradication ended in 2024: https://newsis.com/view/NISX20241231_0003016743",
        currency: "KRW",
        exempt: { under: 12, source: "The same, since July 2024: https://airtravelinfo.kr/air_news/1608813" },
      },
      rates("2024-07-01", abroad(8000)),
      rates("2025-01-01", abroad(7000)),
    ),
    ...koreanCharges("ICN GMP", 17_000),
    ...koreanCharges(null, 12_000),
    approximate(
      {
        code: "BP",
        name: "passenger service, transfer",
        source: unchecked,
        currency: "KRW",
        airports: "ICN",
        on: "transfer",
      },
      rates("2026-01-01", abroad(10_000)),
    ),
    ...(
      [
        [{ airports: "ICN" }, 5000],
        [{ exceptAirports: "ICN" }, 4000],
      ] as const
    ).map(([where, amount]) =>
      published(
        {
          code: "DA",
          name: "passenger service, domestic",
          source:
            "Ministry of Construction and Transportation, https://www.hankookilbo.com/News/Read/200212190011199488",
          currency: "KRW",
          ...where,
        },
        rates("2003-01-01", atHome(amount)),
      ),
    ),
  ],
};

/** International passenger service charge of Seoul's airports, or of all others (null). */
function koreanCharges(airports: string | null, amount: number): Levy[] {
  return [
    published(
      {
        code: "BP",
        name: "passenger service",
        source:
          "Airport charges of Korea, https://airtravelinfo.kr/wiki/index.php?diff=cur&oldid=54731&title=%EB%8C%80%ED%95%9C%EB%AF%BC%EA%B5%AD_%EA%B3%B5%ED%95%AD%EC%84%B8",
        currency: "KRW",
        ...(airports === null ? { exceptAirports: "ICN GMP" } : { airports }),
      },
      rates("2003-01-01", abroad(amount)),
    ),
  ];
}

const mongolianTariff =
  "Chinggis Khaan airport, tariffs: USD 25, transfers 12.5 (domestic MNT 5,500, not expressed here); https://archive.ulaanbaatar-airport.mn/une-tarif; by the concession of the new airport, http://www.okja.org/index.php?mid=asia_world&category=1345&document_srl=145054";

const mongolia: CountryTaxes = {
  levies: [
    published(
      { code: null, name: "passenger service", source: mongolianTariff, currency: "USD", airports: "UBN" },
      rates("2021-07-04", abroad(25)),
    ),
    published(
      { code: null, name: "transfer", source: mongolianTariff, currency: "USD", airports: "UBN", on: "transfer" },
      rates("2021-07-04", abroad(12.5)),
    ),
    approximate(
      { code: null, name: "passenger service", source: unchecked, currency: "USD", exceptAirports: "UBN" },
      rates("2026-01-01", abroad(25)),
    ),
  ],
};

export const eastAsia: TaxesByCountry = {
  CN: china,
  HK: hongKong,
  KR: korea,
  MN: mongolia,
  MO: macau,
  TW: taiwan,
};
