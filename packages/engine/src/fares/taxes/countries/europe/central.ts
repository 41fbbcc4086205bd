import type { CountryTaxes } from "../../levy.ts";
import { approximate, domesticAndAbroad, everywhere, levy, rates } from "./make-levy.ts";

const lot =
  "fare display of LOT WAW–SPU in the test data of a public repository (September 2024), read in a code index without address";

export const poland: CountryTaxes = {
  levies: [
    levy({
      code: "XW",
      name: "airport tax",
      basis: "published",
      source: lot,
      currency: "PLN",
      airports: "WAW",
      rates: [rates("2024-01-01", null, everywhere(86.69))],
    }),
    levy({
      code: "ND",
      name: "reduced mobility charge",
      basis: "published",
      source: lot,
      currency: "PLN",
      airports: "WAW",
      rates: [rates("2024-01-01", null, everywhere(1.43))],
    }),
    approximate("XW", "airport tax", everywhere(65), { currency: "PLN", exceptAirports: "WAW" }),
  ],
};

export const czechia: CountryTaxes = {
  levies: [
    levy({
      code: "CZ",
      name: "passenger service charge",
      basis: "published",
      source:
        "Czech Radio, September 2023: CZK 649 since 2021; a rise by 5 % in April 2024 was planned, https://cesky.radio.cz/letiste-praha-od-pristiho-roku-mozna-zvysi-letistni-poplatky-o-pet-procent-8794271",
      currency: "CZK",
      airports: "PRG",
      rates: [rates("2021-03-28", "2024-03-31", everywhere(649))],
    }),
    approximate("CZ", "passenger service charge", everywhere(740), { currency: "CZK", exceptAirports: "PRG" }),
  ],
};

export const slovakia: CountryTaxes = { levies: [approximate("SK", "passenger charge", everywhere(17))] };

export const hungary: CountryTaxes = {
  levies: [approximate("HU", "passenger service and security charge", everywhere(22))],
};

export const slovenia: CountryTaxes = { levies: [approximate("SI", "passenger and security charge", everywhere(20))] };

export const croatia: CountryTaxes = {
  levies: [
    levy({
      code: "HR",
      name: "passenger service and security charge",
      basis: "published",
      source: lot,
      airports: "SPU",
      rates: [rates("2024-01-01", null, domesticAndAbroad(7.5, 16.4))],
    }),
    approximate("HR", "passenger service and security charge", domesticAndAbroad(8, 17), { exceptAirports: "SPU" }),
    levy({
      code: "MI",
      name: "civil aviation authority fee",
      basis: "published",
      source: lot,
      rates: [rates("2024-01-01", null, everywhere(1.37))],
    }),
  ],
};
