import type { Levy, TaxesByCountry } from "../levy.ts";

const asOf = "2026-11-28";
const general = "general knowledge, not checked";

/** A charge whose amount is only roughly known. */
function approximate(
  code: string | null,
  name: string,
  currency: Levy["currency"],
  amounts: { domestic?: number; international: number },
): Levy {
  const { domestic, international } = amounts;
  const abroad = { to: "international", amount: international } as const;
  const zones = domestic === undefined ? [abroad] : [{ to: "domestic", amount: domestic } as const, abroad];
  return {
    code,
    name,
    basis: "approximate",
    source: general,
    asOf,
    currency,
    rates: [{ from: "2026-01-01", validUntil: null, zones }],
  };
}

/** Taxes and charges of the Americas except the United States and its territories, of Africa, and of the Middle East. */
export const americasAfricaMiddleEast: TaxesByCountry = {
  AE: {
    levies: [
      approximate("AE", "passenger service charge", "AED", { international: 75 }),
      approximate("F6", "passenger facilities", "AED", { international: 40 }),
      approximate("ZR", "passenger security and safety", "AED", { international: 10 }),
    ],
  },
  BR: { levies: [approximate("BR", "embarkation", "BRL", { domestic: 40, international: 70 })] },
  CA: {
    levies: [
      {
        code: "CA",
        name: "air travellers security charge",
        basis: "law",
        source: "Air Travellers Security Charge Act, ss. 11–12, as amended 2023",
        asOf,
        currency: "CAD",
        rates: [
          {
            from: "2010-04-01",
            validUntil: "2024-04-30",
            zones: [
              { to: "domestic", amount: 7.48 },
              { to: { countries: "US" }, amount: 12.71 },
              { to: "international", amount: 25.91 },
            ],
          },
          {
            from: "2024-05-01",
            validUntil: null,
            zones: [
              { to: "domestic", amount: 9.94 },
              { to: { countries: "US" }, amount: 16.89 },
              { to: "international", amount: 34.42 },
            ],
          },
        ],
      },
      approximate("SQ", "airport improvement", "CAD", { domestic: 38, international: 38 }),
    ],
    fareTax: {
      code: "XG",
      basis: "law",
      source: "Excise Tax Act, part IX",
      asOf,
      rate: 0.05,
      aboveRate: 0.05,
      domesticOnly: true,
    },
  },
  MX: {
    levies: [approximate("XD", "airport use", "MXN", { domestic: 560, international: 1100 })],
    fareTax: {
      code: "MX",
      basis: "law",
      source: "Ley del Impuesto al Valor Agregado, arts. 1 and 16",
      asOf,
      rate: 0.16,
      aboveRate: 0.16,
      domesticOnly: true,
    },
  },
};
