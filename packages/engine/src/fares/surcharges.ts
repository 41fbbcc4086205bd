import type { Region } from "../geography/regions.ts";
import type { EpochDay } from "../timetable/calendar.ts";
import { type CabinName, cabinNames } from "./cabins.ts";
import type { UsdCharge } from "./charges.ts";
import { datedRates, periodOn, ratesOn } from "./dated-rates.ts";

/** US cents by cabin, economy to first. */
type ByCabin = readonly [number, number, number, number];
type Level = "high" | "medium" | "low" | "none";

/** Segment of a surcharge. */
export interface SurchargedSegment {
  /** Marketing carrier. */
  readonly carrier: string;
  readonly originRegion: Region;
  readonly destinationRegion: Region;
  readonly cabin: CabinName;
  /** Statute miles. */
  readonly miles: number;
  /** Local day on which the journey starts, which selects the surcharge; without one the newest applies. */
  readonly startDay?: EpochDay;
}

type Amounts = Readonly<Record<Exclude<Level, "none">, readonly [ByCabin, ByCabin, ByCabin]>>;

/**
 * A **model** of carrier-imposed surcharges in US cents per segment and traveler, by haul (to 1,500 miles, to 3,000, beyond), for journeys
 * that start on or after a day. It is fitted to one known figure, British Airways' $500–800 per round trip on long-haul awards in business;
 * the levels of the carriers are general knowledge of 2026, and the row of 2024 is about a tenth lower, as surcharges follow the fuel
 * price.
 */
const amounts = datedRates<Amounts>(
  [
    "2024-01-01",
    {
      high: [
        [1600, 2300, 2700, 2700],
        [6800, 9900, 13500, 15800],
        [15800, 23500, 33800, 36000],
      ],
      medium: [
        [800, 1100, 1400, 1400],
        [3600, 5400, 7200, 8100],
        [8600, 12600, 17100, 18900],
      ],
      low: [
        [0, 0, 0, 0],
        [1100, 1500, 1800, 1800],
        [3200, 4500, 5900, 6300],
      ],
    },
  ],
  [
    "2026-01-01",
    {
      high: [
        [1800, 2500, 3000, 3000],
        [7500, 11000, 15000, 17500],
        [17500, 26000, 37500, 40000],
      ],
      medium: [
        [900, 1200, 1500, 1500],
        [4000, 6000, 8000, 9000],
        [9500, 14000, 19000, 21000],
      ],
      low: [
        [0, 0, 0, 0],
        [1200, 1600, 2000, 2000],
        [3500, 5000, 6500, 7000],
      ],
    },
  ],
);

const levels = new Map<string, Level>();
for (const [level, carriers] of [
  ["high", "BA LH LX OS SN VS EK TK"],
  ["medium", "AF KL AY TP NH JL KE OZ CX QF AC EY QR MS RJ EI AT"],
  [
    "none",
    "WN B6 NK F9 G4 AS HA MX SY FR U2 W6 W9 VY DY D8 HV TO PC XQ LS BY FZ G9 XY AK D7 TR JQ GK MM 6E SG QP IX VJ FD SL G3 AD VB Y4 F8 WS PD SQ NZ ET AV CM",
  ],
] as const) {
  for (const carrier of carriers.split(" ")) levels.set(carrier, level);
}

const americans = new Set(["AA", "UA", "DL"]);

/** Carriers that file the surcharge as YR; the others file YQ. */
const filesYr = new Set(["AF", "KL", "TK", "AA", "UA", "DL", "AV", "ET"]);

/**
 * Surcharge of one segment for one traveler with a seat, or null if the carrier has none: low-cost airlines, flights within the Americas on
 * airlines of the Americas, and departures from South America, which rarely have one. Carriers that are not in the table have a
 * small one on long flights.
 */
export function surchargeFor(segment: SurchargedSegment): UsdCharge | null {
  const level = levelOf(segment);
  if (level === "none") return null;
  const haul = segment.miles <= 1500 ? 0 : segment.miles <= 3000 ? 1 : 2;
  const usdCents = ratesOn(amounts, segment.startDay)[level][haul][cabinNames.indexOf(segment.cabin)] ?? 0;
  return usdCents === 0 ? null : { code: filesYr.has(segment.carrier) ? "YR" : "YQ", usdCents };
}

/** First day of the surcharges that apply to journeys that start on a day: equal for days with the same surcharges. */
export function surchargePeriodOf(startDay: EpochDay): EpochDay {
  return periodOn(amounts, startDay);
}

function levelOf({ carrier, originRegion, destinationRegion }: SurchargedSegment): Level {
  if (originRegion === "southAmerica") return "none";
  const withinAmericas = isAmericas(originRegion) && isAmericas(destinationRegion);
  if (withinAmericas && (americans.has(carrier) || carrier === "AC")) return "none";
  return levels.get(carrier) ?? "low";
}

function isAmericas(region: Region): boolean {
  return (
    region === "northAmerica" || region === "centralAmerica" || region === "caribbean" || region === "southAmerica"
  );
}
