import { availableCabin, type Cabin, cabinNames } from "../fares/cabins.ts";
import { addCharge, sumCharges, type UsdCharge } from "../fares/charges.ts";
import { surchargeFor } from "../fares/surcharges.ts";
import type { TaxCharge } from "../fares/taxes/tax-charge.ts";
import type { AirportFacts, SliceTaxes, TaxSlice } from "../fares/taxes/tax-journey.ts";
import { taxesOfJourney, taxesOfSlice } from "../fares/taxes/taxes.ts";
import { type TravelerKind, typeOfKind } from "../fares/traveler-kind.ts";
import { kmPerStatuteMile } from "../geography/great-circle.ts";
import { findRegion, type Region } from "../geography/regions.ts";
import type { FlightPool } from "../itineraries/flight-pool.ts";
import type { EpochDay } from "../timetable/calendar.ts";
import type { Timetable } from "../timetable/timetable.ts";
import type { TravelerCount } from "./flight-search.ts";
import type { FoundFare } from "./found-flight.ts";

/** Dated flights in the pool of their direction. */
export interface PooledFlights {
  pool: FlightPool;
  flights: readonly number[];
}

/** Taxes and surcharges of one journey, by kind of traveler. */
export interface JourneyCharges {
  /** @param baseCents of each slice. */
  taxes(kind: TravelerKind, baseCents: readonly number[]): TaxCharge[];
  awardTaxes(kind: TravelerKind): TaxCharge[];
  surcharges(kind: TravelerKind): UsdCharge[];
  /** For a traveler with a seat, on the flights of the marketing carriers that `collects` accepts. */
  awardSurcharges(collects: (carrier: string) => boolean): UsdCharge[];
}

/** Taxes and surcharges of one slice, without its flights. */
export interface SliceCharges {
  taxes: ReadonlyMap<TravelerKind, SliceTaxes>;
  /** For a traveler with a seat. */
  surcharges: readonly UsdCharge[];
}

/** Tables for taxes and surcharges of a timetable, prepared once. */
export interface ChargeFacts {
  timetable: Timetable;
  airports: AirportFacts[];
  regions: (Region | undefined)[];
}

export function createChargeFacts(timetable: Timetable): ChargeFacts {
  const airports = timetable.airports.map((code, i) => {
    const country = timetable.countries[timetable.airportCountry[i]];
    return { code, country, latitude: timetable.airportLatitude[i], longitude: timetable.airportLongitude[i] };
  });
  return { timetable, airports, regions: airports.map(({ country }) => findRegion(country)) };
}

/** Taxes of a slice for the party: the part that does not depend on the fare, and the share of a base fare by type. */
interface PartyTaxes {
  fixedCents: number;
  rates: Record<TravelerKind, number[]>;
}

function noRates(): PartyTaxes["rates"] {
  return { adult: [], youth: [], youth_under_16: [], child: [], infant_in_seat: [], infant: [] };
}

/**
 * Share of an adult's base fare. Modeled on network carriers' rules: a child with a seat and an infant with a seat pay 75 %, an infant on a
 * lap 10 %. Youths pay as adults, because published youth fares are rare.
 */
const baseShare: Readonly<Record<TravelerKind, number>> = {
  adult: 1,
  youth: 1,
  youth_under_16: 1,
  child: 0.75,
  infant_in_seat: 0.75,
  infant: 0.1,
};

export function baseCentsOf(kind: TravelerKind, adultBaseCents: number): number {
  return Math.round(adultBaseCents * baseShare[kind]);
}

/** An infant on a lap occupies no seat, and surcharges are per seat. */
function isSurcharged(kind: TravelerKind): boolean {
  return kind !== "infant";
}

/** Price of the party for a journey, from the charges of its slices and the base fare of an adult for each. */
export function faresOfSlices(
  slices: readonly (SliceCharges & { baseCents: number })[],
  travelers: readonly TravelerCount[],
): FoundFare[] {
  const surcharges: UsdCharge[] = [];
  for (const slice of slices) for (const { code, usdCents } of slice.surcharges) addCharge(surcharges, code, usdCents);
  return travelers.map(({ kind, count }) => {
    const bySlice = slices.map(({ baseCents }) => baseCentsOf(kind, baseCents));
    const taxes = slices.map((slice) => slice.taxes.get(kind) ?? { fixed: [], percents: [] });
    return {
      type: typeOfKind(kind),
      count,
      baseCents: bySlice.reduce((sum, cents) => sum + cents, 0),
      taxes: taxesOfJourney(taxes, bySlice),
      surcharges: isSurcharged(kind) ? surcharges : [],
    };
  });
}

