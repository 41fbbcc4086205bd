import { createAwardQuotes, priceAwards } from "../awards/price-slice.ts";
import { cabinOf } from "../fares/cabins.ts";
import { combinationOf } from "../fares/combinability.ts";
import type { TripKind } from "../fares/fare-component.ts";
import { createFareQuotes } from "../fares/fare-quotes.ts";
import { type OpenSlice, openSlice, priceSlice, type SliceFare } from "../fares/price-slice.ts";
import type { SoldIndex } from "../fares/sold-seats.ts";
import { type Enumeration, enumerateForPricing, enumerateOtherDay } from "../itineraries/enumerate.ts";
import { severalCountries } from "../itineraries/sale-end.ts";
import { findSaleOf, flightsOf, programsOf, type SearchFacts, toSliceQuery } from "../search/candidates.ts";
import { type FlightSearch, seatsOfParty, travelersOf } from "../search/flight-search.ts";
import { ChargeCalculator, type SliceCharges } from "../search/journey-charges.ts";
import type { EpochDay } from "../timetable/calendar.ts";
import { type AwardMoney, awardMoneyOf, moneyOf } from "./award-money.ts";
import { Frontier, type Priced } from "./frontier.ts";

/** A slice at its price in money: everything that the price of a journey needs. */
export interface SlicePrice extends SliceCharges {
  /** For one adult. */
  baseCents: number;
}

/** Round trips that sell a slice at the same price: equal rules and equal surcharges. */
export interface TripClass {
  key: string;
  /** First day of the surcharges that apply. */
  surchargesFrom: EpochDay;
  /** Null for one way. */
  trip: Extract<TripKind, { kind: "halfRoundTrip" }> | null;
}

type Column<T> = Map<string, readonly Priced<T>[]>;

/** Lowest prices of one slice on one day, for any number of stops or for nonstop flights. */
export interface SlicePrices {
  /** One-way fares by `surchargesFrom`. */
  oneWay: Map<EpochDay, readonly Priced<SlicePrice>[]>;
  /** Halves of round trips by class and combination. */
  halves: Map<string, Column<SlicePrice>>;
  /** Miles of one adult by program. */
  miles: Column<null>;
  /** The same with their money part by `surchargesFrom`, under a limit on it; empty without one. */
  milesWithin: Map<EpochDay, Column<AwardMoney>>;
}

export interface DayPrices {
  any: SlicePrices;
  nonstop: SlicePrices;
}

export interface DayDeps {
  enumeration: Enumeration;
  facts: SearchFacts;
  search: FlightSearch;
  sold: SoldIndex | null;
  tolerance: number;
}

export interface DayQuery {
  origin: string;
  destination: string;
  day: EpochDay;
  isInbound: boolean;
  /** False if the enumeration still has the paths of these places. */
  isFirst: boolean;
  classes: readonly TripClass[];
}

interface Row {
  flights: number[];
  time: number;
  reach: 0 | 1;
  open: OpenSlice | null;
  oneWay: SliceFare | null;
}

/** Priced itineraries per step. */
const rowsPerStep = 32;

/** Prices of the itineraries of one slice on one day, in every class of round trips that needs them. */
export function* priceDay(deps: DayDeps, query: DayQuery): Generator<undefined, DayPrices> {
  const { enumeration, facts, search, sold } = deps;
  const { timetable, pool } = enumeration;
  const enumerate = query.isFirst ? enumerateForPricing : enumerateOtherDay;
  const set = enumerate(enumeration, toSliceQuery(timetable, search, query));
  yield;
  const cabin = cabinOf(search.cabin);
  const { searchedAtMinutes } = search;
  const party = seatsOfParty(search);
  const quotes = createFareQuotes({ timetable, pool, cabin, party, searchedAtMinutes, sold }, facts.filings);
  const isRoundTrip = query.classes.some(({ trip }) => trip !== null);
  const awards = createAwardQuotes(quotes, { programs: search.includeAward ? programsOf(search) : [], isRoundTrip });
  const prices = new DayFrontiers(deps.tolerance);
  const travelers = travelersOf(search);
  const calculators = new Map<EpochDay, ChargeCalculator>();
  for (const { surchargesFrom: startDay } of query.classes) {
    if (!calculators.has(startDay)) {
      calculators.set(startDay, new ChargeCalculator(facts, { cabin, travelers, startDay }));
    }
  }
  const rows: Row[] = [];
  for (let at = 0; at < set.count; at++) {
    if (at % rowsPerStep === 0) yield;
    const flights = flightsOf(set, at);
    const sale = findSaleOf(enumeration, flights, searchedAtMinutes);
    if (sale === null) continue;
    const reach = (query.isInbound ? sale.country === severalCountries : sale.onlyDomestic) ? 1 : 0;
    const open = openSlice(quotes, flights);
    const oneWay = open === null ? null : priceSlice(quotes, open, { kind: "oneWay" });
    const time = query.isInbound ? -pool.departure[flights[0]] : pool.arrival[flights[flights.length - 1]];
    if (search.includeCash && open !== null) rows.push({ flights, time, reach, open, oneWay });
    if (!search.includeAward) continue;
    for (const award of priceAwards(awards, flights, oneWay?.baseCents ?? null)) {
      const { program, miles: value } = award;
      const isDirect = flights.length === 1;
      prices.addMiles(program.code, { value, time, reach, item: null }, isDirect);
      if (search.priceLimit === undefined) continue;
      for (const [startDay, charges] of calculators) {
        const item = awardMoneyOf(charges, { pool, flights }, award);
        const priced = { value, time, reach, item, money: moneyOf(item, search) } as const;
        prices.addMilesWithin(startDay, program.code, priced, isDirect);
      }
    }
  }
  for (const [startDay, charges] of calculators) {
    for (const [at, { flights, time, reach, oneWay }] of rows.entries()) {
      if (at % rowsPerStep === 0) yield;
      if (oneWay === null) continue;
      const { baseCents } = oneWay;
      const sale = { pool, charges, flights, baseCents };
      const value = charges.partyCents({ pool, flights }, baseCents);
      prices.addOneWay(startDay, { value, time, reach, item: sale });
    }
  }
  for (const { key, trip, surchargesFrom } of query.classes) {
    const charges = calculators.get(surchargesFrom);
    if (trip === null || charges === undefined) continue;
    for (const [at, { flights, time, reach, open }] of rows.entries()) {
      if (at % rowsPerStep === 0) yield;
      const fare = open === null ? null : priceSlice(quotes, open, trip);
      if (fare === null) continue;
      const { baseCents, validatingCarrier } = fare;
      const sale = { pool, charges, flights, baseCents };
      const value = charges.partyCents({ pool, flights }, baseCents);
      prices.addHalf(key, combinationOf(timetable, validatingCarrier), { value, time, reach, item: sale });
    }
  }
  return prices.freeze();
}

