import { americasAfricaMiddleEast } from "./countries/americas-africa-middle-east.ts";
import { asiaPacific } from "./countries/asia-pacific.ts";
import { europe } from "./countries/europe.ts";
import { unitedKingdom } from "./countries/united-kingdom.ts";
import type { TaxesByCountry } from "./levy.ts";

/** Tables of all countries, except the United States and their territories (`united-states.ts`). */
export const taxesByCountry: TaxesByCountry = {
  ...americasAfricaMiddleEast,
  ...asiaPacific,
  ...europe,
  ...unitedKingdom,
};
