import { weekdayOf } from "../timetable/calendar.ts";
import type { CarrierKind } from "../timetable/network.ts";
import type { Cabin } from "./cabins.ts";
import type { MarketKind } from "./market-kinds.ts";

/** Conditions of a purchase. */
export interface FareRules {
  /** Minimum number of days between purchase and the first departure of the pricing unit. */
  advancePurchaseDays: number;
  /** Minimum and maximum nights of a round trip; null is a year. */
  minimumStayNights: number;
  maximumStayNights: number | null;
  /** Requires a night from Saturday to Sunday. */
  saturdayNight: boolean;
}

/** A booking class as a carrier files it in a market: its level relative to the cabin's reference, and its rules. */
export interface ClassFare extends FareRules {
  code: string;
  multiplier: number;
}

/** Class fares of a cabin from highest to lowest; the index is the rank. */
export type Tariff = readonly ClassFare[];

export type Trip = "oneWay" | "halfRoundTrip";

/** Time of purchase and length of stay, which rules are checked against. */
export interface Purchase {
  /** Local day of the pricing unit's first departure minus the day of the search. */
  daysAhead: number;
  /** Null for a one-way. */
  stay: Stay | null;
}

export interface Stay {
  nights: number;
  saturdayNight: boolean;
}

/** Stay between two local days of departure, outbound and inbound. */
export function stayBetween(outbound: number, inbound: number): Stay {
  const nights = inbound - outbound;
  const saturday = 5;
  const untilSaturday = (saturday - weekdayOf(outbound) + 7) % 7;
  return { nights, saturdayNight: untilSaturday < nights };
}

export function allows(rules: FareRules, { daysAhead, stay }: Purchase): boolean {
  if (daysAhead < rules.advancePurchaseDays) return false;
  if (stay === null) return true;
  if (stay.nights < rules.minimumStayNights || stay.nights > (rules.maximumStayNights ?? 365)) return false;
  return stay.saturdayNight || !rules.saturdayNight;
}

/** Letters of each cabin's classes, as network carriers use them. */
export const classCodes = [
  ["Y", "B", "M", "H", "Q", "K", "V", "L", "S", "T"],
  ["W", "R", "P"],
  ["J", "C", "D", "Z"],
  ["F", "A"],
] as const;

/** By class, from the highest. */
interface Levels {
  multipliers: readonly number[];
  advanceDays: readonly number[];
}

/**
 * Economy by kind of market. Modeled; calibrated so that searched prices follow the curves in docs/quality.md. Short haul has advance
 * purchase rules of 3, 5, 7, 14 to 18, 21 and 30 days; long-haul leisure has none.
 */
const economyLevels: readonly Levels[] = [
  {
    multipliers: [3.25, 2.88, 2.68, 2.42, 2.12, 2.1, 1.17, 1.05, 0.96, 0.87],
    advanceDays: [0, 0, 3, 3, 5, 7, 14, 14, 21, 30],
  },
  {
    multipliers: [2.7, 2.4, 2.15, 1.95, 1.75, 1.6, 1.15, 1, 0.92, 0.83],
    advanceDays: [0, 0, 3, 3, 5, 7, 14, 14, 21, 30],
  },
  {
    multipliers: [2.6, 2.25, 1.95, 1.65, 1.45, 1.25, 1.1, 1, 0.91, 0.83],
    advanceDays: [0, 0, 0, 3, 3, 7, 14, 14, 21, 30],
  },
  {
    multipliers: [1.7, 1.58, 1.48, 1.4, 1.32, 1.24, 1.15, 1.05, 0.95, 0.86],
    advanceDays: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  },
];

/** Premium economy, business and first: short haul, long haul. Business prices hardly rise before departure. */
const premiumLevels: readonly (readonly [Levels, Levels])[] = [
  [
    { multipliers: [1.3, 1.12, 1], advanceDays: [0, 5, 14] },
    { multipliers: [1.25, 1.1, 0.98], advanceDays: [0, 7, 14] },
  ],
  [
    { multipliers: [1.16, 1.09, 1.02, 1], advanceDays: [0, 3, 7, 14] },
    { multipliers: [1.2, 1.1, 1.03, 0.96], advanceDays: [0, 3, 7, 14] },
  ],
  [
    { multipliers: [1.12, 1], advanceDays: [0, 5] },
    { multipliers: [1.12, 1], advanceDays: [0, 7] },
  ],
];

