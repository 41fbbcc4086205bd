import { type CpuScheduler, Semaphore, SemaphoreBusyError } from "@wayfare/concurrency";
import { createCalendarPricer, type Filing, parseEpochDay, type Timetable } from "@wayfare/engine";
import { type CalendarContext, type CalendarQuery, type SuppliedCalendar, SupplierBusy } from "../port/port.ts";
import { toFlightSearch } from "./flight-search.ts";
import { totalOfFares } from "./supplied-flight.ts";

/** Calendars that wait for the one that runs. */
const maxWaiting = 16;

interface CalendarDeps {
  filings: readonly Filing[];
  cpu: CpuScheduler;
}

/**
 * Creates the calendar of the sandbox. Calendars run one at a time, in short turns between the searches of the thread, with separate
 * working memory.
 */
export function createSandboxCalendar(timetable: Timetable, { filings, cpu }: CalendarDeps) {
  const pricer = createCalendarPricer(timetable, { filings });
  const running = new Semaphore({ maxRunning: 1, maxWaiting });
  return async (query: CalendarQuery, context: CalendarContext): Promise<SuppliedCalendar> => {
    const { accountId = "", searchedAtMs, soldSeats, signal } = context;
    const [first] = query.cells;
    if (first === undefined) return { cash: { any: [], nonstop: [] }, award: [] };
    const search = toFlightSearch(
      { ...query.search, ...first, limit: 1, sort: "price", allOffers: true },
      searchedAtMs,
      soldSeats,
    );
    const cells = query.cells.map(({ departureDate, returnDate }) => {
      return { day: parseEpochDay(departureDate), returnDay: returnDate === null ? null : parseEpochDay(returnDate) };
    });
    const { currency } = query.search;
    const price = () => pricer.priceInSteps({ search, cells, totalOf: (fares) => totalOfFares(fares, currency) });
    try {
      return await running.run(accountId, () => cpu.runInTurns(`calendar ${accountId}`, price, { signal }), signal);
    } catch (error) {
      if (error instanceof SemaphoreBusyError) throw new SupplierBusy("too many queued calendars");
      throw error;
    }
  };
}
