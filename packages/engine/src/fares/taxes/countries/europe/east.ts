import type { CountryTaxes } from "../../levy.ts";
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

export const belarus: CountryTaxes = { levies: [approximate("BY", "passenger charge", everywhere(14))] };

export const estonia: CountryTaxes = { levies: [approximate("EE", "passenger service charge", everywhere(13))] };

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

export const latvia: CountryTaxes = { levies: [approximate("LV", "passenger and security charge", everywhere(13))] };

export const lithuania: CountryTaxes = { levies: [approximate("LT", "passenger and security charge", everywhere(11))] };

export const moldova: CountryTaxes = { levies: [approximate("MD", "passenger and security charge", everywhere(13))] };

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
    approximate("RI", "terminal use charge", domesticAndAbroad(3, 9), { exceptAirports: "DME SVO VKO" }),
  ],
};

export const ukraine: CountryTaxes = { levies: [approximate("UA", "passenger charge", domesticAndAbroad(5, 15))] };
