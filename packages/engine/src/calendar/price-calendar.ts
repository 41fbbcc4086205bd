import { infantMilesOf } from "../awards/programs/programs.ts";
import type { Filing } from "../fares/filing.ts";
import { indexFilings } from "../fares/filing-index.ts";
import { createPurchaseClassifier } from "../fares/purchase-class.ts";
import { indexSoldSeats } from "../fares/sold-seats.ts";
import { surchargePeriodOf } from "../fares/surcharges.ts";
import { stayBetween } from "../fares/tariffs.ts";
import { createEnumeration, type Enumeration } from "../itineraries/enumerate.ts";
import { programsOf } from "../search/candidates.ts";
import { type FlightSearch, travelersOf } from "../search/flight-search.ts";
import type { FoundFare } from "../search/found-flight.ts";
import { createChargeFacts, faresOfSlices } from "../search/journey-charges.ts";
import { minStayMinutes } from "../search/journeys.ts";
import { type EpochDay, minutesPerDay } from "../timetable/calendar.ts";
import type { Timetable } from "../timetable/timetable.ts";
import { type AwardMoney, awardFaresOf } from "./award-money.ts";
import {
  type DayDeps,
  type DayPrices,
  priceDay,
  type SlicePrice,
  type SlicePrices,
  type TripClass,
} from "./day-prices.ts";
import { type LowestPairs, lowestAllowed, lowestOf, notePairs } from "./frontier.ts";

/** Days of one cell; `returnDay` is null for one way. */
export interface CalendarCell {
  day: EpochDay;
  returnDay: EpochDay | null;
}

export interface CalendarQuery {
  /** Everything but the days and members that select or sort flights, which are ignored. */
  search: FlightSearch;
  /** All one way, or all round trips. */
  cells: readonly CalendarCell[];
  /** Converts the price of a party to the currency of the calendar, as the offers of a search are converted. */
  totalOf: (fares: readonly FoundFare[]) => number;
}

/** Lowest prices by cell; null without a flight. */
export type CellPrices = (number | null)[];

export interface CalendarPrices {
  /** As returned by `totalOf`. */
  cash: { any: CellPrices; nonstop: CellPrices };
  /** Miles of the party by program, for programs that have a price in any cell. */
  award: { program: string; any: CellPrices; nonstop: CellPrices }[];
}

export interface CalendarPricer {
  /**
   * Finds the lowest prices of each cell, in steps of about a millisecond: those that a search finds at the same time. The paths between
   * the two places are found once, and each day's itineraries once; round trips combine the days. Only one query of a pricer runs at a time.
   */
  priceInSteps(query: CalendarQuery): Generator<undefined, CalendarPrices>;
}

/** @param options.filings as for `createSearcher`. */
export function createCalendarPricer(
  timetable: Timetable,
  { filings = [] }: { filings?: readonly Filing[] } = {},
): CalendarPricer {
  const facts = { ...createChargeFacts(timetable), filings: indexFilings(timetable, filings) };
  const classify = createPurchaseClassifier(filings);
  let enumeration: Enumeration | null = null;
  return {
    *priceInSteps(query) {
      enumeration ??= createEnumeration(timetable);
      const { search } = query;
      const deps = {
        enumeration,
        facts,
        search,
        sold: indexSoldSeats(search.soldSeats ?? []),
        tolerance: search.priceToleranceCents ?? 0,
      };
      const searchDay = Math.floor(search.searchedAtMinutes / minutesPerDay);
      const classOf = (cell: CalendarCell) => tripClassOf(cell, searchDay, classify);
      const origin = placeOf(search.origin);
      const destination = placeOf(search.destination);
      const outbound = yield* priceDays(
        deps,
        { origin, destination, isInbound: false },
        groupByDay(query, "day", classOf),
      );
      const inbound = yield* priceDays(
        deps,
        { origin: destination, destination: origin, isInbound: true },
        groupByDay(query, "returnDay", classOf),
      );
      return yield* priceCells(query, classOf, { outbound, inbound });
    },
  };
}

type ClassOf = (cell: CalendarCell) => TripClass;

function tripClassOf(
  { day, returnDay }: CalendarCell,
  searchDay: EpochDay,
  classify: ReturnType<typeof createPurchaseClassifier>,
): TripClass {
  const surchargesFrom = surchargePeriodOf(day);
  if (returnDay === null) return { key: "", surchargesFrom, trip: null };
  const stay = stayBetween(day, returnDay);
  const allowed = classify({ daysAhead: Math.max(0, day - searchDay), stay });
  return {
    key: `${surchargesFrom} ${allowed}`,
    surchargesFrom,
    trip: { kind: "halfRoundTrip", outboundDay: day, stay },
  };
}

/** Classes of round trips by day of one direction. */
function groupByDay({ cells }: CalendarQuery, side: "day" | "returnDay", classOf: ClassOf): Map<EpochDay, TripClass[]> {
  const byDay = new Map<EpochDay, Map<string, TripClass>>();
  for (const cell of cells) {
    const day = cell[side];
    if (day === null) continue;
    const classes = byDay.get(day) ?? new Map<string, TripClass>();
    byDay.set(day, classes);
    const tripClass = classOf(cell);
    if (!classes.has(tripClass.key)) classes.set(tripClass.key, tripClass);
  }
  return new Map([...byDay].map(([day, classes]) => [day, [...classes.values()]]));
}

