import type { Levy, LevyRates, LevyZone, TaxesByCountry } from "../levy.ts";

const asOf = "2026-11-28";

/**
 * The statutory list of band A (Finance Act 1994, schedule 5A); the Crown dependencies count as abroad. Russia, which the law splits at the
 * Urals, has the band of its west.
 */
const bandA =
  "AL AD AT BY BE BA BG HR CY CZ DK EE FI FR DE GI GR GL GG HU IS IE IM IT JE XK LV LY LI LT LU MK MT MD MC ME MA NL NO PL PT RO RU SM RS SK SI ES SJ SE CH TN TR UA VA FO AX DZ EH";

/** Countries whose capital is more than 5,500 miles from London, by great circle. */
const bandC =
  "AR AU AS BN BO CC CK CL CX EC FJ FK FM GU HK ID IO JP KH KI KR LA LS MG MH MO MP MU MX MY MZ NC NF NR NU NZ PE PF PG PH PN PW PY RE SB SG SZ TH TK TL TO TV TW UM UY VN VU WF WS ZA";

type Duty = readonly [reduced: number, standard: number];

/** The standard rate applies in any cabin above the lowest. */
const by = ([economy, premiumEconomy]: Duty) => ({ economy, premiumEconomy });

function duty(from: string, validUntil: string, domestic: Duty, a: Duty, b: Duty, c: Duty): LevyRates {
  const zones: LevyZone[] = [
    { to: "domestic", amount: by(domestic) },
    { to: { countries: bandA }, amount: by(a) },
    { to: { countries: bandC }, amount: by(c) },
    { to: "any", amount: by(b) },
  ];
  return { from, validUntil, zones };
}

const airPassengerDuty: Levy = {
  code: "GB",
  name: "air passenger duty",
  basis: "law",
  source:
    'Finance Act 1994, s. 30, as amended by Finance Act 2025, s. 73, and for 2026–27 by GOV.UK, "Air Passenger Duty: rates from 1 April 2026 to 31 March 2027", https://www.gov.uk/government/publications/changes-to-air-passenger-duty-rates-from-1-april-2026/air-passenger-duty-rates-from-1-april-2026-to-31-march-2027; exempt airports: those of the facts in the region of s. 31(4B), Highlands and Islands',
  asOf,
  currency: "GBP",
  exceptAirports: "BEB BRR CAL COL EOI FIE ILY INV KOI LSI LWK NDY NRL OBN PPW SOY SYY TRE WIC WRY",
  exempt: {
    under: 16,
    inEconomyOnly: true,
    source: "GOV.UK, Exemptions from Air Passenger Duty (Finance Act 1994, s. 31(4ZA), from 1 March 2016)",
  },
  rates: [
    duty("2023-04-01", "2024-03-31", [6.5, 13], [13, 26], [87, 191], [91, 200]),
    duty("2024-04-01", "2025-03-31", [7, 14], [13, 26], [88, 194], [92, 202]),
    duty("2025-04-01", "2026-03-31", [7, 14], [13, 28], [90, 216], [94, 224]),
    duty("2026-04-01", "2027-03-31", [8, 16], [15, 32], [102, 244], [106, 253]),
  ],
};

function serviceCharge(
  [domestic, near, far]: readonly [number, number, number],
  at: Pick<Levy, "airports" | "exceptAirports">,
): Levy {
  return {
    code: "UB",
    name: "passenger service charge",
    basis: "approximate",
    source: "general knowledge of 2026, not checked against the airports' conditions of use",
    asOf,
    currency: "GBP",
    ...at,
    rates: [
      {
        from: "2026-01-01",
        validUntil: null,
        zones: [
          { to: "domestic", amount: domestic },
          { to: { countries: bandA }, amount: near },
          { to: "any", amount: far },
        ],
      },
    ],
  };
}

/** Duty and passenger service charge of the United Kingdom. The age of an exempt traveler is that on the date of the last slice. */
export const unitedKingdom: TaxesByCountry = {
  GB: {
    levies: [
      airPassengerDuty,
      serviceCharge([12, 24, 52], { airports: "LHR" }),
      serviceCharge([8, 13, 22], { exceptAirports: "LHR" }),
    ],
  },
};