/**
 * Stay rules of the lower classes of a network carrier's round trips, by their distance to the lowest class: the classic restrictions
 * against business travelers. Other carriers sell a round trip as two one-ways.
 */
const stayRules: readonly Omit<FareRules, "advancePurchaseDays">[] = [
  { minimumStayNights: 3, maximumStayNights: 30, saturdayNight: true },
  { minimumStayNights: 3, maximumStayNights: 90, saturdayNight: false },
  { minimumStayNights: 2, maximumStayNights: 180, saturdayNight: false },
];
const noStayRules: Omit<FareRules, "advancePurchaseDays"> = {
  minimumStayNights: 0,
  maximumStayNights: null,
  saturdayNight: false,
};

/** Advance purchase of the cheap half of the short-haul classes: carriers set 14 to 18 days. */
const minAdvancePurchaseDays = 14;
export const advancePurchaseShifts = 5;

function levelsOf(market: MarketKind, cabin: Cabin): Levels {
  return cabin === 0 ? economyLevels[market] : premiumLevels[cabin - 1][market < 2 ? 0 : 1];
}

function makeTariff(
  market: MarketKind,
  cabin: Cabin,
  trip: Trip,
  advancePurchaseShift: number,
  stays: boolean,
): Tariff {
  const { multipliers, advanceDays } = levelsOf(market, cabin);
  return multipliers.map((multiplier, rank) => {
    const days = advanceDays[rank];
    const aboveLowest = multipliers.length - 1 - rank;
    const restricted = stays && trip === "halfRoundTrip" && rank > 0 ? stayRules[aboveLowest] : undefined;
    return {
      code: classCodes[cabin][rank],
      multiplier,
      advancePurchaseDays:
        days === minAdvancePurchaseDays && cabin === 0 && market < 2 ? days + advancePurchaseShift : days,
      ...(restricted ?? noStayRules),
    };
  });
}

const made = new Map<number, Tariff>();

/**
 * Class fares of a carrier in a market, by rule; equal arguments return the same object.
 *
 * @param advancePurchaseShift 0 … `fenceShifts` − 1 days by which the carrier's short-haul advance purchase exceeds fourteen days.
 */
export function tariffOf(
  market: MarketKind,
  cabin: Cabin,
  trip: Trip,
  carrier: CarrierKind,
  advancePurchaseShift: number,
): Tariff {
  const stays = carrier === "network" || carrier === "regional";
  const key =
    (((advancePurchaseShift * 4 + market) * 4 + cabin) * 2 + (trip === "oneWay" ? 0 : 1)) * 2 + (stays ? 1 : 0);
  let tariff = made.get(key);
  if (tariff === undefined) {
    tariff = makeTariff(market, cabin, trip, advancePurchaseShift, stays);
    made.set(key, tariff);
  }
  return tariff;
}

/** Lists the rules of all generated halves of round trips. */
export function listRoundTripRules(): FareRules[] {
  const rules: FareRules[] = [];
  for (const market of [0, 1, 2, 3] as const) {
    for (const cabin of [0, 1, 2, 3] as const) {
      for (let shift = 0; shift < advancePurchaseShifts; shift++) {
        for (const kind of ["network", "low_cost"] as const)
          rules.push(...tariffOf(market, cabin, "halfRoundTrip", kind, shift));
      }
    }
  }
  return rules;
}

/**
 * Rank of the lowest class of a tariff, from `open` upwards, that a purchase may have; −1 if none. Fares decrease with the rank, so it is
 * the cheapest.
 */
export function lowestAllowed(tariff: Tariff, open: number, purchase: Purchase): number {
  let rank = open;
  while (rank >= 0 && !allows(tariff[rank], purchase)) rank--;
  return rank;
}
