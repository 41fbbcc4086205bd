import {
  type CalendarResponse,
  type CalendarSearch,
  type Currency,
  formatInstant,
  formatMoney,
  type NormalizedRequest,
} from "@wayfare/contract";
import type { CalendarQuery, CellPrices, SuppliedCalendar } from "@wayfare/suppliers";
import { toQuery } from "../request/normalize.ts";
import type { NormalizedCalendar } from "../request/normalize-calendar.ts";
import { compress } from "../serialize/compress.ts";
import type { CalendarAnswer, CalendarJob } from "./calendar-job.ts";
import { askCapable } from "./calendar-supply.ts";
import type { RunContext, SearchSupply } from "./find-flights.ts";

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
  context: Pick<RunContext, "access" | "signal">,
): Promise<CalendarAnswer> {
  const { accountId, searchedAtMs, soldSeats, calendar } = job;
  const query: CalendarQuery = {
    search: toQuery(calendar.search),
    cells: calendar.cells.filter((cell) => cell !== null),
  };
  const { result, supply, simulated } = await askCapable({ suppliers }, { ...job, name: "calendar" }, context, {
    isCapable: (supplier) => supplier.calendar !== undefined,
    price: async (supplier, signal) => supplier.calendar?.(query, { accountId, searchedAtMs, soldSeats, signal }),
    count: countCells,
  });
  const response: CalendarResponse = {
    environment: job.environment,
    createdAt: formatInstant(job.searchedAtMs),
    request: toCalendarSearch(job.calendar.search),
    departureDates: job.calendar.departureDates,
    stayNights: job.calendar.stayNights,
    returnDates: job.calendar.returnDates,
    ...toColumns(result, job.calendar),
    supply,
    simulated,
  };
  const body = compress(new TextEncoder().encode(JSON.stringify(response)), job.coding);
  return { ...body, cells: result === null ? 0 : countCells(result), supply };
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
export function toCalendarSearch(search: NormalizedRequest): CalendarSearch {
  const { departureDate: _from, returnDate: _to, limit: _limit, sort: _sort, profile: _profile, ...rest } = search;
  const { weights: _weights, allOffers: _all, allianceAirlines: _airlines, ...request } = rest;
  return request;
}
