import {
  type CalendarResponse,
  type CalendarSearch,
  type Currency,
  DomainError,
  formatInstant,
  formatMoney,
  type NormalizedRequest,
} from "@wayfare/contract";
import {
  type CalendarQuery,
  type CellPrices,
  DeadlineExceededError,
  type Registration,
  type SuppliedCalendar,
  SupplierBusy,
  withDeadline,
} from "@wayfare/suppliers";
import { toQuery } from "../request/normalize.ts";
import type { NormalizedCalendar } from "../request/normalize-calendar.ts";
import { compress } from "../serialize/compress.ts";
import type { CalendarAnswer, CalendarJob } from "./calendar-job.ts";
import { type RunContext, type SearchSupply, suppliersOf } from "./find-flights.ts";

/** Dependencies of a calendar. */
interface CalendarDeps {
  supply: Pick<SearchSupply, "suppliers">;
}

/**
 * Prices a calendar and writes its response. Suppliers without calendars are reported as skipped: a search of each cell would use up their
 * budgets.
 *
 * @throws DomainError if a supplier with calendars does not answer
 */
export async function answerCalendar(
  { supply: { suppliers } }: CalendarDeps,
  job: CalendarJob,
  { access, signal }: Pick<RunContext, "access" | "signal">,
): Promise<CalendarAnswer> {
  const startedMs = performance.now();
  const registrations = suppliersOf({ suppliers }, job, access);
  const capable = registrations.find(({ supplier }) => supplier.calendar !== undefined);
  const supplied = capable === undefined ? null : await priceCells(capable, job, signal);
  const cells = supplied === null ? 0 : countCells(supplied);
  const supply = registrations
    .filter(({ supplier }) => supplier.credentials.length === 0 || access?.has(supplier.name) === true)
    .map(({ supplier }): CalendarResponse["supply"][number] => {
      const isCapable = supplier === capable?.supplier;
      return {
        source: supplier.name,
        status: isCapable ? "ok" : "skipped",
        reason: isCapable ? null : "unsupported",
        offers: isCapable ? cells : 0,
        tookMs: isCapable ? Math.round(performance.now() - startedMs) : 0,
        observedAt: isCapable && cells > 0 ? formatInstant(job.searchedAtMs) : null,
        coverage: isCapable ? 1 : null,
      };
    });
  const response: CalendarResponse = {
    environment: job.environment,
    createdAt: formatInstant(job.searchedAtMs),
    request: toCalendarSearch(job.calendar.search),
    departureDates: job.calendar.departureDates,
    stayNights: job.calendar.stayNights,
    returnDates: job.calendar.returnDates,
    ...toColumns(supplied, job.calendar),
    supply,
    simulated: capable?.supplier.simulated ?? false,
  };
  const body = compress(new TextEncoder().encode(JSON.stringify(response)), job.coding);
  return { ...body, cells, supply };
}

async function priceCells(
  { supplier }: Registration,
  job: CalendarJob,
  signal: AbortSignal,
): Promise<SuppliedCalendar> {
  const { accountId, searchedAtMs, soldSeats, calendar } = job;
  const query: CalendarQuery = {
    search: toQuery(calendar.search),
    cells: calendar.cells.filter((cell) => cell !== null),
  };
  const none: SuppliedCalendar = { cash: { any: [], nonstop: [] }, award: [] };
  try {
    return await withDeadline(
      job.deadlineMs,
      async (ended) => {
        const context = { accountId, searchedAtMs, soldSeats, signal: ended };
        return (await supplier.calendar?.(query, context)) ?? none;
      },
      signal,
    );
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof DeadlineExceededError) {
      throw new DomainError("SUPPLY_UNAVAILABLE", { detail: "The calendar timed out.", timedOut: true });
    }
    if (error instanceof SupplierBusy) throw new DomainError("OVERLOADED");
    throw error;
  }
}

function countCells({ cash, award }: SuppliedCalendar): number {
  const columns = [cash.any, ...award.map(({ any }) => any)];
  return cash.any.filter((_, at) => columns.some((column) => typeof column[at] === "number")).length;
}

function toColumns(
  supplied: SuppliedCalendar | null,
  { search, cells }: NormalizedCalendar,
): Pick<CalendarResponse, "cash" | "award"> {
  const column = (prices: CellPrices) => {
    let at = 0;
    return cells.map((cell) => (cell === null ? null : (prices[at++] ?? null)));
  };
  const amounts = (prices: CellPrices, currency: Currency) =>
    column(prices).map((minor) => (minor === null ? null : formatMoney(minor, currency).amount));
  const { currency, includeCash } = search;
  const { any = [], nonstop = [] } = supplied?.cash ?? {};
  return {
    cash: includeCash
      ? { currency, amounts: amounts(any, currency), nonstopAmounts: amounts(nonstop, currency) }
      : null,
    award: (supplied?.award ?? []).map(({ program, any: all, nonstop: direct }) => {
      return { program, ...toIndexes(column(all), column(direct)) };
    }),
  };
}

/** Lists the different values of two columns, and replaces their cells by indexes of that list. Null has index 0. */
function toIndexes(any: CellPrices, nonstop: CellPrices): Omit<CalendarResponse["award"][number], "program"> {
  const indexes = new Map<number | null, number>([[null, 0]]);
  const indexOf = (value: number | null): number => {
    const index = indexes.get(value) ?? indexes.size;
    indexes.set(value, index);
    return index;
  };
  const cells = any.map(indexOf);
  const nonstopCells = nonstop.map(indexOf);
  return { values: [...indexes.keys()], cells, nonstopCells };
}

/** Returns the search of every cell, without its dates. */
function toCalendarSearch(search: NormalizedRequest): CalendarSearch {
  const { departureDate: _from, returnDate: _to, limit: _limit, sort: _sort, profile: _profile, ...rest } = search;
  const { weights: _weights, allOffers: _all, ...request } = rest;
  return request;
}
