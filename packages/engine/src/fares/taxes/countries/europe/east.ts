import type { CountryTaxes } from "../../levy.ts";
import { approximate, domesticAndAbroad, everywhere, levy, rates } from "./make-levy.ts";

export const armenia: CountryTaxes = { levies: [approximate("AM", "air tax and passenger charge", everywhere(35))] };

export const azerbaijan: CountryTaxes = { levies: [approximate("AZ", "departure tax", domesticAndAbroad(5, 23))] };

export const belarus: CountryTaxes = { levies: [approximate("BY", "passenger charge", everywhere(14))] };

export const estonia: CountryTaxes = { levies: [approximate("EE", "passenger service charge", everywhere(13))] };

export const georgia: CountryTaxes = { levies: [approximate("GE", "airport tax", domesticAndAbroad(6, 20))] };

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
