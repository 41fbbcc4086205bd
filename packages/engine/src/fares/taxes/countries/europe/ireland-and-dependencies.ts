import type { CountryTaxes } from "../../levy.ts";
import { approximate, everywhere, levy, rates } from "./make-levy.ts";

const dublin =
  "Irish Times, 28 May 2024, on the charges of Dublin Airport for the summer and winter of 2024, https://www.irishtimes.com/business/2024/05/28/regulators-uphold-dublin-airport-charges-complaint/";

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
    approximate("UP", "passenger charge", everywhere(10), { exceptAirports: "DUB" }),
    approximate("BC", "airport security charge", everywhere(0.5), { exceptAirports: "DUB" }),
  ],
};

/** Air Passenger Duty of the United Kingdom is not due on departures from the Crown dependencies. */
export const crownDependency: CountryTaxes = {
  levies: [approximate(null, "passenger charge", everywhere(15), { currency: "GBP" })],
};
