import type { CountryTaxes, Levy, LevyZone } from "../../levy.ts";
import {
  approximate,
  domesticAndAbroad,
  everywhere,
  law,
  published,
  rates,
  toCountries,
  unchecked,
} from "../make-levy.ts";
import { europeanUnion, overseas, unitedKingdomAndDependencies } from "./country-lists.ts";

const continent = `${europeanUnion} ${unitedKingdomAndDependencies} AD AL BA BY CH FO IS LI MC MD ME MK NO RS SJ SM UA VA XK`;

/** Countries of the low Norwegian rate with their territories, those of France and Greenland excepted. */
const norwegianEurope = `${continent} ${overseas.netherlands} ${overseas.unitedKingdom}`;

/** Airports of Russia east of the Ural that have flights abroad or many within Russia. */
const eastOfUral =
  "OVB KJA IKT VVO KHV YKS UUS PKC GDX HTA UUD BQS ABA BAX BTK DYR KEJ MJZ NJC NOJ NSK OMS PWE SGC SLY TOF NUX NYM TJM HMA CEK SVX MQF KRO";

function norwegian(low: number, high: number): LevyZone[] {
  return [
    { to: { airports: eastOfUral }, amount: high },
    { to: { countries: `${norwegianEurope} RU` }, amount: low },
    { to: "any", amount: high },
  ];
}

const avinor = [
  published(
    {
      code: null,
      name: "passenger charge",
      source:
        "Avinor, aviation charges of 2017 and 2018, without the value added tax of domestic flights, https://avinor.no/en/corporate/airlines/aviation-charges/",
      currency: "NOK",
    },
    rates("2017-01-01", everywhere(49), "2017-12-31"),
    rates("2018-01-01", everywhere(48), "2018-12-31"),
  ),
  published(
    {
      code: null,
      name: "security charge",
      source:
        "Avinor, charges of 2016 and 2017, without the value added tax of domestic flights, https://avinor.no/konsern/flyselskap/avgifter/",
      currency: "NOK",
    },
    rates("2016-01-01", everywhere(56), "2016-12-31"),
    rates("2017-01-01", everywhere(65), "2017-12-31"),
  ),
];

export const norway: CountryTaxes = {
  levies: [
    law(
      {
        code: null,
        name: "air passenger tax",
        source:
          "Stortingets vedtak om særavgifter, avgift på flyging av passasjerer, § 1 (NOK 61 and 350 for 2026, as quoted in a public repository, read in a code index without address); countries and rates of 2025: Norwegian Tax Administration, https://www.skatteetaten.no/satser/flypassasjeravgift/. Value added tax on domestic travel is not included",
        currency: "NOK",
        exempt: { under: 2, source: "Norwegian Air, 2016, https://pastebin.com/xeP9c7hu: children under 2" },
      },
      rates("2025-01-01", norwegian(60, 342), "2025-12-31"),
      rates("2026-01-01", norwegian(61, 350), "2026-12-31"),
    ),
    ...avinor,
  ],
};

/** No air passenger tax is due on flights from Svalbard. */
export const svalbard: CountryTaxes = {
  levies: avinor,
};

/** Destinations with the lowest Danish rate: Europe with the territories of Denmark. */
const danishEurope = `${continent} GL`;

const danishMiddle =
  "AE AF AM AZ BF BH BJ CA CF CI CM CV DJ DZ EG ER ET GA GE GH GM GN GQ GW IL IN IQ IR JO KG KW KZ LB LR LY MA ML MR NE NG OM PK PM PS QA RU SA SD SL SN SS SY TD TG TJ TM TN TR US UZ YE";

function danish(near: number, between: number, far: number): LevyZone[] {
  return [{ to: { countries: danishEurope }, amount: near }, ...toCountries(danishMiddle, between, far)];
}

const danishAirports =
  "check-in.dk, passenger charges of 2010 by Amadeus, https://check-in.dk/saa-meget-betaler-du-i-passagerafgift/";

function departureCharge(airports: string, domestic: number, abroad: number): Levy {
  return published(
    {
      code: "ZO",
      name: "passenger service charge",
      source: `${danishAirports}; Copenhagen's charges are DKK 217 per passenger with take-off in 2024 to 2027: https://flightchic.com/2023/09/04/copenhagen-airport-and-major-airlines-agree-on-airport-charges/`,
      currency: "DKK",
      airports,
    },
    rates("2010-01-01", domesticAndAbroad(domestic, abroad), "2010-12-31"),
  );
}

