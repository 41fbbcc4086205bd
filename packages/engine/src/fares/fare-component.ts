import type { EpochDay } from "../timetable/calendar.ts";
import type { Cabin } from "./cabins.ts";
import type { Reference } from "./fare-levels.ts";
import type { RankedFiling } from "./filing-index.ts";
import type { ClassFare, FareRules, Stay } from "./tariffs.ts";

/** Kind of sale of a slice: alone, or as half of a round trip. Its rules count from the day on which the trip starts. */
export type TripKind = { kind: "oneWay" } | { kind: "halfRoundTrip"; outboundDay: EpochDay; stay: Stay };

/** One fare for consecutive flights of a slice: by rule, or from a table. */
export type FareComponent = RuleComponent | FiledComponent;

export interface RuleComponent extends ComponentFacts {
  classFare: ClassFare;
  reference: Reference;
  filings: null;
}

export interface FiledComponent extends ComponentFacts {
  /** Valid fares, the cheapest of each brand, cheapest brand first. */
  filings: readonly [RankedFiling, ...RankedFiling[]];
}

interface ComponentFacts {
  /** Carrier that files the fare: the marketing carrier of the longest flight. */
  carrier: number;
  cabin: Cabin;
  /** Conditions of the cheapest brand. */
  rules: FareRules;
  /** Local day of its first departure. */
  day: EpochDay;
  baseCents: number;
  flights: readonly number[];
  /** Of each flight. */
  cabins: readonly Cabin[];
  /** Rank of its class, in which the flights of the component's cabin are booked. */
  rank: number;
  /** One carrier sells the whole component, and may open classes to it that are closed to the legs. */
  married: boolean;
}