interface DirectionPlaces {
  origin: string;
  destination: string;
  isInbound: boolean;
}

function* priceDays(
  deps: DayDeps,
  direction: DirectionPlaces,
  days: ReadonlyMap<EpochDay, TripClass[]>,
): Generator<undefined, Map<EpochDay, DayPrices>> {
  const prices = new Map<EpochDay, DayPrices>();
  for (const [day, classes] of days) {
    prices.set(day, yield* priceDay(deps, { ...direction, day, classes, isFirst: prices.size === 0 }));
    yield;
  }
  return prices;
}

/** Cells per step. */
const cellsPerStep = 64;

interface Directions {
  outbound: ReadonlyMap<EpochDay, DayPrices>;
  inbound: ReadonlyMap<EpochDay, DayPrices>;
}

function* priceCells(
  query: CalendarQuery,
  classOf: ClassOf,
  { outbound, inbound }: Directions,
): Generator<undefined, CalendarPrices> {
  const prices: CalendarPrices = { cash: { any: [], nonstop: [] }, award: [] };
  const programs = query.search.includeAward ? programsOf(query.search) : [];
  const awards = programs.map((program) => ({ program, any: [] as CellPrices, nonstop: [] as CellPrices }));
  for (const [at, cell] of query.cells.entries()) {
    if (at % cellsPerStep === 0) yield;
    const out = outbound.get(cell.day);
    const back = cell.returnDay === null ? null : inbound.get(cell.returnDay);
    for (const stops of ["any", "nonstop"] as const) {
      const slices = { out: out?.[stops], back: back === null ? null : back?.[stops], tripClass: classOf(cell) };
      prices.cash[stops].push(cashOf(query, slices));
      for (const award of awards) award[stops].push(milesOf(query, slices, award.program));
    }
  }
  prices.award = awards
    .filter(({ any }) => any.some((miles) => miles !== null))
    .map(({ program, any, nonstop }) => ({ program: program.code, any, nonstop }));
  return prices;
}

interface CellSlices {
  out: SlicePrices | undefined;
  /** Null for one way. */
  back: SlicePrices | undefined | null;
  tripClass: TripClass;
}

function cashOf({ search, totalOf }: CalendarQuery, { out, back, tripClass }: CellSlices): number | null {
  if (out === undefined || back === undefined) return null;
  const tolerance = search.priceToleranceCents ?? 0;
  const { key, surchargesFrom } = tripClass;
  const oneWay = out.oneWay.get(surchargesFrom) ?? [];
  let lowest: LowestPairs<SlicePrice> = { value: Number.POSITIVE_INFINITY, pairs: [] };
  if (back === null) lowest = lowestOf(oneWay, tolerance);
  else {
    const limits = { minStayMinutes, tolerance };
    notePairs(lowest, oneWay, back.oneWay.get(surchargesFrom) ?? [], limits);
    for (const [combination, halves] of out.halves.get(key) ?? []) {
      notePairs(lowest, halves, back.halves.get(key)?.get(combination) ?? [], limits);
    }
  }
  if (lowest.pairs.length === 0) return null;
  const travelers = travelersOf(search);
  const total = Math.min(...lowest.pairs.map((slices) => totalOf(faresOfSlices(slices, travelers))));
  return total <= (search.priceLimit?.minor ?? Number.POSITIVE_INFINITY) ? total : null;
}

function milesOf({ search }: CalendarQuery, slices: CellSlices, program: Program): number | null {
  const adultMiles =
    search.priceLimit === undefined ? lowestMiles(slices, program) : lowestMilesWithin(search, slices, program);
  if (adultMiles === Number.POSITIVE_INFINITY) return null;
  let miles = 0;
  for (const { kind, count } of travelersOf(search)) {
    miles += count * (kind === "infant" ? infantMilesOf(program, adultMiles) : adultMiles);
  }
  return miles;
}

/** Fewest miles of one adult; Infinity without an award. */
function lowestMiles({ out, back }: CellSlices, { code }: Program): number {
  const there = out?.miles.get(code);
  if (there === undefined || back === undefined) return Number.POSITIVE_INFINITY;
  if (back === null) return lowestOf(there, 0).value;
  const lowest: LowestPairs<null> = { value: Number.POSITIVE_INFINITY, pairs: [] };
  notePairs(lowest, there, back.miles.get(code) ?? [], { minStayMinutes, tolerance: 0 });
  return lowest.value;
}

/** The same among awards whose money part is within the limit of the search. */
function lowestMilesWithin(search: FlightSearch, { out, back, tripClass }: CellSlices, { code }: Program): number {
  const there = out?.milesWithin.get(tripClass.surchargesFrom)?.get(code);
  if (there === undefined || back === undefined) return Number.POSITIVE_INFINITY;
  const home = back === null ? null : (back.milesWithin.get(tripClass.surchargesFrom)?.get(code) ?? []);
  const allows = (slices: readonly AwardMoney[]) =>
    search.priceLimit?.allowsAward({ fares: awardFaresOf(slices, search) }) !== false;
  return lowestAllowed(there, home, { minStayMinutes, allows });
}

type Program = Parameters<typeof infantMilesOf>[0];

/** @throws TypeError for a list of places, which a calendar does not have. */
function placeOf(place: FlightSearch["origin"]): string {
  if (typeof place !== "string") throw new TypeError("a calendar has one origin and one destination");
  return place;
}
