import type { CountryTaxes } from "../../levy.ts";
import { approximate, everywhere, published, rates, unchecked } from "../make-levy.ts";

const dublin =
  "Irish Times, 28 May 2024, on the charges of Dublin Airport for the summer and winter of 2024, https://www.irishtimes.com/business/2024/05/28/regulators-uphold-dublin-airport-charges-complaint/";

const cork =
  "Irish Examiner after the airport authority, without date, between 2009 and 2011, https://www.irishexaminer.com/news/arid-20116414.html";

/** Ireland has had no air travel tax since 2014. */
export const ireland: CountryTaxes = {
  levies: [
    published(
      {
        code: "UP",
        name: "passenger charge",
        source: `${dublin}; security is included: https://www.dublinairport.com/b2b/airline-support/route-development/airline-charges-and-incentives/airport-charges`,
        airports: "DUB",
        currency: "EUR",
      },
      rates("2024-03-31", everywhere(13.05), "2024-10-26"),
      rates("2024-10-27", everywhere(9.3), "2025-03-29"),
    ),
    published(
      {
        code: "UP",
        name: "passenger charge for transfers",
        source: dublin,
        airports: "DUB",
        on: "transfer",
        currency: "EUR",
      },
      rates("2024-03-31", everywhere(2.65), "2024-10-26"),
      rates("2024-10-27", everywhere(2.1), "2025-03-29"),
    ),
    published(
      { code: "UP", name: "passenger charge", source: cork, airports: "ORK", currency: "EUR" },
      rates("2010-01-01", everywhere(7.15)),
    ),
    published(
      { code: "BC", name: "airport security charge", source: cork, airports: "ORK", currency: "EUR" },
      rates("2010-01-01", everywhere(5.5)),
    ),
    approximate(
      { code: "UP", name: "passenger charge", source: unchecked, currency: "EUR", exceptAirports: "DUB ORK" },
      rates("2026-01-01", everywhere(10)),
    ),
    approximate(
      { code: "BC", name: "airport security charge", source: unchecked, currency: "EUR", exceptAirports: "DUB ORK" },
      rates("2026-01-01", everywhere(0.5)),
    ),
  ],
};

/** Air Passenger Duty of the United Kingdom is not due on departures from the Crown dependencies. */
export const jersey: CountryTaxes = {
  levies: [
    approximate(
      { code: null, name: "passenger charge", source: unchecked, currency: "GBP" },
      rates("2026-01-01", everywhere(15)),
    ),
  ],
};

export const guernsey: CountryTaxes = {
  levies: [
    published(
      {
        code: null,
        name: "passenger charge",
        source:
          "BBC News on the charges proposed for 2025: £0.73 more than in 2024, to £7.56, https://feeds.bbci.co.uk/news/articles/cx2g28w70zro",
        currency: "GBP",
        airports: "GCI",
      },
      rates("2024-01-01", everywhere(6.83)),
    ),
    approximate(
      { code: null, name: "security and other charges", source: unchecked, currency: "GBP", airports: "GCI" },
      rates("2026-01-01", everywhere(8)),
    ),
    approximate(
      { code: null, name: "passenger charge", source: unchecked, currency: "GBP", exceptAirports: "GCI" },
      rates("2026-01-01", everywhere(15)),
    ),
  ],
};

export const isleOfMan: CountryTaxes = {
  levies: [
    published(
      {
        code: null,
        name: "passenger charge",
        source:
          "Isle of Man Airport, charges from 1 April 2020, with landing, before rebates, https://docslib.org/doc/7186708/all-figures-are-note-of-vat-unless-otherwise-stated",
        currency: "GBP",
        exempt: {
          under: 2,
          source: "https://docslib.org/doc/7186708/all-figures-are-note-of-vat-unless-otherwise-stated",
        },
      },
      rates("2020-04-01", everywhere(24.5)),
    ),
  ],
};
