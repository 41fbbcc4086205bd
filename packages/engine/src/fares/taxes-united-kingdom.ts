import type { UsdCharge } from "./charges.ts";
import { datedRates, ratesOn } from "./dated-rates.ts";
import { usdCentsOf } from "./exchange.ts";
import { addCharge, type TaxDeparture, type TaxTraveler } from "./tax-journey.ts";
import { isUnder } from "./traveler-kind.ts";

type Band = "domestic" | "a" | "b" | "c";

const pounds = (amount: number): number => usdCentsOf(amount, "GBP");

/** `[reduced, standard]` in US cents: the standard rate applies in any cabin above the lowest. */
type Duty = Readonly<Record<Band, readonly [number, number]>>;

function duty(domestic: [number, number], a: [number, number], b: [number, number], c: [number, number]): Duty {
  const convert = ([reduced, standard]: [number, number]) => [pounds(reduced), pounds(standard)] as const;
  return { domestic: convert(domestic), a: convert(a), b: convert(b), c: convert(c) };
}

/**
 * Air passenger duty by day of departure. Source: GOV.UK, "Rates for Air Passenger Duty" (Finance Act 1994, s. 30). Bands by the
 * distance from London to the destination's capital: A to 2,000 miles, B from 2,001 to 5,500, C beyond.
 */
const airPassengerDuty = datedRates(
  ["2023-04-01", duty([6.5, 13], [13, 26], [87, 191], [91, 200])],
  ["2024-04-01", duty([7, 14], [13, 26], [88, 194], [92, 202])],
  ["2025-04-01", duty([7, 14], [13, 28], [90, 216], [94, 224])],
  ["2026-04-01", duty([8, 16], [15, 32], [102, 244], [106, 253])],
);

/**
 * The statutory list of band A (Finance Act 1994, schedule 5A); the Crown dependencies count as abroad. Russia, which the law splits at the
 * Urals, has the band of its west.
 */
const bandA = new Set(
  "AL AD AT BY BE BA BG HR CY CZ DK EE FI FR DE GI GR GL GG HU IS IE IM IT JE XK LV LY LI LT LU MK MT MD MC ME MA NL NO PL PT RO RU SM RS SK SI ES SJ SE CH TN TR UA VA FO AX DZ EH".split(
    " ",
  ),
);

/** Countries whose capital is more than 5,500 miles from London, by great circle. */
const bandC = new Set(
  "AR AU AS BN BO CC CK CL CX EC FJ FK FM GU HK ID IO JP KH KI KR LA LS MG MH MO MP MU MX MY MZ NC NF NR NU NZ PE PF PG PH PN PW PY RE SB SG SZ TH TK TL TO TV TW UM UY VN VU WF WS ZA".split(
    " ",
  ),
);

/** Departures from the Highlands and Islands region are exempt. */
const exemptAirports = new Set("BEB BRR CAL ILY INV KOI LSI SOY SYY TRE WIC".split(" "));

/** Passenger service charge, modeled: `[domestic, band A, farther]` in US cents at Heathrow and elsewhere. */
const serviceCharge = {
  heathrow: [pounds(12), pounds(24), pounds(52)],
  elsewhere: [pounds(8), pounds(13), pounds(22)],
} as const;

/**
 * Adds duty (GB) and passenger service charge (UB) of a departure from the United Kingdom. Connections under 24 hours are not departures:
 * duty applies once, at the start of the journey, by its destination. Exempt from duty: infants without a seat in any cabin, and all under
 * 16 on the date of the flight in the lowest cabin, with infants in a seat. Source: GOV.UK, "Exemptions from Air Passenger Duty" (Finance Act
 * 1994, s. 31(4ZA), from 1 March 2016). The age is that of the search, on the date of the last slice.
 */
export function addUnitedKingdomTaxes(departure: TaxDeparture, traveler: TaxTraveler, fixed: UsdCharge[]): void {
  if (traveler.type === "infant") return;
  const band = bandOf(departure.destination.country);
  const exempt =
    (isUnder(traveler.type, 16) && !traveler.cabinAboveLowest) || exemptAirports.has(departure.origin.code);
  if (!exempt)
    addCharge(fixed, "GB", ratesOn(airPassengerDuty, departure.day)[band][traveler.cabinAboveLowest ? 1 : 0]);
  const [domestic, near, far] = departure.origin.code === "LHR" ? serviceCharge.heathrow : serviceCharge.elsewhere;
  if (band === "domestic") addCharge(fixed, "UB", domestic);
  else addCharge(fixed, "UB", band === "a" ? near : far);
}

function bandOf(country: string): Band {
  if (country === "GB") return "domestic";
  if (bandA.has(country)) return "a";
  return bandC.has(country) ? "c" : "b";
}
