import type { TaxesByCountry } from "../levy.ts";
import { africa } from "./americas-africa-middle-east/africa.ts";
import { caribbean } from "./americas-africa-middle-east/caribbean.ts";
import { frenchOverseas } from "./americas-africa-middle-east/french-overseas.ts";
import { latinAmerica } from "./americas-africa-middle-east/latin-america.ts";
import { middleEast } from "./americas-africa-middle-east/middle-east.ts";
import { northAmerica } from "./americas-africa-middle-east/north-america.ts";

/** Taxes and charges of the Americas except the United States and its territories, of Africa, and of the Middle East. */
export const americasAfricaMiddleEast: TaxesByCountry = {
  ...northAmerica,
  ...latinAmerica,
  ...caribbean,
  ...middleEast,
  ...africa,
  ...frenchOverseas,
};
