import type { CountryTaxes } from "../../levy.ts";
import { approximate, everywhere, levy, rates } from "./make-levy.ts";

const dublin =
  "Irish Times, 28 May 2024, on the charges of Dublin Airport for the summer and winter of 2024, https://www.irishtimes.com/business/2024/05/28/regulators-uphold-dublin-airport-charges-complaint/";

const cork =
  "Irish Examiner after the airport authority, without date, between 2009 and 2011, https://www.irishexaminer.com/news/arid-20116414.html";

/** Ireland has had no air travel tax since 2014. */
export const ireland: CountryTaxes = {
  levies: [
    levy({
      code: "UP",
      name: "passenger charge",
      basis: "published",
      source: `${dublin}; security is included: https://www.dublinairport.com/b2b/airline-support/route-development/airline-charges-and-incentives/airport-charges`,
      airports: "DUB",
      rates: [rates("2024-03-31", "2024-10-26", everywhere(13.05)), rates("2024-10-27", "2025-03-29", everywhere(9.3))],
    }),
    levy({
      code: "UP",
      name: "passenger charge for transfers",
      basis: "published",
      source: dublin,
      airports: "DUB",
      on: "transfer",
      rates: [rates("2024-03-31", "2024-10-26", everywhere(2.65)), rates("2024-10-27", "2025-03-29", everywhere(2.1))],
    }),
    levy({
      code: "UP",
      name: "passenger charge",
      basis: "published",
      source: cork,
      airports: "ORK",
      rates: [rates("2010-01-01", null, everywhere(7.15))],
    }),
    levy({
      code: "BC",
      name: "airport security charge",
      basis: "published",
      source: cork,
      airports: "ORK",
      rates: [rates("2010-01-01", null, everywhere(5.5))],
    }),
    approximate("UP", "passenger charge", everywhere(10), { exceptAirports: "DUB ORK" }),
    approximate("BC", "airport security charge", everywhere(0.5), { exceptAirports: "DUB ORK" }),
  ],
};

/** Air Passenger Duty of the United Kingdom is not due on departures from the Crown dependencies. */
export const jersey: CountryTaxes = {
  levies: [approximate(null, "passenger charge", everywhere(15), { currency: "GBP" })],
};

export const guernsey: CountryTaxes = {
  levies: [
    levy({
      code: null,
      name: "passenger charge",
      basis: "published",
      source:
        "BBC News on the charges proposed for 2025: £0.73 more than in 2024, to £7.56, https://feeds.bbci.co.uk/news/articles/cx2g28w70zro",
      currency: "GBP",
      airports: "GCI",
      rates: [rates("2024-01-01", null, everywhere(6.83))],
    }),
    approximate(null, "security and other charges", everywhere(8), { currency: "GBP", airports: "GCI" }),
    approximate(null, "passenger charge", everywhere(15), { currency: "GBP", exceptAirports: "GCI" }),
  ],
};

export const isleOfMan: CountryTaxes = {
  levies: [
    levy({
      code: null,
      name: "passenger charge",
      basis: "published",
      source:
        "Isle of Man Airport, charges from 1 April 2020, with landing, before rebates, https://docslib.org/doc/7186708/all-figures-are-note-of-vat-unless-otherwise-stated",
      currency: "GBP",
      exempt: {
        under: 2,
        source: "https://docslib.org/doc/7186708/all-figures-are-note-of-vat-unless-otherwise-stated",
      },
      rates: [rates("2020-04-01", null, everywhere(24.5))],
    }),
  ],
};
