import type { CountryTaxes } from "../../levy.ts";
import { approximate, domesticAndAbroad, everywhere, published, rates, unchecked } from "../make-levy.ts";

const lot =
  "fare display of LOT WAW–SPU in the test data of a public repository (September 2024), read in a code index without address";

export const poland: CountryTaxes = {
  levies: [
    published(
      { code: "XW", name: "airport tax", source: lot, currency: "PLN", airports: "WAW" },
      rates("2024-01-01", everywhere(86.69)),
    ),
    published(
      { code: "ND", name: "reduced mobility charge", source: lot, currency: "PLN", airports: "WAW" },
      rates("2024-01-01", everywhere(1.43)),
    ),
    published(
      {
        code: null,
        name: "security charge",
        source:
          "Dziennik Urzędowy ULC 2018, item 70, point 6 of the tariff, https://sip.lex.pl/akty-prawne/dzienniki-resortowe/oplaty-lotniskowe-na-lotnisku-krakow-balice-35572699",
        currency: "PLN",
        airports: "KRK",
      },
      rates("2018-12-21", everywhere(5.51)),
    ),
    approximate(
      { code: "XW", name: "airport tax", source: unchecked, currency: "PLN", airports: "KRK" },
      rates("2026-01-01", everywhere(59.5)),
    ),
    published(
      {
        code: "XW",
        name: "airport tax",
        source:
          "Gdańsk Airport, charge per departing passenger, page without date, https://www.airport.gdansk.pl/b2b/uslugi-lotniskowe/oplaty-lotniskowe-p52.html",
        currency: "PLN",
        airports: "GDN",
      },
      rates("2022-09-01", everywhere(48)),
    ),
    published(
      {
        code: "ND",
        name: "reduced mobility charge",
        source: "Gdańsk Airport, https://airport-new.imset.dev/de/geschaeftskunden/flughafendienste/flughafengebuehr",
        currency: "PLN",
        airports: "GDN",
      },
      rates("2022-09-01", everywhere(1.06), "2023-12-31"),
      rates("2024-01-01", everywhere(1.14)),
    ),
    approximate(
      { code: null, name: "security charge", source: unchecked, currency: "PLN", airports: "GDN" },
      rates("2026-01-01", everywhere(10)),
    ),
    published(
      {
        code: "ND",
        name: "reduced mobility charge",
        source:
          "Katowice Airport, https://www.katowice-airport.com/en/business/route-development/airport-charges; due on arrival too, which is left out",
        currency: "PLN",
        airports: "KTW",
      },
      rates("2022-07-01", everywhere(0.5)),
    ),
    approximate(
      { code: "XW", name: "airport tax", source: unchecked, currency: "PLN", airports: "KTW" },
      rates("2026-01-01", everywhere(64.5)),
    ),
    published(
      {
        code: "XW",
        name: "airport tax",
        source:
          "Dziennik Gazeta Prawna, April 2022, charge of Modlin without discounts for many passengers, https://gospodarka.dziennik.pl/news/artykuly/8400614,modlin-port-lotniczy-ryanair-cargo.html",
        currency: "PLN",
        airports: "WMI",
      },
      rates("2022-04-01", everywhere(40)),
    ),
    approximate(
      { code: "XW", name: "airport tax", source: unchecked, currency: "PLN", exceptAirports: "GDN KRK KTW WAW WMI" },
      rates("2026-01-01", everywhere(65)),
    ),
  ],
};

export const czechia: CountryTaxes = {
  levies: [
    published(
      {
        code: "CZ",
        name: "passenger service charge",
        source:
          "Czech Radio, September 2023: CZK 649 since 2021; a rise by 5 % in April 2024 was planned, https://cesky.radio.cz/letiste-praha-od-pristiho-roku-mozna-zvysi-letistni-poplatky-o-pet-procent-8794271",
        currency: "CZK",
        airports: "PRG",
      },
      rates("2021-03-28", everywhere(649), "2024-03-31"),
    ),
    approximate(
      { code: "CZ", name: "passenger service charge", source: unchecked, currency: "CZK", exceptAirports: "PRG" },
      rates("2026-01-01", everywhere(740)),
    ),
  ],
};

export const slovakia: CountryTaxes = {
  levies: [
    published(
      {
        code: "SK",
        name: "passenger charge",
        source: "Bratislava Airport, charges from 1 July 2014, https://bts.aero/b2b/letecky-obchod/oznamy/",
        airports: "BTS",
        currency: "EUR",
      },
      rates("2014-07-01", domesticAndAbroad(6.31, 16.27)),
    ),
    approximate(
      { code: "SK", name: "passenger charge", source: unchecked, currency: "EUR", exceptAirports: "BTS" },
      rates("2026-01-01", everywhere(17)),
    ),
  ],
};

export const hungary: CountryTaxes = {
  levies: [
    approximate(
      { code: "HU", name: "passenger service and security charge", source: unchecked, currency: "EUR" },
      rates("2026-01-01", everywhere(22)),
    ),
  ],
};

const ljubljana =
  "Fraport Slovenija, price list without date with the landing charges of the AIP of 22 April 2021, https://fraport-slovenija.si/sl/poslovni-uporabniki/poslovni-in-zasebni-leti/cenik---splosno-letalstvo/";

export const slovenia: CountryTaxes = {
  levies: [
    published(
      { code: "SI", name: "passenger charge", source: ljubljana, airports: "LJU", currency: "EUR" },
      rates("2021-04-22", everywhere(10)),
    ),
    published(
      {
        code: "SI",
        name: "passenger charge for transfers",
        source: ljubljana,
        airports: "LJU",
        on: "transfer",
        currency: "EUR",
      },
      rates("2021-04-22", everywhere(2)),
    ),
    published(
      { code: null, name: "security charge", source: ljubljana, airports: "LJU", currency: "EUR" },
      rates("2021-04-22", everywhere(5.31)),
    ),
    approximate(
      { code: "SI", name: "passenger and security charge", source: unchecked, currency: "EUR", exceptAirports: "LJU" },
      rates("2026-01-01", everywhere(20)),
    ),
  ],
};

export const croatia: CountryTaxes = {
  levies: [
    published(
      { code: "HR", name: "passenger service and security charge", source: lot, airports: "SPU", currency: "EUR" },
      rates("2024-01-01", domesticAndAbroad(7.5, 16.4)),
    ),
    approximate(
      {
        code: "HR",
        name: "passenger service and security charge",
        source: unchecked,
        currency: "EUR",
        exceptAirports: "SPU",
      },
      rates("2026-01-01", domesticAndAbroad(8, 17)),
    ),
    published(
      { code: "MI", name: "civil aviation authority fee", source: lot, currency: "EUR" },
      rates("2024-01-01", everywhere(1.37)),
    ),
  ],
};
