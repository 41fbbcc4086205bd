import type { TaxesByCountry } from "../levy.ts";

export const asiaPacific: TaxesByCountry = {};
