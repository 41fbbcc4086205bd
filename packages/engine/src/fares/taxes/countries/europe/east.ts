import type { CountryTaxes, Levy } from "../../levy.ts";
import { approximate, domesticAndAbroad, everywhere, levy, rates } from "./make-levy.ts";

const armenianTax =
  "Law on State Duty: AMD 10,000, about €20, not within 450 km and not under 12 years, https://www.eturbonews.com/17276/armenia-simplifies-air-travel-logistics; in force in 2022, with three years free for new destinations (not expressed here), https://www.armenpress.am/eng/news/1074037/";

export const armenia: CountryTaxes = {
  levies: [
    levy({
      code: null,
      name: "air tax",
      basis: "law",
      source: armenianTax,
      exempt: { under: 12, source: armenianTax },
      rates: [
        rates("2009-03-29", null, [
          { to: { withinKm: 450 }, amount: 0 },
          { to: "any", amount: 20 },
        ]),
      ],
    }),
    approximate("AM", "passenger charge", everywhere(15)),
  ],
};

export const azerbaijan: CountryTaxes = { levies: [approximate("AZ", "departure tax", domesticAndAbroad(5, 23))] };

export const belarus: CountryTaxes = {
  levies: [
    levy({
      code: null,
      name: "airport development fee",
      basis: "published",
      source:
        "Council of Ministers, resolution 459 of 2014, in BelTA, https://news.21.by/economics/2014/05/17/927844.html (children under 12: half); whether it still applies was not found",
      currency: "USD",
      airports: "MSQ",
      rates: [rates("2014-06-01", null, everywhere(5))],
    }),
    approximate("BY", "passenger charge", everywhere(9.7)),
  ],
};

function estonian(name: string, amount: number, airports: string, from: string): Levy {
  return levy({
    code: null,
    name,
    basis: "published",
    source:
      "ERR News, 14 November 2024, https://news.err.ee/1609521583/tallinn-airport-to-increase-passenger-fees, and Chatnews TV, https://chatnewstv.com/tallinn-airport-introduces-new-security-fee-raises-charges-for-passengers-with-special-needs",
    airports,
    rates: [rates(from, null, everywhere(amount))],
  });
}

export const estonia: CountryTaxes = {
  levies: [
    estonian("security charge", 2.87, "TLL TAY", "2025-04-01"),
    estonian("security charge", 2.87, "EPU KDL URE", "2025-01-01"),
    estonian("reduced mobility charge", 0.48, "TLL TAY", "2025-04-01"),
    estonian("reduced mobility charge", 0.48, "EPU KDL URE", "2025-01-01"),
    approximate("EE", "passenger service charge", everywhere(9.65)),
  ],
};

export const georgia: CountryTaxes = {
  levies: [
    levy({
      code: null,
      name: "airport charge",
      basis: "published",
      source:
        "TAV Georgia to BPN, 2017: USD 24 from 1 March 2017 and 25 from 1 March 2023, http://www.bpn.ge/finansebi/25115-1-martidan-thblisis-saerthashoriso-aeroportis-mosakrebeli-izrdeba.html?lang=ka-GE",
      currency: "USD",
      airports: "TBS",
      rates: [
        rates("2017-03-01", "2023-02-28", [{ to: "international", amount: 24 }]),
        rates("2023-03-01", null, [{ to: "international", amount: 25 }]),
      ],
    }),
    approximate("GE", "airport tax", [{ to: "domestic", amount: 6 }], { airports: "TBS" }),
    approximate("GE", "airport tax", domesticAndAbroad(6, 20), { exceptAirports: "TBS" }),
  ],
};

export const latvia: CountryTaxes = {
  levies: [
    levy({
      code: null,
      name: "security charge",
      basis: "published",
      source:
        "ERR News, 14 November 2024: €5.96 in Latvia, https://news.err.ee/1609521583/tallinn-airport-to-increase-passenger-fees; Cabinet Regulation 823 of 2011, https://likumi.lv/ta/en/en/id/238465",
      airports: "RIX",
      exempt: {
        under: 2,
        source:
          "Riga Airport, https://www.riga-airport.com/en/news/airport-8-out-10-passengers-wont-even-notice-new-security-charging-procedure",
      },
      rates: [rates("2024-11-14", null, everywhere(5.96))],
    }),
    approximate("LV", "passenger charge", everywhere(7)),
  ],
};

