import type { TaxesByCountry } from "../levy.ts";

export const europe: TaxesByCountry = {};
