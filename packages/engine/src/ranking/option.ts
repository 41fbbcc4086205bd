import type { AircraftFamily } from "../timetable/network.ts";

/** The eight parts of an option's utility, in the order in which they are added up. */
export const componentNames = [
  "price",
  "duration",
  "stops",
  "schedule",
  "comfort",
  "flexibility",
  "emissions",
  "risk",
] as const;

export type Component = (typeof componentNames)[number];

/** One layover of a slice; `slackMinutes` is the time above the airport's minimum connection time, null if that is unknown. */
interface RankLayover {
  readonly airport: string;
  readonly durationMinutes: number;
  readonly slackMinutes: number | null;
  readonly overnight: boolean;
  readonly airportChange: { readonly from: string; readonly to: string } | null;
  /** True if the flights are on separate tickets; false if absent. */
  readonly selfTransfer?: boolean;
}

/** One slice in the terms of the ranking. Options of the same flight may share these objects. */
export interface RankSlice {
  readonly durationMinutes: number;
  /** Number of distinct marketing carriers on the slice. */
  readonly carriers: number;
  /** Local minute of the day, 0–1439. */
  readonly departureMinute: number;
  /** Local minute of the day, 0–1439. */
  readonly arrivalMinute: number;
  readonly layovers: readonly RankLayover[];
  /** One entry per segment, `minutes` of flight time; empty if the aircraft is unknown. */
  readonly aircraft: readonly { readonly family: AircraftFamily; readonly minutes: number }[];
}

/**
 * One offer to rank, in plain numbers that any supplier can provide. Money is in minor units of one currency, the same for the whole set,
 * and for the whole party.
 */
export interface RankOption {
  /** Index of the offer's flight: several offers may share one. */
  readonly flight: number;
  readonly kind: "cash" | "award";
  /** The whole price, or taxes, surcharges and fees of an award. */
  readonly moneyMinor: number;
  /** 0 for cash. */
  readonly miles: number;
  /** Usual value of one mile of the program in minor units, may be fractional; 0 for cash. */
  readonly mileValueMinor: number;
  /** Value of a mile compared with the cheapest cash offer of the same flight and cabin; null without one. */
  readonly valuePerMileMinor: number | null;
  readonly slices: readonly RankSlice[];
  /** Null if the supplier does not provide it. */
  readonly refundable: boolean | null;
  /** Null if the supplier does not provide it. */
  readonly changeable: boolean | null;
  /** Null if the supplier does not provide it. */
  readonly checkedBags: number | null;
  readonly mixedCabin: boolean;
  /** Per traveler; null if unknown. */
  readonly kgCO2e: number | null;
  /** Typical emissions of the route per traveler in this cabin; null if unknown. */
  readonly typicalKgCO2e: number | null;
  /** 1–9, 9 is nine or more; null if unknown. */
  readonly seatsRemaining: number | null;
  /** 0–1: confidence that the offer is still available (1 for a live price). */
  readonly confidence: number;
}

export const profileNames = ["leisure", "business", "points"] as const;

export type Profile = (typeof profileNames)[number];

export interface Preferences {
  readonly profile: Profile;
  /** Factors on the components' utilities: each 0–1000, 1 if absent, 0 removes the influence. */
  readonly weights?: { readonly [name in Component]?: number | undefined } | undefined;
}

/** Money formats of the reasons; the ranking does not use currencies. */
export interface Wording {
  formatMoney: (minor: number) => string;
  /** Formats minor units per mile; "2.1 cents" if absent. */
  formatMileValue?: (minor: number) => string;
}

export type Label = "best" | "cheapest" | "fastest" | "bestAward" | "fewestStops" | "greenest";

export interface Ranked {
  /** Index in the input options. */
  option: number;
  flight: number;
  /** From 1. */
  rank: number;
  /** 0–100 with one decimal. */
  score: number;
  /** Expected share of travelers of the profile who choose it from this set; sums to 1. */
  probability: number;
  /** Money plus miles at their usual value, rounded to a whole minor unit. */
  effectiveCostMinor: number;
  /** Components with one decimal that add up to `score`; may be negative. */
  components: Record<Component, number>;
  /** Index, in the input options, of the best-ranked option that dominates this one. */
  dominatedBy: number | null;
  labels: Label[];
  /** One to four short English sentences without final period. */
  reasons: string[];
}
