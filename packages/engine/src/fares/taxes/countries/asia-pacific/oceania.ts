import type { CountryTaxes, TaxesByCountry } from "../../levy.ts";
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

const bothWays = ["departure", "arrival"] as const;

/** The newest amounts found; that tickets show WY on arrival too is in the second page. */
const australianSource =
  "China Airlines, notice of taxes of Sydney and Melbourne, 11 October 2018; https://www.settour.com.tw/fit/news/CI_20181011_2.html and https://airtravelinfo.kr/wiki/index.php?diff=prev&oldid=32813&title=%ED%95%AD%EA%B3%B5%EA%B6%8C_%EC%84%B8%EA%B8%88";

const australia: CountryTaxes = {
  levies: [
    law(
      {
        code: "AU",
        name: "passenger movement charge",
        source:
          "Passenger Movement Charge Act 1978, s. 6, as amended 2024; http://www.openaustralia.org.au/debates/?id=2024-02-07.17.1",
        currency: "AUD",
        exempt: { under: 12, source: "Passenger Movement Charge Collection Act 1978, s. 5(a)" },
      },
      rates("2017-07-01", abroad(60)),
      rates("2024-07-01", abroad(70)),
    ),
    ...bothWays.flatMap((on) => [
      ...(
        [
          ["SYD", "2019-07-01", 34.55],
          ["MEL", "2021-07-01", 24.9],
        ] as const
      ).map(([airports, from, amount]) =>
        published(
          { code: "WY", name: "passenger services", source: australianSource, currency: "AUD", airports, on },
          rates(from, abroad(amount)),
        ),
      ),
      approximate(
        {
          code: "WY",
          name: "passenger services",
          source: `${unchecked}; as in Melbourne by ${australianSource}`,
          currency: "AUD",
          exceptAirports: "SYD MEL",
          on,
        },
        rates("2026-01-01", abroad(25)),
      ),
    ]),
    published(
      { code: "WG", name: "airport safety and security", source: australianSource, currency: "AUD", airports: "MEL" },
      rates("2018-12-01", abroad(4)),
    ),
    approximate(
      { code: "QR", name: "domestic passenger service", source: unchecked, currency: "AUD" },
      rates("2026-01-01", atHome(15)),
    ),
  ],
  fareTax: fareTax({
    code: "UO",
    source: "A New Tax System (Goods and Services Tax) Act 1999",
    rate: 0.1,
    aboveRate: 0.1,
    domesticOnly: true,
  }),
};

const customsSource =
  "New Zealand Customs Service, border processing levies of 1 December 2024 to 30 June 2027; https://customs.govt.nz/personal/travel-to-and-from-nz/border-processing-levies";

const newZealand: CountryTaxes = {
  levies: [
    law(
      {
        code: null,
        name: "civil aviation safety and security levies",
        source:
          "Civil Aviation (Safety and Security) Levies Order 2002, cls. 5, 9, 10E and 10G, as amended 2025: NZD 3.92 and 10.91, abroad 3.92 and 22.30; https://demo.legislation.govt.nz/Regulations/2002/84/096be8ed81f700a2/LMS1437441 and https://aviation.govt.nz/about-us/media-releases/show/caa-confirms-increases-to-levies-fees-and-charges",
        currency: "NZD",
      },
      rates("2022-07-01", domesticAndAbroad(8.17, 14.72)),
      rates("2025-07-01", domesticAndAbroad(14.83, 26.22)),
    ),
    law(
      {
        code: null,
        name: "customs levy, departure",
        source: `Customs and Excise (Border Processing Levy) Order; ${customsSource}`,
        currency: "NZD",
      },
      rates("2024-12-01", abroad(3.62), "2027-06-30"),
    ),
    law(
      {
        code: null,
        name: "customs and biosecurity levies, arrival",
        source: `Border processing levy orders: NZD 13.04 and 16.92; ${customsSource}`,
        currency: "NZD",
        on: "arrival",
      },
      rates("2024-12-01", abroad(29.96), "2027-06-30"),
    ),
    ...bothWays.flatMap((on) => [
      approximate(
        {
          code: null,
          name: "passenger service",
          source:
            "The larger part of Auckland Airport's average charge of NZD 38.90 a passenger, landing included, in the financial years 2026 and 2027; https://aviationnews-online.com/public/article/auckland-international-cuts-passenger-fees-following-new-report-by-new-zealands-commerce-committee",
          currency: "NZD",
          airports: "AKL",
          on,
        },
        rates("2025-07-01", abroad(28), "2027-06-30"),
      ),
      approximate(
        {
          code: null,
          name: "passenger service",
          source: `NZD 12.50 at Christchurch in 2015, http://www.departure-gates.com/tag/wellington-airport/; today's amount is ${unchecked}`,
          currency: "NZD",
          exceptAirports: "AKL",
          on,
        },
        rates("2026-01-01", abroad(18)),
      ),
    ]),
  ],
};

const fiji: CountryTaxes = {
  levies: [
    law(
      {
        code: "FJ",
        name: "airport departure tax",
        source:
          "Airport Departure Tax Act 1986, FJD 200 from August 2025; https://www.fbcnews.com.fj/news/increase-in-departure-tax-carefully-considered-kamikamica/ and https://fijisun.com.fj/news/business/govt-weighs-departure-tax-cuts-in-low-tourism-season",
        currency: "FJD",
        exempt: {
          under: 12,
          source:
            "The Act exempted those under 16 in 1986, http://paclii.org/fj/legis/num_act/adta1986252; 12 today by general knowledge",
        },
      },
      rates("2024-08-01", abroad(170)),
      rates("2025-08-01", abroad(200)),
    ),
  ],
};

