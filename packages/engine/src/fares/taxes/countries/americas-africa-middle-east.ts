import type { TaxesByCountry } from "../levy.ts";

export const americasAfricaMiddleEast: TaxesByCountry = {};