/** A priced itinerary of the pool. */
interface Sale {
  pool: Enumeration["pool"];
  charges: ChargeCalculator;
  flights: number[];
  baseCents: number;
}

interface Frontiers {
  oneWay: Map<EpochDay, Frontier<Sale>>;
  halves: Map<string, Map<string, Frontier<Sale>>>;
  miles: Map<string, Frontier<null>>;
  milesWithin: Map<EpochDay, Map<string, Frontier<AwardMoney>>>;
}

/** Collects the lowest prices of one day while its flights are in the pool. */
class DayFrontiers {
  readonly #tolerance: number;
  readonly #any = emptyFrontiers();
  readonly #nonstop = emptyFrontiers();

  constructor(tolerance: number) {
    this.#tolerance = tolerance;
  }

  addMiles(program: string, priced: Priced<null>, nonstop: boolean): void {
    for (const { miles } of this.#targets(nonstop)) {
      entryOf(miles, program, () => new Frontier<null>(0)).add(priced);
    }
  }

  addMilesWithin(startDay: EpochDay, program: string, priced: Priced<AwardMoney>, nonstop: boolean): void {
    for (const { milesWithin } of this.#targets(nonstop)) {
      const ofDay = entryOf(milesWithin, startDay, () => new Map<string, Frontier<AwardMoney>>());
      entryOf(ofDay, program, () => new Frontier<AwardMoney>(0, this.#tolerance)).add(priced);
    }
  }

  addOneWay(startDay: EpochDay, priced: Priced<Sale>): void {
    for (const { oneWay } of this.#targets(isNonstop(priced))) {
      entryOf(oneWay, startDay, () => new Frontier<Sale>(this.#tolerance)).add(priced);
    }
  }

  addHalf(key: string, combination: string, priced: Priced<Sale>): void {
    for (const { halves } of this.#targets(isNonstop(priced))) {
      const ofClass = entryOf(halves, key, () => new Map<string, Frontier<Sale>>());
      entryOf(ofClass, combination, () => new Frontier<Sale>(this.#tolerance)).add(priced);
    }
  }

  /** Copies what the prices need from the pool, which the next day overwrites. */
  freeze(): DayPrices {
    return { any: frozen(this.#any), nonstop: frozen(this.#nonstop) };
  }

  #targets(nonstop: boolean): Frontiers[] {
    return nonstop ? [this.#any, this.#nonstop] : [this.#any];
  }
}

function isNonstop({ item }: Priced<Sale>): boolean {
  return item.flights.length === 1;
}

function emptyFrontiers(): Frontiers {
  return { oneWay: new Map(), halves: new Map(), miles: new Map(), milesWithin: new Map() };
}

function frozen({ oneWay, halves, miles, milesWithin }: Frontiers): SlicePrices {
  return {
    milesWithin: mapValues(milesWithin, (ofDay) => mapValues(ofDay, ({ entries }) => entries)),
    oneWay: mapValues(oneWay, toPrices),
    halves: mapValues(halves, (ofClass) => mapValues(ofClass, toPrices)),
    miles: mapValues(miles, ({ entries }) => entries),
  };
}

function toPrices({ entries }: Frontier<Sale>): Priced<SlicePrice>[] {
  return entries.map(({ value, time, reach, item: { pool, charges, flights, baseCents } }) => {
    return { value, time, reach, item: { ...charges.sliceCharges({ pool, flights }), baseCents } };
  });
}

function mapValues<K, V, W>(map: ReadonlyMap<K, V>, change: (value: V) => W): Map<K, W> {
  return new Map([...map].map(([key, value]) => [key, change(value)]));
}

function entryOf<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = create();
    map.set(key, value);
  }
  return value;
}