const caledonianSource =
  "Direction de l'aviation civile en Nouvelle-Calédonie, Comprendre son billet d'avion, 1 April 2024; https://aviation-civile.nc/passagers/comprendre-son-billet-d-avion";

const newCaledonia: CountryTaxes = {
  levies: [
    published(
      { code: "FR", name: "air transport tax, security", source: caledonianSource, currency: "XPF", airports: "NOU" },
      rates("2024-04-01", [{ to: "any", amount: 2172 }]),
    ),
    published(
      { code: "FR", name: "air transport tax, security", source: caledonianSource, currency: "XPF", airports: "GEA" },
      rates("2024-04-01", [{ to: "any", amount: 866 }]),
    ),
    published(
      { code: null, name: "passenger service", source: caledonianSource, currency: "XPF", airports: "NOU" },
      rates("2024-03-01", abroad(3393)),
    ),
  ],
};

const polynesianSource =
  "CIBS, A422-16 (tarif de sûreté et de sécurité, Polynésie française); https://lexbase.fr/texte-de-loi/code-des-impositions-sur-les-biens-et-servicesa42216/L9572M8Z.html";

/** Airports with other amounts than EUR 20, and those without the tax, of the article. */
const polynesianRates = [
  ["BOB", 5.95],
  ["RFP", 7.5],
  ["RGI", 12],
  ["PPT AXR FAV HOI HUH MKP XMH MAU MVT MOZ NHV AUQ RVV RMT RUR TIH GMR TUB AHE", 20],
] as const;

const frenchPolynesia: CountryTaxes = {
  levies: polynesianRates.map(([airports, amount]) =>
    law(
      { code: null, name: "air transport tax, security", source: polynesianSource, currency: "EUR", airports },
      rates("2024-01-01", [{ to: "any", amount }]),
    ),
  ),
};

const samoanSource =
  "Samoa Airport Authority (Fees, Charges and Levies) Amendment Regulations 2026; https://www.samoanews.com/regional/flights-samoa-cost-more-march-1st";

const samoa: CountryTaxes = {
  levies: [
    law(
      {
        code: null,
        name: "departure tax",
        source: `${samoanSource}: from 12 years`,
        currency: "WST",
        exempt: { under: 12, source: "The same; younger children pay a part by general knowledge" },
      },
      rates("2012-07-01", abroad(65)),
      rates("2026-03-01", abroad(80)),
    ),
    law(
      { code: null, name: "aerodrome facility charge", source: samoanSource, currency: "WST" },
      rates("2026-03-01", abroad(100)),
    ),
  ],
};

const palau: CountryTaxes = {
  levies: [
    law(
      {
        code: null,
        name: "environmental fee, arrival",
        source:
          "Palau National Marine Sanctuary Act, Pristine Paradise Environmental Fee of USD 100 in the ticket, in place of the departure tax; http://palauembassy.or.jp/blog/2017/12/ppef/embed/",
        currency: "USD",
        on: "arrival",
      },
      rates("2018-01-01", abroad(100)),
    ),
  ],
};

const cookIslands: CountryTaxes = {
  levies: [
    approximate(
      {
        code: null,
        name: "departure tax",
        source:
          "About USD 54 from July 2013, in tickets; https://amp.rnz.co.nz/article/b0da4c61-20c9-40ae-9741-aacbda3cfabf",
        currency: "USD",
      },
      rates("2013-07-01", abroad(54)),
    ),
  ],
};

const airNiugini =
  "Air Niugini by FlyTeam, here at 0.246 dollars per kina: facilities PGK 60 abroad from Port Moresby and 10 within the country; https://flyteam.jp/news/article/71488";

const papuaNewGuinea: CountryTaxes = {
  levies: [
    published(
      {
        code: null,
        name: "departure tax",
        source:
          "Papua New Guinea: PGK 114 from 1 January 2017, here at 0.246 dollars per kina; whether it still applies was not found; https://news.pngfacts.com/2017/07/concern-on-revised-departure-tax-in-png.html",
        currency: "USD",
      },
      rates("2017-01-01", abroad(28)),
    ),
    published(
      { code: null, name: "terminal facilities", source: airNiugini, currency: "USD", airports: "POM" },
      rates("2016-11-09", domesticAndAbroad(2.46, 14.76)),
    ),
    published(
      { code: null, name: "terminal facilities", source: airNiugini, currency: "USD", exceptAirports: "POM" },
      rates("2016-11-09", atHome(2.46)),
    ),
    ...bothWays.map((on) =>
      published(
        {
          code: null,
          name: "airside service",
          source:
            "Air Niugini by FlyTeam: PGK 10.70 on departure and arrival, here at 0.246 dollars per kina; https://flyteam.jp/news/article/78712",
          currency: "USD",
          on,
        },
        rates("2017-05-01", [{ to: "any", amount: 2.63 }]),
      ),
    ),
  ],
};

export const oceania: TaxesByCountry = {
  AU: australia,
  CK: cookIslands,
  FJ: fiji,
  NC: newCaledonia,
  NZ: newZealand,
  PF: frenchPolynesia,
  PG: papuaNewGuinea,
  PW: palau,
  WS: samoa,
};
