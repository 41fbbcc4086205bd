import type { EpochDay } from "../timetable/calendar.ts";
import type { UsdCharge } from "./charges.ts";
import type { TravelerKind } from "./traveler-kind.ts";

export interface AirportFacts {
  /** IATA code. */
  readonly code: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** Distinguishes Alaska and Hawaii from the rest of the United States; an airport without them belongs to the rest. */
  readonly latitude?: number | undefined;
  readonly longitude?: number | undefined;
}

export interface TaxSegment {
  readonly origin: AirportFacts;
  readonly destination: AirportFacts;
  /** Statute miles. */
  readonly miles: number;
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
  /** In any cabin above the lowest on board. */
  readonly cabinAboveLowest: boolean;
  /** Percentage taxes apply to money only. */
  readonly isAward: boolean;
}

/** A tax on the fare: `rate` 0.075 is 7.5 %. */
export interface PercentTax {
  readonly code: string;
  readonly rate: number;
}

/** Taxes of one slice for one traveler, before those that depend on the fare. */
export interface SliceTaxes {
  readonly fixed: readonly UsdCharge[];
  readonly percents: readonly PercentTax[];
}

/** A stretch between stopovers: its departure, and its destination for departure taxes. */
export interface TaxDeparture {
  readonly origin: AirportFacts;
  readonly destination: AirportFacts;
  /** Statute miles flown between them. */
  readonly miles: number;
  readonly day: EpochDay | undefined;
}

const stopoverMinutes = 1440;

/** Stretches of a slice: one, and one more for each layover of 24 hours or more. */
export function departuresOf(slice: TaxSlice): TaxDeparture[] {
  const departures: TaxDeparture[] = [];
  let from = 0;
  let miles = 0;
  for (const [i, segment] of slice.segments.entries()) {
    miles += segment.miles;
    const isLast = i === slice.segments.length - 1;
    if (!isLast && (slice.layoverMinutes[i] ?? 0) < stopoverMinutes) continue;
    departures.push({ origin: slice.segments[from].origin, destination: segment.destination, miles, day: slice.day });
    from = i + 1;
    miles = 0;
  }
  return departures;
}

/** Adds to the charge with the same code, or as a new one; does nothing if the amount is 0. */
export function addCharge(charges: UsdCharge[], code: string, usdCents: number): void {
  if (usdCents === 0) return;
  for (const charge of charges) {
    if (charge.code === code) {
      charge.usdCents += usdCents;
      return;
    }
  }
  charges.push({ code, usdCents });
}
