import type { TaxCurrency } from "./exchange.ts";
import type { AgeLimit } from "./traveler-kind.ts";

/** `[domestic, short, medium, long]`: up to 1,550 miles, up to 3,725, beyond; in units of the country's currency. */
export type ByReach = readonly [number, number, number, number];

/** Rates of one tax from a day on. */
export interface TaxRow {
  /** First day of departure, `YYYY-MM-DD`. */
  readonly from: string;
  readonly amounts: ByReach;
  /** In a cabin above the lowest; `amounts` if absent. */
  readonly above?: ByReach;
  /** Countries with different amounts. */
  readonly to?: { readonly country: string; readonly amount: number };
}

interface AgeExemption {
  readonly under: AgeLimit;
  readonly source: string;
}

interface DepartureTax {
  readonly code: string;
  readonly name: string;
  /**
   * Source of the amounts: a law or tariff; or `"approximate"`, the approximate charge of the largest airport in 2026 from general
   * knowledge.
   */
  readonly source: string;
  /** Travelers under this age pay nothing, with or without a seat; absent if only infants on a lap are exempt. */
  readonly exempt?: AgeExemption;
  /** Oldest first. */
  readonly rows: readonly TaxRow[];
}

/** A share of the fare. */
export interface FareTax {
  readonly code: string;
  readonly source: string;
  readonly rate: number;
  /** In a cabin above the lowest. */
  readonly aboveRate: number;
  /** Applies only to travel within the country. */
  readonly domesticOnly: boolean;
}

export interface CountryTaxes {
  readonly currency: TaxCurrency;
  readonly taxes: readonly DepartureTax[];
  readonly fareTax?: FareTax;
}

const abroad = (amount: number): ByReach => [0, amount, amount, amount];
const everywhere = (amount: number): ByReach => [amount, amount, amount, amount];

function since(from: string, amounts: ByReach, more: Omit<TaxRow, "from" | "amounts"> = {}): TaxRow {
  return { from, amounts, ...more };
}

function law(code: string, name: string, source: string, ...rows: TaxRow[]): DepartureTax {
  return { code, name, source, rows };
}

function exempting(under: AgeLimit, source: string, tax: DepartureTax): DepartureTax {
  return { ...tax, exempt: { under, source } };
}

function charge(code: string, name: string, amounts: ByReach): DepartureTax {
  return { code, name, source: "approximate", rows: [since("2026-01-01", amounts)] };
}

function onFare(code: string, source: string, rates: [lowest: number, above: number], domesticOnly: boolean): FareTax {
  return { code, source, rate: rates[0], aboveRate: rates[1], domesticOnly };
}