export const denmark: CountryTaxes = {
  levies: [
    law(
      {
        code: null,
        name: "air passenger tax",
        source:
          "Lov om passagerafgift på flyrejser, § 3, https://tax.dk/jv/ea/E_A_11_5.htm; § 2: children under 2 and transfers within 24 hours are exempt. Its annexes were not found: the middle rate covers the United States and Canada (https://www.bt.dk/rejser/vedtaget-nu-er-det-sidste-sommer-uden-ekstra-klimaregning-paa-flyrejser) and here all countries whose capital is up to 6,000 km from Copenhagen",
        currency: "DKK",
        exempt: {
          under: 2,
          source: "Lov om passagerafgift på flyrejser, § 2(2)(3), https://elov.dk/lov-om-passagerafgift-pa-flyrejser",
        },
      },
      rates("2025-01-01", danish(30, 250, 300), "2025-12-31"),
      rates("2026-01-01", danish(30, 260, 320), "2026-12-31"),
      rates("2027-01-01", danish(30, 270, 340), "2027-12-31"),
      rates("2028-01-01", danish(40, 280, 350), "2028-12-31"),
    ),
    law(
      {
        code: null,
        name: "safety charge",
        source:
          "Danish Air Navigation Act, section 148 (rate of 2021), https://www.cph.dk/en/cph-business/aviation/charges-and-slot/prm-tnc-and-safety",
        currency: "DKK",
        exempt: { under: 2, source: "Danish Air Navigation Act, section 148(2)" },
      },
      rates("2021-01-01", everywhere(4.75)),
    ),
    published(
      {
        code: "ZO",
        name: "passenger service charge for transfers",
        source:
          "fare display WAW–AMS by Copenhagen in SAR in the test data of a public repository (2022 or 2024), read in a code index without address",
        currency: "DKK",
        airports: "CPH",
        on: "transfer",
      },
      rates("2022-01-01", everywhere(124)),
    ),
    departureCharge("CPH", 74, 155),
    departureCharge("BLL", 96, 96),
    departureCharge("AAL", 103, 103),
    departureCharge("AAR", 125, 125),
    departureCharge("EBJ", 113, 90),
    departureCharge("KRP", 115, 115),
    departureCharge("SGD", 125, 100),
    departureCharge("RNN", 0, 100),
    approximate(
      {
        code: "ZO",
        name: "passenger service and security charge",
        source: `average of all airports: ${danishAirports}`,
        currency: "DKK",
        exceptAirports: "AAL AAR BLL CPH EBJ KRP RNN SGD",
      },
      rates("2026-01-01", domesticAndAbroad(92, 102)),
    ),
  ],
};

export const faroeIslands: CountryTaxes = {
  levies: [
    approximate(
      { code: null, name: "passenger charge", source: unchecked, currency: "DKK" },
      rates("2026-01-01", everywhere(120)),
    ),
  ],
};

const landvetter =
  "Swedavia, 20 May 2016, https://www.swedavia.se/om-swedavia/nyheter/swedavias-prislista-for-flygplatsavgifter-2016-uppdaterad/; the list applied until 2018: https://www.swedavia.se/om-swedavia/nyheter/swedavias-flygplatsavgifter-sanks-med-05--under-2018/";

/**
 * The aviation tax (flygskatt) ended on 1 July 2025:
 * https://www.riksdagen.se/sv/dokument-och-lagar/dokument/svensk-forfattningssamling/forordning-2024924-om-faststallande-av_sfs-2024-924
 */
