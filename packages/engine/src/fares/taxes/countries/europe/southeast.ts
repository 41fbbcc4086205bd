import type { CountryTaxes } from "../../levy.ts";
import { approximate, domesticAndAbroad, everywhere, levy, rates } from "./make-levy.ts";

export const albania: CountryTaxes = { levies: [approximate("AL", "passenger service charge", everywhere(18))] };

export const bosniaAndHerzegovina: CountryTaxes = {
  levies: [approximate("BA", "passenger service charge", everywhere(15))],
};

export const bulgaria: CountryTaxes = {
  levies: [
    approximate("BG", "passenger charge", domesticAndAbroad(4, 9), { airports: "SOF" }),
    approximate("BG", "passenger charge", domesticAndAbroad(4, 11), { exceptAirports: "SOF" }),
  ],
};

export const kosovo: CountryTaxes = { levies: [approximate(null, "passenger service charge", everywhere(17))] };

export const montenegro: CountryTaxes = { levies: [approximate("ME", "passenger charge", everywhere(17))] };

export const northMacedonia: CountryTaxes = { levies: [approximate("MK", "passenger charge", everywhere(12))] };

export const romania: CountryTaxes = {
  levies: [
    levy({
      code: "RO",
      name: "passenger charge",
      basis: "published",
      source:
        "România TV, 22 January 2012, €22 at Otopeni, https://www.romaniatv.net/aeroportul-baneasa-devine-din-martie-mai-scump-decat-otopeni_11801.html; domestic: general knowledge, not checked",
      airports: "OTP",
      rates: [rates("2012-01-22", null, domesticAndAbroad(11, 22))],
    }),
    approximate("RO", "passenger and security charge", domesticAndAbroad(7, 12), { exceptAirports: "OTP" }),
  ],
};

export const serbia: CountryTaxes = { levies: [approximate("RS", "passenger and security charge", everywhere(22))] };
