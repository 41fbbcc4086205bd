import type { CountryTaxes } from "../../levy.ts";
import { approximate, domesticAndAbroad, everywhere } from "./make-levy.ts";

export const armenia: CountryTaxes = { levies: [approximate("AM", "air tax and passenger charge", everywhere(35))] };

export const azerbaijan: CountryTaxes = { levies: [approximate("AZ", "departure tax", domesticAndAbroad(5, 23))] };

export const belarus: CountryTaxes = { levies: [approximate("BY", "passenger charge", everywhere(14))] };

export const estonia: CountryTaxes = { levies: [approximate("EE", "passenger service charge", everywhere(13))] };

export const georgia: CountryTaxes = { levies: [approximate("GE", "airport tax", domesticAndAbroad(6, 20))] };

export const latvia: CountryTaxes = { levies: [approximate("LV", "passenger and security charge", everywhere(13))] };

export const lithuania: CountryTaxes = { levies: [approximate("LT", "passenger and security charge", everywhere(11))] };

export const moldova: CountryTaxes = { levies: [approximate("MD", "passenger and security charge", everywhere(13))] };

export const russia: CountryTaxes = {
  levies: [approximate("RI", "terminal use charge", domesticAndAbroad(3, 9))],
};

export const ukraine: CountryTaxes = { levies: [approximate("UA", "passenger charge", domesticAndAbroad(5, 15))] };
