import type { CountryTaxes, Levy } from "../../levy.ts";
import { approximate, domesticAndAbroad, everywhere, law, published, rates, unchecked } from "../make-levy.ts";

const armenianTax =
  "Law on State Duty: AMD 10,000, about €20, not within 450 km and not under 12 years, https://www.eturbonews.com/17276/armenia-simplifies-air-travel-logistics; in force in 2022, with three years free for new destinations (not expressed here), https://www.armenpress.am/eng/news/1074037/";

export const armenia: CountryTaxes = {
  levies: [
    law(
      { code: null, name: "air tax", source: armenianTax, exempt: { under: 12, source: armenianTax }, currency: "EUR" },
      rates("2009-03-29", [
        { to: { withinKm: 450 }, amount: 0 },
        { to: "any", amount: 20 },
      ]),
    ),
    approximate(
      { code: "AM", name: "passenger charge", source: unchecked, currency: "EUR" },
      rates("2026-01-01", everywhere(15)),
    ),
  ],
};

export const azerbaijan: CountryTaxes = {
  levies: [
    approximate(
      { code: "AZ", name: "departure tax", source: unchecked, currency: "EUR" },
      rates("2026-01-01", domesticAndAbroad(5, 23)),
    ),
  ],
};

export const belarus: CountryTaxes = {
  levies: [
    published(
      {
        code: null,
        name: "airport development fee",
        source:
          "Council of Ministers, resolution 459 of 2014, in BelTA, https://news.21.by/economics/2014/05/17/927844.html (children under 12: half); whether it still applies was not found",
        currency: "USD",
        airports: "MSQ",
      },
      rates("2014-06-01", everywhere(5)),
    ),
    approximate(
      { code: "BY", name: "passenger charge", source: unchecked, currency: "EUR" },
      rates("2026-01-01", everywhere(9.7)),
    ),
  ],
};

function estonian(name: string, amount: number, airports: string, from: string): Levy {
  return published(
    {
      code: null,
      name,
      source:
        "ERR News, 14 November 2024, https://news.err.ee/1609521583/tallinn-airport-to-increase-passenger-fees, and Chatnews TV, https://chatnewstv.com/tallinn-airport-introduces-new-security-fee-raises-charges-for-passengers-with-special-needs",
      airports,
      currency: "EUR",
    },
    rates(from, everywhere(amount)),
  );
}

export const estonia: CountryTaxes = {
  levies: [
    estonian("security charge", 2.87, "TLL TAY", "2025-04-01"),
    estonian("security charge", 2.87, "EPU KDL URE", "2025-01-01"),
    estonian("reduced mobility charge", 0.48, "TLL TAY", "2025-04-01"),
    estonian("reduced mobility charge", 0.48, "EPU KDL URE", "2025-01-01"),
    approximate(
      { code: "EE", name: "passenger service charge", source: unchecked, currency: "EUR" },
      rates("2026-01-01", everywhere(9.65)),
    ),
  ],
};

export const georgia: CountryTaxes = {
  levies: [
    published(
      {
        code: null,
        name: "airport charge",
        source:
          "TAV Georgia to BPN, 2017: USD 24 from 1 March 2017 and 25 from 1 March 2023, http://www.bpn.ge/finansebi/25115-1-martidan-thblisis-saerthashoriso-aeroportis-mosakrebeli-izrdeba.html?lang=ka-GE",
        currency: "USD",
        airports: "TBS",
      },
      rates("2017-03-01", [{ to: "international", amount: 24 }], "2023-02-28"),
      rates("2023-03-01", [{ to: "international", amount: 25 }]),
    ),
    approximate(
      { code: "GE", name: "airport tax", source: unchecked, currency: "EUR", airports: "TBS" },
      rates("2026-01-01", [{ to: "domestic", amount: 6 }]),
    ),
    approximate(
      { code: "GE", name: "airport tax", source: unchecked, currency: "EUR", exceptAirports: "TBS" },
      rates("2026-01-01", domesticAndAbroad(6, 20)),
    ),
  ],
};

export const latvia: CountryTaxes = {
  levies: [
    published(
      {
        code: null,
        name: "security charge",
        source:
          "ERR News, 14 November 2024: €5.96 in Latvia, https://news.err.ee/1609521583/tallinn-airport-to-increase-passenger-fees; Cabinet Regulation 823 of 2011, https://likumi.lv/ta/en/en/id/238465",
        airports: "RIX",
        exempt: {
          under: 2,
          source:
            "Riga Airport, https://www.riga-airport.com/en/news/airport-8-out-10-passengers-wont-even-notice-new-security-charging-procedure",
        },
        currency: "EUR",
      },
      rates("2024-11-14", everywhere(5.96)),
    ),
    approximate(
      { code: "LV", name: "passenger charge", source: unchecked, currency: "EUR" },
      rates("2026-01-01", everywhere(7)),
    ),
  ],
};

