import type { EpochDay } from "../timetable/calendar.ts";
import type { Cabin } from "./cabins.ts";
import type { Reference } from "./fare-levels.ts";
import type { RankedFiling } from "./filing-index.ts";
import type { ClassFare, FareRules, Stay } from "./tariffs.ts";

/** How a slice is sold: alone, or as half of a round trip; its rules count from the day on which the trip starts. */
export type TripKind = { kind: "oneWay" } | { kind: "halfRoundTrip"; outboundDay: EpochDay; stay: Stay };

/** One fare for some consecutive flights of a slice: filed by rule, or in a table. */
export type FareComponent = RuleComponent | FiledComponent;

export interface RuleComponent extends ComponentFacts {
  classFare: ClassFare;
  reference: Reference;
  filings: null;
}

export interface FiledComponent extends ComponentFacts {
  /** Those that may be sold, the cheapest of each brand and the cheapest brand first. */
  filings: readonly [RankedFiling, ...RankedFiling[]];
}

interface ComponentFacts {
  /** Files the fare: the marketing carrier of the longest of the flights. */
  carrier: number;
  cabin: Cabin;
  /** What the cheapest brand asks of who buys it. */
  rules: FareRules;
  /** Local day of its first departure. */
  day: EpochDay;
  baseCents: number;
  flights: readonly number[];
  /** Of each flight. */
  cabins: readonly Cabin[];
  /** Rank of its class: what the flights in the component's cabin are booked in. */
  rank: number;
  /** One carrier sells all of it, and may open classes to it that are closed to the legs. */
  married: boolean;
}