const vilnius =
  "Lithuanian Airports, charges of Vilnius from 2023, without value added tax, https://ltou.lt/lt/aviacines-paslaugos/oro-uostu-mokesciai-ir-bendrosios-salygos/vno";

export const lithuania: CountryTaxes = {
  levies: [
    levy({
      code: "LT",
      name: "passenger charge",
      basis: "published",
      source: vilnius,
      airports: "VNO",
      rates: [rates("2023-01-01", null, everywhere(10.21))],
    }),
    levy({
      code: "LT",
      name: "passenger charge for transfers",
      basis: "published",
      source: vilnius,
      airports: "VNO",
      on: "transfer",
      rates: [rates("2023-01-01", null, everywhere(2.91))],
    }),
    levy({
      code: null,
      name: "reduced mobility charge",
      basis: "published",
      source: `${vilnius}; due on arrival too, which is left out`,
      airports: "VNO",
      rates: [rates("2023-01-01", null, everywhere(0.37))],
    }),
    approximate("LT", "passenger and security charge", everywhere(11), { exceptAirports: "VNO" }),
  ],
};

const chisinau =
  "Știri.md on the order of the Ministry of Infrastructure of 19 February 2026, https://stiri.md/article/economic/preturile-pentru-serviciile-aeroportuare-la-chisinau-nu-se-modifica-anul-acesta";

export const moldova: CountryTaxes = {
  levies: [
    levy({
      code: "MD",
      name: "passenger charge",
      basis: "published",
      source: chisinau,
      rates: [rates("2026-02-19", null, everywhere(7))],
    }),
    levy({
      code: null,
      name: "security charge",
      basis: "published",
      source: chisinau,
      rates: [rates("2026-02-19", null, everywhere(2.5))],
    }),
  ],
};

export const russia: CountryTaxes = {
  levies: [
    levy({
      code: "RI",
      name: "terminal use charge",
      basis: "published",
      source:
        "Vedomosti, 22 December 2025, on Russian airlines in terminals B, C and D in 2026 (foreign ones: USD 20.93), https://www.vedomosti.ru/business/news/2025/12/22/1165468-sheremetevo-s-2026",
      currency: "RUB",
      airports: "SVO",
      rates: [
        rates("2025-01-01", "2025-12-31", domesticAndAbroad(296.76, 810.16)),
        rates("2026-01-01", null, domesticAndAbroad(326.44, 891.18)),
      ],
    }),
    levy({
      code: "RI",
      name: "terminal use charge",
      basis: "published",
      source:
        "Interfax, 3 March 2026, on Russian airlines (foreign ones: USD 13.13), https://www.interfax.ru/business/1075685",
      currency: "RUB",
      airports: "VKO",
      rates: [
        rates("2025-03-01", "2026-02-28", domesticAndAbroad(172, 223)),
        rates("2026-03-01", null, domesticAndAbroad(193, 250)),
      ],
    }),
    levy({
      code: "RI",
      name: "terminal use charge",
      basis: "published",
      source:
        "Interfax by smart-lab, on Russian airlines after the rises of 2024 (foreign ones: USD 19), https://smart-lab.ru./tag/Air%20Arabia",
      currency: "RUB",
      airports: "DME",
      rates: [rates("2025-01-01", null, domesticAndAbroad(245, 695))],
    }),
    levy({
      code: "RI",
      name: "terminal use charge",
      basis: "published",
      source:
        "Pitert.ru, without date, about 2011, on Russian airlines (foreign ones: EUR 8), http://www.pitert.ru/news/fst-peresmotrela-stavki-dlya-pulkovo-0",
      currency: "RUB",
      airports: "LED",
      rates: [rates("2011-01-01", null, domesticAndAbroad(54, 71.6))],
    }),
    approximate(null, "rise of the terminal use charge since 2011", domesticAndAbroad(2.5, 8.2), { airports: "LED" }),
    approximate("RI", "terminal use charge", domesticAndAbroad(3, 9), { exceptAirports: "DME LED SVO VKO" }),
  ],
};

export const ukraine: CountryTaxes = { levies: [approximate("UA", "passenger charge", domesticAndAbroad(5, 15))] };