/** Main departure taxes and airport charges of seventeen countries, under the codes that tickets show. */
export const taxesByCountry: Readonly<Record<string, CountryTaxes>> = {
  AE: {
    currency: "AED",
    taxes: [
      charge("AE", "passenger service charge", abroad(75)),
      charge("F6", "passenger facilities", abroad(40)),
      charge("ZR", "passenger security and safety", abroad(10)),
    ],
  },
  AU: {
    currency: "AUD",
    taxes: [
      exempting(
        12,
        "Passenger Movement Charge Collection Act 1978, s. 5(a)",
        law(
          "AU",
          "passenger movement charge",
          "Passenger Movement Charge Act 1978, s. 6, as amended 2023",
          since("2017-07-01", abroad(60)),
          since("2024-07-01", abroad(70)),
        ),
      ),
      charge("WY", "passenger services", abroad(30)),
      charge("QR", "domestic passenger service", [15, 0, 0, 0]),
    ],
    fareTax: onFare("UO", "A New Tax System (Goods and Services Tax) Act 1999", [0.1, 0.1], true),
  },
  BR: { currency: "BRL", taxes: [charge("BR", "embarkation", [40, 70, 70, 70])] },
  CA: {
    currency: "CAD",
    taxes: [
      law(
        "CA",
        "air travellers security charge",
        "Air Travellers Security Charge Act, ss. 11–12, as amended 2023",
        since("2010-04-01", [7.48, 25.91, 25.91, 25.91], { to: { country: "US", amount: 12.71 } }),
        since("2024-05-01", [9.94, 34.42, 34.42, 34.42], { to: { country: "US", amount: 16.89 } }),
      ),
      charge("SQ", "airport improvement", everywhere(38)),
    ],
    fareTax: onFare("XG", "Excise Tax Act, part IX", [0.05, 0.05], true),
  },
  CH: { currency: "CHF", taxes: [charge("CH", "passenger service and security", everywhere(30))] },
  DE: {
    currency: "EUR",
    taxes: [
      law(
        "OY",
        "air transport tax",
        "Luftverkehrsteuergesetz, § 11",
        since("2024-05-01", [15.53, 15.53, 39.34, 70.83]),
        since("2026-07-01", [13.03, 13.03, 33.01, 59.43]),
      ),
      charge("DE", "security", everywhere(10)),
      charge("RA", "passenger service", [22, 26, 28, 28]),
    ],
  },
  ES: {
    currency: "EUR",
    taxes: [
      charge("JD", "departure", [8, 17, 19, 19]),
      charge("QV", "security", everywhere(3.5)),
      charge("OG", "safety", everywhere(0.65)),
    ],
  },
  FR: {
    currency: "EUR",
    taxes: [
      exempting(
        2,
        "CIBS, L422-20 and following: children under 2",
        law(
          "IZ",
          "solidarity tax",
          "Loi de finances pour 2025, art. 30 (CIBS, L422-20)",
          since("2025-03-01", [7.4, 7.4, 15, 40], { above: [30, 30, 80, 120] }),
        ),
      ),
      exempting(
        2,
        "CIBS, L422-20 and following: children under 2",
        law("O4", "civil aviation", "CIBS, L422-20 (tarif 2025)", since("2025-01-01", [5.05, 5.05, 9.09, 9.09])),
      ),
      charge("FR", "airport security", everywhere(11.5)),
      charge("QX", "passenger service", [9, 18, 25, 25]),
    ],
  },
  HK: {
    currency: "HKD",
    taxes: [
      exempting(
        12,
        "Air Passenger Departure Tax Ordinance (cap. 140), schedule 2",
        law(
          "HK",
          "air passenger departure tax",
          "Air Passenger Departure Tax Ordinance (cap. 140), schedule 1",
          since("2004-01-01", abroad(120)),
          since("2025-10-01", abroad(200)),
        ),
      ),
      charge("G3", "airport construction", abroad(90)),
      charge("I5", "passenger security", abroad(65)),
    ],
  },
  IN: {
    currency: "INR",
    taxes: [
      charge("IN", "user development", [250, 800, 800, 800]),
      charge("P2", "aviation security", [236, 1060, 1060, 1060]),
    ],
    fareTax: onFare("K3", "GST Council, 56th meeting: 5 % and, from 22 September 2025, 18 %", [0.05, 0.18], false),
  },
  IT: {
    currency: "EUR",
    taxes: [
      charge("HB", "council city tax", everywhere(6.5)),
      charge("IT", "embarkation", [8, 12, 15, 15]),
      charge("EX", "security bag check", everywhere(2.5)),
      charge("MJ", "passenger service", everywhere(1.5)),
      charge("VT", "security", everywhere(2)),
    ],
  },
  JP: {
    currency: "JPY",
    taxes: [
      exempting(
        2,
        "International Tourist Tax Act (2018): persons under 2",
        law(
          "TK",
          "international tourist tax",
          "International Tourist Tax Act (2018), and the tax reform of fiscal 2026",
          since("2019-01-07", abroad(1000)),
          since("2026-07-01", abroad(3000)),
        ),
      ),
      charge("SW", "passenger service facility", [450, 2950, 2950, 2950]),
      charge("OI", "passenger security", abroad(550)),
    ],
  },
  KR: { currency: "KRW", taxes: [charge("BP", "airport and departure", [5000, 24000, 24000, 24000])] },
  MX: {
    currency: "MXN",
    taxes: [charge("XD", "airport use", [560, 1100, 1100, 1100])],
    fareTax: onFare("MX", "Ley del Impuesto al Valor Agregado, arts. 1 and 16", [0.16, 0.16], true),
  },
  NL: {
    currency: "EUR",
    taxes: [
      exempting(
        2,
        "Wet belastingen op milieugrondslag: passengers under 2",
        law(
          "VV",
          "air passenger tax",
          "Wet belastingen op milieugrondslag, art. 77",
          since("2025-01-01", everywhere(29.4)),
          since("2026-01-01", everywhere(30.25)),
        ),
      ),
      charge("CJ", "security", everywhere(14)),
      charge("RN", "passenger service", everywhere(16)),
    ],
  },
  SG: {
    currency: "SGD",
    taxes: [
      charge("SG", "passenger service", abroad(38.4)),
      charge("OO", "passenger security", abroad(8)),
      charge("OP", "aviation levy", abroad(8)),
      charge("L7", "airport development", abroad(10.8)),
    ],
  },
  TH: {
    currency: "THB",
    taxes: [
      charge("TS", "passenger service", [130, 730, 730, 730]),
      charge("E7", "advance passenger processing", abroad(35)),
      charge("G8", "international arrival and departure", abroad(15)),
    ],
  },
};
