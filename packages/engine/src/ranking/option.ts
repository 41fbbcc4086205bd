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

/** One layover of a slice; `slackMinutes` is what is left above the airport's minimum connecting time. */
interface RankLayover {
  readonly airport: string;
  readonly durationMinutes: number;
  readonly slackMinutes: number;
  readonly overnight: boolean;
  readonly airportChange: { readonly from: string; readonly to: string } | null;
}

/** One slice as ranking sees it. Options of the same flight may share these objects. */
export interface RankSlice {
  readonly durationMinutes: number;
  /** Number of distinct marketing carriers on the slice. */
  readonly carriers: number;
  /** Local minute of the day, 0–1439. */
  readonly departureMinute: number;
  /** Local minute of the day, 0–1439. */
  readonly arrivalMinute: number;
  readonly layovers: readonly RankLayover[];
  /** One entry a segment, `minutes` in the air; empty where the aircraft is not known. */
  readonly aircraft: readonly { readonly family: AircraftFamily; readonly minutes: number }[];
}

/**
 * One offer to rank, in plain numbers that any supplier can fill. Money is in minor units of one currency, the same
 * for the whole set, and for the whole party.
 */
export interface RankOption {
  /** Index of the flight the offer is for: several offers may share one. */
  readonly flight: number;
  readonly kind: "cash" | "award";
  /** The whole price, or taxes, surcharges and fees of an award. */
  readonly moneyMinor: number;
  /** 0 for cash. */
  readonly miles: number;
  /** Usual value of one mile of the program in minor units, may be fractional; 0 for cash. */
  readonly mileValueMinor: number;
  /** What a mile buys here, against the cheapest cash offer of the same flight and cabin; null where there is none. */
  readonly valuePerMileMinor: number | null;
  readonly slices: readonly RankSlice[];
  /** null where the supplier does not say. */
  readonly refundable: boolean | null;
  /** null where the supplier does not say. */
  readonly changeable: boolean | null;
  /** null where the supplier does not say. */
  readonly checkedBags: number | null;
  readonly mixedCabin: boolean;
  /** Per traveler; null where not known. */
  readonly kgCO2e: number | null;
  /** What the route usually emits per traveler in this cabin; null where not known. */
  readonly typicalKgCO2e: number | null;
  /** 1–9, 9 is nine or more; null where not known. */
  readonly seatsRemaining: number | null;
  /** 0–1: how sure it is that the offer still stands (1 for a live price). */
  readonly confidence: number;
}

export const profileNames = ["leisure", "business", "points"] as const;

export type Profile = (typeof profileNames)[number];

export interface Preferences {
  readonly profile: Profile;
  /** Factors on the components' utilities: each 0–1000, 1 where absent, 0 removes the influence. */
  readonly weights?: { readonly [name in Component]?: number | undefined } | undefined;
}

/** How the reasons write money; ranking knows no currencies. */
export interface Wording {
  formatMoney: (minor: number) => string;
  /** Writes minor units per mile; "2.1 cents" where absent. */
  formatMileValue?: (minor: number) => string;
}

export type Label = "best" | "cheapest" | "fastest" | "bestAward" | "fewestStops" | "greenest";

export interface Ranked {
  /** Index in the options given. */
  option: number;
  flight: number;
  /** From 1. */
  rank: number;
  /** 0–100 with one decimal. */
  score: number;
  /** Share of travelers of the profile expected to choose it from this set; sums to 1. */
  probability: number;
  /** Money plus miles at their usual value, rounded to a whole minor unit. */
  effectiveCostMinor: number;
  /** Marks with one decimal that add up to `score`; may be negative. */
  components: Record<Component, number>;
  /** Index, in the options given, of the best-ranked option that dominates this one. */
  dominatedBy: number | null;
  labels: Label[];
  /** One to four short English sentences without full stop. */
  reasons: string[];
}
