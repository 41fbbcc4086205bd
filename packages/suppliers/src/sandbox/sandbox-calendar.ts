import { type CpuScheduler, Semaphore, SemaphoreBusyError } from "@wayfare/concurrency";
import { placeIdOf } from "@wayfare/contract";
import { type CalendarPrices, createCalendarPricer, type Filing, parseEpochDay, type Timetable } from "@wayfare/engine";
import {
  type CalendarContext,
  type CalendarDates,
  type CalendarQuery,
  type CellPrices,
  type ExploredDestination,
  type ExploreQuery,
  type LowestPrice,
  type SuppliedCalendar,
  SupplierBusy,
} from "../port/port.ts";
import { toFlightSearch } from "./flight-search.ts";
import { totalOfFares } from "./supplied-flight.ts";

/** Calendars and explorations that wait for the one that runs. */
const maxWaiting = 16;

interface CalendarDeps {
  filings: readonly Filing[];
  cpu: CpuScheduler;
}

/** Lowest prices of the sandbox over many days or destinations. */
export interface SandboxCalendar {
  calendar(query: CalendarQuery, context: CalendarContext): Promise<SuppliedCalendar>;
  explore(query: ExploreQuery, context: CalendarContext): Promise<ExploredDestination[]>;
}

/**
 * Creates the calendars of the sandbox. They run one at a time, in short turns between the searches of the thread, with separate working
 * memory. An exploration is a calendar of each destination.
 */
export function createSandboxCalendar(timetable: Timetable, { filings, cpu }: CalendarDeps): SandboxCalendar {
  const pricer = createCalendarPricer(timetable, { filings });
  const running = new Semaphore({ maxRunning: 1, maxWaiting });

  async function run<Result>(
    { accountId = "", signal }: CalendarContext,
    work: () => Generator<undefined, Result>,
  ): Promise<Result> {
    try {
      return await running.run(accountId, () => cpu.runInTurns(`calendar ${accountId}`, work, { signal }), signal);
    } catch (error) {
      if (error instanceof SemaphoreBusyError) throw new SupplierBusy("too many queued calendars");
      throw error;
    }
  }

  return {
    async calendar(query, context) {
      const [first] = query.cells;
      if (first === undefined) return { cash: { any: [], nonstop: [] }, award: [] };
      const search = toSearch({ ...query.search, ...first }, context);
      const { currency } = query.search;
      const cells = query.cells.map(toDays);
      return run(context, () =>
        pricer.priceInSteps({ search, cells, totalOf: (fares) => totalOfFares(fares, currency) }),
      );
    },
    async explore({ search: terms, destinations, cells: trips }, context) {
      const [first] = trips;
      const [any] = destinations;
      if (first === undefined || any === undefined) return [];
      const search = toSearch({ ...terms, ...first, destination: any }, context);
      const cells = trips.map(toDays);
      return run(context, function* () {
        const explored: ExploredDestination[] = [];
        for (const destination of destinations) {
          const prices = yield* pricer.priceInSteps({
            search: { ...search, destination: placeIdOf(destination) },
            cells,
            totalOf: (fares) => totalOfFares(fares, terms.currency),
          });
          explored.push(lowestOf(destination, prices, terms.includeCash));
          yield;
        }
        return explored;
      });
    },
  };
}

function toSearch(
  query: CalendarQuery["search"] & CalendarDates,
  { searchedAtMs, soldSeats }: CalendarContext,
): ReturnType<typeof toFlightSearch> {
  return toFlightSearch({ ...query, limit: 1, sort: "price", allOffers: true }, searchedAtMs, soldSeats);
}

function toDays({ departureDate, returnDate }: CalendarDates) {
  return { day: parseEpochDay(departureDate), returnDay: returnDate === null ? null : parseEpochDay(returnDate) };
}

function lowestOf(
  destination: ExploredDestination["destination"],
  { cash, award }: CalendarPrices,
  includeCash: boolean,
): ExploredDestination {
  let lowestAward: ExploredDestination["award"] = null;
  for (const { program, any } of award) {
    const lowest = findLowest(any);
    if (lowest !== null && (lowestAward === null || lowest.value < lowestAward.value)) {
      lowestAward = { ...lowest, program };
    }
  }
  return {
    destination,
    cash: includeCash ? findLowest(cash.any) : null,
    nonstopCash: includeCash ? findLowest(cash.nonstop) : null,
    award: lowestAward,
  };
}

function findLowest(prices: CellPrices): LowestPrice | null {
  let lowest: LowestPrice | null = null;
  for (const [cell, value] of prices.entries()) {
    if (value !== null && (lowest === null || value < lowest.value)) lowest = { value, cell };
  }
  return lowest;
}
