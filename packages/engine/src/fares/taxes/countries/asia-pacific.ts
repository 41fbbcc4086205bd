import type { AmountsByCabin, FareTax, Levy, LevyRates, LevyZone, TaxesByCountry } from "../levy.ts";

const asOf = "2026-11-28";
const unchecked = "general knowledge, not checked";

type Amount = number | AmountsByCabin;

const abroad = (amount: Amount): readonly LevyZone[] => [{ to: "international", amount }];
const within = (domestic: Amount, international: Amount): readonly LevyZone[] => [
  { to: "domestic", amount: domestic },
  { to: "international", amount: international },
];

function since(from: string, zones: readonly LevyZone[], validUntil: string | null = null): LevyRates {
  return { from, validUntil, zones };
}

type LevyHead = Omit<Levy, "asOf" | "basis" | "rates" | "source"> & { readonly source?: string };

function levy(basis: Levy["basis"], head: LevyHead, rates: readonly LevyRates[]): Levy {
  return { source: unchecked, ...head, basis, asOf, rates };
}

const law = (head: LevyHead, ...rates: LevyRates[]): Levy => levy("law", head, rates);
const charge = (head: LevyHead, ...rates: LevyRates[]): Levy => levy("approximate", head, rates);

function onFare(code: string, source: string, rates: [lowest: number, above: number], domesticOnly: boolean): FareTax {
  return { code, basis: "law", source, asOf, rate: rates[0], aboveRate: rates[1], domesticOnly };
}

/** Taxes and charges of Asia from Pakistan and Kazakhstan eastwards, and of Oceania. */
export const asiaPacific: TaxesByCountry = {
  AU: {
    levies: [
      law(
        {
          code: "AU",
          name: "passenger movement charge",
          source: "Passenger Movement Charge Act 1978, s. 6, as amended 2023",
          currency: "AUD",
          exempt: { under: 12, source: "Passenger Movement Charge Collection Act 1978, s. 5(a)" },
        },
        since("2017-07-01", abroad(60)),
        since("2024-07-01", abroad(70)),
      ),
      charge({ code: "WY", name: "passenger services", currency: "AUD" }, since("2026-01-01", abroad(30))),
      charge(
        { code: "QR", name: "domestic passenger service", currency: "AUD" },
        since("2026-01-01", [{ to: "domestic", amount: 15 }]),
      ),
    ],
    fareTax: onFare("UO", "A New Tax System (Goods and Services Tax) Act 1999", [0.1, 0.1], true),
  },
  HK: {
    levies: [
      law(
        {
          code: "HK",
          name: "air passenger departure tax",
          source: "Air Passenger Departure Tax Ordinance (cap. 140), schedule 1",
          currency: "HKD",
          exempt: { under: 12, source: "Air Passenger Departure Tax Ordinance (cap. 140), schedule 2" },
        },
        since("2004-01-01", abroad(120)),
        since("2025-10-01", abroad(200)),
      ),
      charge({ code: "G3", name: "airport construction", currency: "HKD" }, since("2026-01-01", abroad(90))),
      charge({ code: "I5", name: "passenger security", currency: "HKD" }, since("2026-01-01", abroad(65))),
    ],
  },
  IN: {
    levies: [
      charge({ code: "IN", name: "user development", currency: "INR" }, since("2026-01-01", within(250, 800))),
      charge({ code: "P2", name: "aviation security", currency: "INR" }, since("2026-01-01", within(236, 1060))),
    ],
    fareTax: onFare("K3", "GST Council, 56th meeting: 5 % and, from 22 September 2025, 18 %", [0.05, 0.18], false),
  },
  JP: {
    levies: [
      law(
        {
          code: "TK",
          name: "international tourist tax",
          source: "International Tourist Tax Act (2018), and the tax reform of fiscal 2026",
          currency: "JPY",
          exempt: { under: 2, source: "International Tourist Tax Act (2018): persons under 2" },
        },
        since("2019-01-07", abroad(1000)),
        since("2026-07-01", abroad(3000)),
      ),
      charge(
        { code: "SW", name: "passenger service facility", currency: "JPY" },
        since("2026-01-01", within(450, 2950)),
      ),
      charge({ code: "OI", name: "passenger security", currency: "JPY" }, since("2026-01-01", abroad(550))),
    ],
  },
  KR: {
    levies: [
      charge({ code: "BP", name: "airport and departure", currency: "KRW" }, since("2026-01-01", within(5000, 24_000))),
    ],
  },
  SG: {
    levies: [
      charge({ code: "SG", name: "passenger service", currency: "SGD" }, since("2026-01-01", abroad(38.4))),
      charge({ code: "OO", name: "passenger security", currency: "SGD" }, since("2026-01-01", abroad(8))),
      charge({ code: "OP", name: "aviation levy", currency: "SGD" }, since("2026-01-01", abroad(8))),
      charge({ code: "L7", name: "airport development", currency: "SGD" }, since("2026-01-01", abroad(10.8))),
    ],
  },
  TH: {
    levies: [
      charge({ code: "TS", name: "passenger service", currency: "THB" }, since("2026-01-01", within(130, 730))),
      charge({ code: "E7", name: "advance passenger processing", currency: "THB" }, since("2026-01-01", abroad(35))),
      charge(
        { code: "G8", name: "international arrival and departure", currency: "THB" },
        since("2026-01-01", abroad(15)),
      ),
    ],
  },
};
