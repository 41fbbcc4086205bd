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
    levy({
      code: null,
      name: "security charge",
      basis: "published",
      source:
        "Dziennik Urzędowy ULC 2018, item 70, point 6 of the tariff, https://sip.lex.pl/akty-prawne/dzienniki-resortowe/oplaty-lotniskowe-na-lotnisku-krakow-balice-35572699",
      currency: "PLN",
      airports: "KRK",
      rates: [rates("2018-12-21", null, everywhere(5.51))],
    }),
    approximate("XW", "airport tax", everywhere(59.5), { currency: "PLN", airports: "KRK" }),
    levy({
      code: "XW",
      name: "airport tax",
      basis: "published",
      source:
        "Gdańsk Airport, charge per departing passenger, page without date, https://www.airport.gdansk.pl/b2b/uslugi-lotniskowe/oplaty-lotniskowe-p52.html",
      currency: "PLN",
      airports: "GDN",
      rates: [rates("2022-09-01", null, everywhere(48))],
    }),
    levy({
      code: "ND",
      name: "reduced mobility charge",
      basis: "published",
      source: "Gdańsk Airport, https://airport-new.imset.dev/de/geschaeftskunden/flughafendienste/flughafengebuehr",
      currency: "PLN",
      airports: "GDN",
      rates: [rates("2022-09-01", "2023-12-31", everywhere(1.06)), rates("2024-01-01", null, everywhere(1.14))],
    }),
    approximate(null, "security charge", everywhere(10), { currency: "PLN", airports: "GDN" }),
    levy({
      code: "ND",
      name: "reduced mobility charge",
      basis: "published",
      source:
        "Katowice Airport, https://www.katowice-airport.com/en/business/route-development/airport-charges; due on arrival too, which is left out",
      currency: "PLN",
      airports: "KTW",
      rates: [rates("2022-07-01", null, everywhere(0.5))],
    }),
    approximate("XW", "airport tax", everywhere(64.5), { currency: "PLN", airports: "KTW" }),
    levy({
      code: "XW",
      name: "airport tax",
      basis: "published",
      source:
        "Dziennik Gazeta Prawna, April 2022, charge of Modlin without discounts for many passengers, https://gospodarka.dziennik.pl/news/artykuly/8400614,modlin-port-lotniczy-ryanair-cargo.html",
      currency: "PLN",
      airports: "WMI",
      rates: [rates("2022-04-01", null, everywhere(40))],
    }),
    approximate("XW", "airport tax", everywhere(65), { currency: "PLN", exceptAirports: "GDN KRK KTW WAW WMI" }),
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

export const slovakia: CountryTaxes = {
  levies: [
    levy({
      code: "SK",
      name: "passenger charge",
      basis: "published",
      source: "Bratislava Airport, charges from 1 July 2014, https://bts.aero/b2b/letecky-obchod/oznamy/",
      airports: "BTS",
      rates: [rates("2014-07-01", null, domesticAndAbroad(6.31, 16.27))],
    }),
    approximate("SK", "passenger charge", everywhere(17), { exceptAirports: "BTS" }),
  ],
};

export const hungary: CountryTaxes = {
  levies: [approximate("HU", "passenger service and security charge", everywhere(22))],
};

const ljubljana =
  "Fraport Slovenija, price list without date with the landing charges of the AIP of 22 April 2021, https://fraport-slovenija.si/sl/poslovni-uporabniki/poslovni-in-zasebni-leti/cenik---splosno-letalstvo/";

export const slovenia: CountryTaxes = {
  levies: [
    levy({
      code: "SI",
      name: "passenger charge",
      basis: "published",
      source: ljubljana,
      airports: "LJU",
      rates: [rates("2021-04-22", null, everywhere(10))],
    }),
    levy({
      code: "SI",
      name: "passenger charge for transfers",
      basis: "published",
      source: ljubljana,
      airports: "LJU",
      on: "transfer",
      rates: [rates("2021-04-22", null, everywhere(2))],
    }),
    levy({
      code: null,
      name: "security charge",
      basis: "published",
      source: ljubljana,
      airports: "LJU",
      rates: [rates("2021-04-22", null, everywhere(5.31))],
    }),
    approximate("SI", "passenger and security charge", everywhere(20), { exceptAirports: "LJU" }),
  ],
};

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
