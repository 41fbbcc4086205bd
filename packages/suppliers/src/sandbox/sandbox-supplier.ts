import { CpuScheduler } from "@wayfare/concurrency";
import { createSearcher, type Filing, openTimetable } from "@wayfare/engine";
import { type SuppliedFlight, type Supplier, SupplierBusy } from "../port/port.ts";
import { repriceBySearch } from "../reprice/reprice-by-search.ts";
import { toFlightSearches } from "./flight-search.ts";
import { createSandboxCalendar } from "./sandbox-calendar.ts";
import { toSuppliedFlight } from "./supplied-flight.ts";

export const sandboxName = "sandbox";

/** The simulated world of a sandbox. Can be passed to other threads, which share the buffer. */
export interface SandboxWorld {
  buffer: SharedArrayBuffer;
  /** Identifies the buffer and the filings together. */
  version: string;
  /** Fares from a table; they replace the generated ones. */
  filings?: readonly Filing[];
}

/**
 * Maximum number of searches that wait for the thread. It bounds memory; callers should reject searches that would be late before they are
 * queued.
 */
const maxWaiting = 512;

/** Converted flights per step. */
const flightsPerStep = 25;

/**
 * Creates the simulated supplier: the engine on this thread.
 *
 * @param options.cpu scheduler of the thread's CPU-bound work
 * @param options.isChecked true if another thread of the process has opened the world
 */
export function createSandboxSupplier(
  world: SandboxWorld,
  { cpu = new CpuScheduler(), isChecked = false }: { cpu?: CpuScheduler; isChecked?: boolean } = {},
): Supplier {
  const timetable = openTimetable(world.buffer, { isChecked });
  const { filings = [] } = world;
  const searcher = createSearcher(timetable, { filings });

  const search: Supplier["search"] = async function* (query, { accountId = "", searchedAtMs, soldSeats = [], signal }) {
    if (cpu.waiting >= maxWaiting) throw new SupplierBusy("too many queued searches");
    const flights = await cpu.run(
      accountId,
      function* () {
        const supplied: SuppliedFlight[] = [];
        for (const flightSearch of toFlightSearches(query, searchedAtMs, soldSeats)) {
          const found = yield* searcher.searchInSteps(flightSearch);
          const terms = { currency: query.currency, slices: new Map() };
          for (const flight of found) {
            if (supplied.length % flightsPerStep === 0) yield;
            supplied.push(toSuppliedFlight(flight, terms));
          }
        }
        return supplied;
      },
      { signal },
    );
    if (flights.length > 0) yield { flights };
  };
  const { version } = world;
  const prices = createSandboxCalendar(timetable, { filings, cpu });

  return {
    name: sandboxName,
    simulated: true,
    capabilities: {
      cash: true,
      award: true,
      roundTrips: true,
      cities: true,
      cabins: ["economy", "premium_economy", "business", "first"],
      multiCity: true,
      flexible: true,
      calendar: true,
    },
    credentials: [],
    testMode: false,
    callCostUsdCents: 0,
    mayStoreResults: true,
    version,
    search,
    calendar: (query, context) => prices.calendar(query, context),
    explore: (query, context) => prices.explore(query, context),
    reprice: repriceBySearch({ search, version }),
  };
}
