import type { EpochDay } from "../../timetable/calendar.ts";
import type { Cabin } from "../cabins.ts";
import type { TravelerKind } from "../traveler-kind.ts";
import type { TaxCharge } from "./tax-charge.ts";

export interface AirportFacts {
  /** IATA code. */
  readonly code: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly latitude: number;
  readonly longitude: number;
}

interface TaxSegment {
  readonly origin: AirportFacts;
  readonly destination: AirportFacts;
}

export interface TaxSlice {
  /** Local day of its first departure, which selects dated rates; without one the newest apply. */
  readonly day?: EpochDay;
  readonly segments: readonly TaxSegment[];
  /** One fewer than the segments; 24 hours or more make a stopover, after which a new journey starts. */
  readonly layoverMinutes: readonly number[];
}

/** Inputs of a slice's taxes in addition to its airports. */
export interface TaxTraveler {
  readonly type: TravelerKind;
  readonly cabin: Cabin;
  /** A ticket bought with miles: shares of the fare apply to money only. */
  readonly isAward: boolean;
}

/** A tax on the fare: `rate` 0.075 is 7.5 %. */
export interface PercentTax extends Omit<TaxCharge, "usdCents"> {
  readonly rate: number;
}

/** Taxes of one slice for one traveler, before those that depend on the fare. */
export interface SliceTaxes {
  readonly fixed: readonly TaxCharge[];
  readonly percents: readonly PercentTax[];
}

/** A part of a slice between stopovers. */
export interface TaxStretch extends TaxSegment {
  readonly segments: readonly TaxSegment[];
}

const stopoverMinutes = 1440;

/** Stretches of a slice: one, and one more for each layover of 24 hours or more. */
export function stretchesOf({ segments, layoverMinutes }: TaxSlice): TaxStretch[] {
  const stretches: TaxStretch[] = [];
  let from = 0;
  for (const [i, { destination }] of segments.entries()) {
    const isLast = i === segments.length - 1;
    if (!isLast && (layoverMinutes[i] ?? 0) < stopoverMinutes) continue;
    stretches.push({ origin: segments[from].origin, destination, segments: segments.slice(from, i + 1) });
    from = i + 1;
  }
  return stretches;
}
