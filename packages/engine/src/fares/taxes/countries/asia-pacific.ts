import type { TaxesByCountry } from "../levy.ts";
import { eastAsia } from "./asia-pacific/east-asia.ts";
import { japan } from "./asia-pacific/japan.ts";
import { oceania } from "./asia-pacific/oceania.ts";
import { southAndCentralAsia } from "./asia-pacific/south-and-central-asia.ts";
import { southeastAsianTaxes } from "./asia-pacific/southeast-asia.ts";

/** Taxes and charges of Asia from Pakistan and Kazakhstan eastwards, and of Oceania. */
export const asiaPacific: TaxesByCountry = {
  ...eastAsia,
  JP: japan,
  ...oceania,
  ...southAndCentralAsia,
  ...southeastAsianTaxes,
};
