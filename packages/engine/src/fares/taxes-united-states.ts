import type { UsdCharge } from "./charges.ts";
import { datedRates, ratesOn } from "./dated-rates.ts";
import { type AirportFacts, addCharge, type PercentTax, type TaxSlice, type TaxTraveler } from "./tax-journey.ts";

/**
 * Excise of Internal Revenue Code § 4261, by the calendar year of departure, in US cents: a domestic segment, an international arrival or
 * departure, a departure between the mainland and Alaska or Hawaii. Indexed yearly. Sources: 2024, PwC Aircraft Club of November 2023;
 * 2025, Rev. Proc. 2024-40; 2026, Rev. Proc. 2025-32, from general knowledge.
 */
const excise = datedRates(
  ["2024-01-01", { segment: 500, international: 2220, alaskaHawaii: 1110 }],
  ["2025-01-01", { segment: 520, international: 2290, alaskaHawaii: 1140 }],
  ["2026-01-01", { segment: 530, international: 2340, alaskaHawaii: 1170 }],
);

/**
 * Customs inspection of an international arrival, in US cents. Source: CBP Dec. 25-10 (90 FR 34665), from 1 October 2025; before, the
 * middle of "about $6–7".
 */
const customs = datedRates(["2024-01-01", 674], ["2025-10-01", 739]);

/**
 * Rates that do not depend on the year, in US cents. Sources: Internal Revenue Code § 4261 (7.5 % of a domestic fare); 49 CFR 1510 security
 * $5.60 each way, at most $11.20 a round trip; 49 U.S.C. 40117 passenger facility up to $4.50 per boarding, at most two each way and $18 a
 * round trip; inspection of an international arrival: immigration $7.00, agriculture $3.96 (2025).
 */
export const unitedStates = {
  exciseRate: 0.075,
  security: 560,
  securityCap: 1120,
  passengerFacility: 450,
  passengerFacilityCap: 1800,
  immigration: 700,
  agriculture: 396,
} as const;

const territories = new Set(["PR", "VI", "GU", "MP", "AS"]);

type Area = "mainland" | "alaska" | "hawaii";

/**
 * Adds the taxes of a slice that touches the United States. A slice within the 50 states is domestic: percentage and segment tax, and the
 * Alaska–Hawaii tax if it crosses between them and the mainland (its percentage is not prorated over the sea here). Any other slice pays
 * the international tax at each end in the 50 states; its connecting domestic segments are exempt from the segment tax. Security applies to
 * a slice that starts in the United States or its territories, the passenger facility charge to every boarding there (at the maximum, as
 * nearly all large airports charge it). An infant on the lap pays the international tax and percentage only.
 */
export function addUnitedStatesTaxes(
  slice: TaxSlice,
  traveler: TaxTraveler,
  fixed: UsdCharge[],
  percents: PercentTax[],
): void {
  const origin = slice.segments[0].origin;
  const destination = slice.segments[slice.segments.length - 1].destination;
  const domestic = origin.country === "US" && destination.country === "US";
  const onLap = traveler.type === "infant";
  if (domestic) {
    if (!traveler.isAward) percents.push({ code: "US", rate: unitedStates.exciseRate });
    if (!onLap) addDomestic(slice, fixed);
  } else {
    const { international } = ratesOn(excise, slice.day);
    if (origin.country === "US") addCharge(fixed, "US", international);
    if (destination.country === "US") addCharge(fixed, "US", international);
  }
  if (onLap) return;
  if (isAmerican(origin)) addCharge(fixed, "AY", unitedStates.security);
  addBoardingsAndArrivals(slice, fixed);
}

function addDomestic(slice: TaxSlice, fixed: UsdCharge[]): void {
  const rates = ratesOn(excise, slice.day);
  for (const segment of slice.segments) {
    if (segment.origin.country === "US" && segment.destination.country === "US") {
      addCharge(fixed, "ZP", rates.segment);
    }
  }
  const from = areaOf(slice.segments[0].origin);
  const to = areaOf(slice.segments[slice.segments.length - 1].destination);
  if (from !== to) addCharge(fixed, "US", rates.alaskaHawaii);
}

function addBoardingsAndArrivals(slice: TaxSlice, fixed: UsdCharge[]): void {
  let boardings = 0;
  for (const segment of slice.segments) {
    if (isAmerican(segment.origin)) boardings += 1;
    else if (isAmerican(segment.destination)) {
      addCharge(fixed, "XY", unitedStates.immigration);
      addCharge(fixed, "XA", unitedStates.agriculture);
      addCharge(fixed, "YC", ratesOn(customs, slice.day));
    }
  }
  addCharge(fixed, "XF", Math.min(2, boardings) * unitedStates.passengerFacility);
}

function isAmerican(airport: AirportFacts): boolean {
  return airport.country === "US" || territories.has(airport.country);
}

/** Alaska is north of 51° and west of 130° (the Aleutians cross 180°), Hawaii south of 24° and west of 154°. */
function areaOf({ latitude, longitude }: AirportFacts): Area {
  if (latitude === undefined || longitude === undefined) return "mainland";
  if (latitude > 51 && (longitude < -129.9 || longitude > 170)) return "alaska";
  return latitude < 24 && longitude < -154 ? "hawaii" : "mainland";
}