/** A surcharge and its marketing carrier. */
interface CarrierCharge extends UsdCharge {
  readonly carrier: string;
}

/** A route through airports with its taxes by traveler, in cash or as an award. */
interface TaxedSlice {
  slice: TaxSlice;
  taxes: Map<string, SliceTaxes>;
}

/** Computes the charges of whole journeys, exactly, and of slices, once for each route through the same airports. */
export class ChargeCalculator {
  readonly #facts: ChargeFacts;
  readonly #cabin: Cabin;
  readonly #travelers: readonly TravelerCount[];
  readonly #slices = new Map<number, PartyTaxes>();
  readonly #taxed: Map<number, TaxedSlice>[] = [];
  /** By pattern: null if there is none. */
  readonly #surcharges = new Map<number, CarrierCharge | null>();
  readonly #startDay: EpochDay;

  /** @param of.startDay local day on which the journey starts: a round trip has the surcharges of its first day. */
  constructor(facts: ChargeFacts, of: { cabin: Cabin; travelers: readonly TravelerCount[]; startDay: EpochDay }) {
    this.#facts = facts;
    this.#cabin = of.cabin;
    this.#travelers = of.travelers;
    this.#startDay = of.startDay;
  }

  /** Price of the party for a slice, including taxes and surcharges, in US cents, by which candidates are sorted. */
  partyCents({ pool, flights }: PooledFlights, adultBaseCents: number): number {
    const key = this.#keyOf({ pool, flights });
    let taxes = this.#slices.get(key);
    if (taxes === undefined) {
      taxes = this.#partyTaxes(this.#taxSlice({ pool, flights }));
      this.#slices.set(key, taxes);
    }
    let surcharges = 0;
    for (const flight of flights) surcharges += this.#surchargeOf(pool.pattern[flight])?.usdCents ?? 0;
    let cents = taxes.fixedCents;
    for (const { kind, count } of this.#travelers) {
      const base = baseCentsOf(kind, adultBaseCents);
      let one = base + (isSurcharged(kind) ? surcharges : 0);
      for (const rate of taxes.rates[kind]) one += Math.round(base * rate);
      cents += count * one;
    }
    return cents;
  }

