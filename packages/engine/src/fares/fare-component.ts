import type { EpochDay } from "../timetable/calendar.ts";
import type { Cabin } from "./cabins.ts";
import type { Reference } from "./fare-levels.ts";
import type { ClassFare, Stay } from "./tariffs.ts";

/** How a slice is sold: alone, or as half of a round trip; its rules count from the day on which the trip starts. */
export type TripKind = { kind: "oneWay" } | { kind: "halfRoundTrip"; outboundDay: EpochDay; stay: Stay };

/** One fare for some consecutive flights of a slice. */
export interface FareComponent {
  /** Files the fare: the marketing carrier of the longest of the flights. */
  carrier: number;
  cabin: Cabin;
  classFare: ClassFare;
  reference: Reference;
  /** Local day of its first departure. */
  day: EpochDay;
  baseCents: number;
  flights: readonly number[];
  /** Of each flight. */
  cabins: readonly Cabin[];
  /** Rank of the class fare: what the flights in the component's cabin are booked in. */
  rank: number;
  /** One carrier sells all of it, and may open classes to it that are closed to the legs. */
  married: boolean;
}