export const sweden: CountryTaxes = {
  levies: [
    approximate(
      { code: "YA", name: "passenger and security charge", source: unchecked, currency: "SEK", airports: "ARN" },
      rates("2026-01-01", domesticAndAbroad(140, 180)),
    ),
    published(
      { code: "YA", name: "passenger charge", source: landvetter, currency: "SEK", airports: "GOT" },
      rates("2016-04-16", [{ to: "international", amount: 69 }], "2017-12-31"),
    ),
    published(
      {
        code: "YA",
        name: "passenger charge for transfers",
        source: landvetter,
        currency: "SEK",
        airports: "GOT",
        on: "transfer",
      },
      rates("2016-04-16", [{ to: "international", amount: 41 }], "2017-12-31"),
    ),
    approximate(
      { code: null, name: "security charge and rise since 2016", source: unchecked, currency: "SEK", airports: "GOT" },
      rates("2026-01-01", domesticAndAbroad(125, 81)),
    ),
    approximate(
      {
        code: "YA",
        name: "passenger and security charge",
        source: unchecked,
        currency: "SEK",
        exceptAirports: "ARN GOT",
      },
      rates("2026-01-01", domesticAndAbroad(125, 150)),
    ),
  ],
};

const finavia2013 = "Lentoposti, 2013, http://lentoposti.fi/uutiset/finavia_korotti_maksujaan_vuoden_2013_alusta";
const finavia2018 =
  "Lentoposti, 2018, https://lentoposti.fi/uutiset/finavia_korottaa_matkustaja_ja_laskeutumismaksuja_kokonaiskustannukset_nousevat_21";

export const finland: CountryTaxes = {
  levies: [
    published(
      {
        code: "XU",
        name: "passenger charge",
        source: `${finavia2013} and ${finavia2018}`,
        airports: "HEL",
        currency: "EUR",
      },
      rates("2013-01-01", domesticAndAbroad(5.2, 8.26), "2013-12-31"),
      rates("2018-01-01", everywhere(8.2), "2018-12-31"),
    ),
    published(
      {
        code: "XU",
        name: "passenger charge for transfers",
        source: finavia2018,
        airports: "HEL",
        on: "transfer",
        currency: "EUR",
      },
      rates("2018-01-01", everywhere(3.9), "2018-12-31"),
    ),
    published(
      { code: "XU", name: "passenger charge", source: finavia2013, airports: "OUL RVN", currency: "EUR" },
      rates("2013-01-01", domesticAndAbroad(5.2, 8.26), "2013-12-31"),
    ),
    published(
      { code: "XU", name: "passenger charge", source: finavia2013, exceptAirports: "HEL OUL RVN", currency: "EUR" },
      rates("2013-01-01", domesticAndAbroad(4.92, 7.66), "2013-12-31"),
    ),
    published(
      { code: "XU", name: "security charge", source: finavia2013, currency: "EUR" },
      rates("2013-01-01", everywhere(4.3), "2013-12-31"),
    ),
  ],
};

const keflavik = "Túristi, June 2023, https://turisti.is/2023/06/tengifarthegar-greida-lika-varaflugvallargjald/";

/** Due once for each arrival, departure and change of planes. */
function alternateAirportFee(on: "departure" | "transfer" | "arrival"): Levy {
  return published(
    {
      code: null,
      name: "alternate airport fee",
      source: `${keflavik}, on the act of June 2023; domestic flights: not found, taken as free`,
      currency: "ISK",
      on,
      exempt: { under: 2, source: keflavik },
    },
    rates("2023-06-01", [{ to: "international", amount: 200 }]),
  );
}

export const iceland: CountryTaxes = {
  levies: [
    published(
      {
        code: null,
        name: "security charge",
        source: `${keflavik}: ISK 1,600 in summer, 1,400 in winter`,
        currency: "ISK",
        airports: "KEF",
      },
      rates("2023-06-01", everywhere(1600)),
    ),
    published(
      { code: null, name: "terminal charge", source: keflavik, currency: "ISK", airports: "KEF" },
      rates("2023-06-01", everywhere(1500)),
    ),
    published(
      {
        code: null,
        name: "terminal charge for transfers",
        source: keflavik,
        currency: "ISK",
        airports: "KEF",
        on: "transfer",
      },
      rates("2023-06-01", everywhere(750)),
    ),
    alternateAirportFee("departure"),
    alternateAirportFee("transfer"),
    alternateAirportFee("arrival"),
    approximate(
      { code: "IS", name: "airport service charge", source: unchecked, currency: "ISK", airports: "KEF" },
      rates("2026-01-01", domesticAndAbroad(1800, 1600)),
    ),
    approximate(
      { code: "IS", name: "airport service charge", source: unchecked, currency: "ISK", exceptAirports: "KEF" },
      rates("2026-01-01", domesticAndAbroad(1800, 4700)),
    ),
  ],
};