  #partyTaxes(slice: TaxSlice): PartyTaxes {
    const party: PartyTaxes = { fixedCents: 0, rates: noRates() };
    for (const { kind, count } of this.#travelers) {
      const { fixed, percents } = taxesOfSlice(slice, { type: kind, cabin: this.#cabin, isAward: false });
      party.fixedCents += count * sumCharges(fixed);
      for (const { rate } of percents) party.rates[kind].push(rate);
    }
    return party;
  }

  journey(slices: readonly PooledFlights[]): JourneyCharges {
    const taxed = slices.map((slice, at) => this.#taxedSlice(slice, at));
    const taxesOf = (kind: TravelerKind, isAward: boolean) =>
      taxed.map((slice) => this.#sliceTaxes(slice, kind, isAward));
    const charged = slices.flatMap((slice) => this.#surchargesOf(slice));
    const surcharges: UsdCharge[] = [];
    for (const { code, usdCents } of charged) addCharge(surcharges, code, usdCents);
    const awardTaxes = new Map<TravelerKind, TaxCharge[]>();
    return {
      taxes: (kind, baseUsdCents) => taxesOfJourney(taxesOf(kind, false), baseUsdCents),
      awardTaxes(kind) {
        const cached = awardTaxes.get(kind);
        if (cached !== undefined) return cached;
        const taxes = taxesOfJourney(taxesOf(kind, true), []);
        awardTaxes.set(kind, taxes);
        return taxes;
      },
      surcharges: (kind) => (isSurcharged(kind) ? surcharges : []),
      awardSurcharges: (collects) => {
        const passed: UsdCharge[] = [];
        for (const { carrier, code, usdCents } of charged) if (collects(carrier)) addCharge(passed, code, usdCents);
        return passed;
      },
    };
  }

  /** Taxes of an award on one slice, by kind of traveler. */
  awardTaxesOfSlice(slice: PooledFlights): ReadonlyMap<TravelerKind, SliceTaxes> {
    const taxed = this.#taxedSlice(slice, 0);
    return new Map(this.#travelers.map(({ kind }) => [kind, this.#sliceTaxes(taxed, kind, true)]));
  }

  /** Charges of a slice that is sold for money. */
  sliceCharges(slice: PooledFlights): SliceCharges {
    const taxed = this.#taxedSlice(slice, 0);
    return {
      taxes: new Map(this.#travelers.map(({ kind }) => [kind, this.#sliceTaxes(taxed, kind, false)])),
      surcharges: this.#surchargesOf(slice),
    };
  }

  /** @param at index of the slice in the journey: the directions are separate, as they leave on different days. */
  #taxedSlice(slice: PooledFlights, at: number): TaxedSlice {
    this.#taxed[at] ??= new Map();
    const cached = this.#taxed[at];
    const key = this.#keyOf(slice);
    let taxed = cached.get(key);
    if (taxed === undefined) {
      taxed = { slice: this.#taxSlice(slice), taxes: new Map() };
      cached.set(key, taxed);
    }
    return taxed;
  }

  #sliceTaxes({ slice, taxes }: TaxedSlice, kind: TravelerKind, isAward: boolean): SliceTaxes {
    const key = isAward ? `${kind} award` : kind;
    let cached = taxes.get(key);
    if (cached === undefined) {
      cached = taxesOfSlice(slice, { type: kind, cabin: this.#cabin, isAward });
      taxes.set(key, cached);
    }
    return cached;
  }

  /** Equal for itineraries over the same markets with the same stopovers; a timetable has fewer than 2^16 markets. */
  #keyOf({ pool, flights }: PooledFlights): number {
    let key = 0;
    for (let i = 0; i < flights.length; i++) {
      const flight = flights[i];
      const stopover = i > 0 && pool.departure[flight] - pool.arrival[flights[i - 1]] >= 1440 ? 1 : 0;
      key = (key * 2 + stopover) * 65_536 + this.#facts.timetable.marketOf[pool.pattern[flight]] + 1;
    }
    return key;
  }

  #taxSlice({ pool, flights }: PooledFlights): TaxSlice {
    const { timetable, airports } = this.#facts;
    const segments = flights.map((flight) => {
      const market = timetable.marketOf[pool.pattern[flight]];
      return {
        origin: airports[timetable.marketOrigin[market]],
        destination: airports[timetable.marketDestination[market]],
      };
    });
    const layoverMinutes = flights.slice(1).map((flight, i) => pool.departure[flight] - pool.arrival[flights[i]]);
    return { day: pool.day[flights[0]], segments, layoverMinutes };
  }

  /** One for each flight that has one. */
  #surchargesOf({ pool, flights }: PooledFlights): CarrierCharge[] {
    const charges: CarrierCharge[] = [];
    for (const flight of flights) {
      const charge = this.#surchargeOf(pool.pattern[flight]);
      if (charge !== null) charges.push(charge);
    }
    return charges;
  }

  #surchargeOf(pattern: number): CarrierCharge | null {
    let charge = this.#surcharges.get(pattern);
    if (charge === undefined) {
      charge = this.#computeSurcharge(pattern);
      this.#surcharges.set(pattern, charge);
    }
    return charge;
  }

  #computeSurcharge(pattern: number): CarrierCharge | null {
    const { timetable, regions } = this.#facts;
    const market = timetable.marketOf[pattern];
    const originRegion = regions[timetable.marketOrigin[market]];
    const destinationRegion = regions[timetable.marketDestination[market]];
    const cabin = availableCabin(timetable.aircraft[timetable.aircraftOf[pattern]].seats, this.#cabin);
    if (originRegion === undefined || destinationRegion === undefined || cabin === null) return null;
    const carrier = timetable.carriers[timetable.carrier[pattern]].code;
    const miles = timetable.marketKm[market] / kmPerStatuteMile;
    const charge = surchargeFor({
      carrier,
      originRegion,
      destinationRegion,
      cabin: cabinNames[cabin],
      miles,
      startDay: this.#startDay,
    });
    return charge === null ? null : { carrier, ...charge };
  }
}