const vilnius =
  "Lithuanian Airports, charges of Vilnius from 2023, without value added tax, https://ltou.lt/lt/aviacines-paslaugos/oro-uostu-mokesciai-ir-bendrosios-salygos/vno";

export const lithuania: CountryTaxes = {
  levies: [
    published(
      { code: "LT", name: "passenger charge", source: vilnius, airports: "VNO", currency: "EUR" },
      rates("2023-01-01", everywhere(10.21)),
    ),
    published(
      {
        code: "LT",
        name: "passenger charge for transfers",
        source: vilnius,
        airports: "VNO",
        on: "transfer",
        currency: "EUR",
      },
      rates("2023-01-01", everywhere(2.91)),
    ),
    published(
      {
        code: null,
        name: "reduced mobility charge",
        source: `${vilnius}; due on arrival too, which is left out`,
        airports: "VNO",
        currency: "EUR",
      },
      rates("2023-01-01", everywhere(0.37)),
    ),
    approximate(
      { code: "LT", name: "passenger and security charge", source: unchecked, currency: "EUR", exceptAirports: "VNO" },
      rates("2026-01-01", everywhere(11)),
    ),
  ],
};

const chisinau =
  "Știri.md on the order of the Ministry of Infrastructure of 19 February 2026, https://stiri.md/article/economic/preturile-pentru-serviciile-aeroportuare-la-chisinau-nu-se-modifica-anul-acesta";

export const moldova: CountryTaxes = {
  levies: [
    published(
      { code: "MD", name: "passenger charge", source: chisinau, currency: "EUR" },
      rates("2026-02-19", everywhere(7)),
    ),
    published(
      { code: null, name: "security charge", source: chisinau, currency: "EUR" },
      rates("2026-02-19", everywhere(2.5)),
    ),
  ],
};

export const russia: CountryTaxes = {
  levies: [
    published(
      {
        code: "RI",
        name: "terminal use charge",
        source:
          "Vedomosti, 22 December 2025, on Russian airlines in terminals B, C and D in 2026 (foreign ones: USD 20.93), https://www.vedomosti.ru/business/news/2025/12/22/1165468-sheremetevo-s-2026",
        currency: "RUB",
        airports: "SVO",
      },
      rates("2025-01-01", domesticAndAbroad(296.76, 810.16), "2025-12-31"),
      rates("2026-01-01", domesticAndAbroad(326.44, 891.18)),
    ),
    published(
      {
        code: "RI",
        name: "terminal use charge",
        source:
          "Interfax, 3 March 2026, on Russian airlines (foreign ones: USD 13.13), https://www.interfax.ru/business/1075685",
        currency: "RUB",
        airports: "VKO",
      },
      rates("2025-03-01", domesticAndAbroad(172, 223), "2026-02-28"),
      rates("2026-03-01", domesticAndAbroad(193, 250)),
    ),
    published(
      {
        code: "RI",
        name: "terminal use charge",
        source:
          "Interfax by smart-lab, on Russian airlines after the rises of 2024 (foreign ones: USD 19), https://smart-lab.ru./tag/Air%20Arabia",
        currency: "RUB",
        airports: "DME",
      },
      rates("2025-01-01", domesticAndAbroad(245, 695)),
    ),
    published(
      {
        code: "RI",
        name: "terminal use charge",
        source:
          "Pitert.ru, without date, about 2011, on Russian airlines (foreign ones: EUR 8), http://www.pitert.ru/news/fst-peresmotrela-stavki-dlya-pulkovo-0",
        currency: "RUB",
        airports: "LED",
      },
      rates("2011-01-01", domesticAndAbroad(54, 71.6)),
    ),
    approximate(
      {
        code: null,
        name: "rise of the terminal use charge since 2011",
        source: unchecked,
        currency: "EUR",
        airports: "LED",
      },
      rates("2026-01-01", domesticAndAbroad(2.5, 8.2)),
    ),
    approximate(
      {
        code: "RI",
        name: "terminal use charge",
        source: unchecked,
        currency: "EUR",
        exceptAirports: "DME LED SVO VKO",
      },
      rates("2026-01-01", domesticAndAbroad(3, 9)),
    ),
  ],
};

export const ukraine: CountryTaxes = {
  levies: [
    approximate(
      { code: "UA", name: "passenger charge", source: unchecked, currency: "EUR" },
      rates("2026-01-01", domesticAndAbroad(5, 15)),
    ),
  ],
};
