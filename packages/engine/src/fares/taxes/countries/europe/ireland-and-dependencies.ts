import type { CountryTaxes } from "../../levy.ts";
import { approximate, everywhere } from "./make-levy.ts";

/** Ireland has had no air travel tax since 2014. */
export const ireland: CountryTaxes = {
  levies: [
    approximate("UP", "passenger charge", everywhere(12.5), { airports: "DUB" }),
    approximate("UP", "passenger charge", everywhere(10), { exceptAirports: "DUB" }),
    approximate("BC", "airport security charge", everywhere(0.5)),
  ],
};

/** Air Passenger Duty of the United Kingdom is not due on departures from the Crown dependencies. */
export const crownDependency: CountryTaxes = {
  levies: [approximate(null, "passenger charge", everywhere(15), { currency: "GBP" })],
};
