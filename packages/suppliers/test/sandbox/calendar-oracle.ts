import type { CalendarDates, SearchQuery, SuppliedFlight, Supplier } from "@wayfare/suppliers";

const searchedAtMs = Date.parse("2027-01-02T10:30:30Z");
const signal = new AbortController().signal;

/** Dates of a calendar: `nights` null for one way. */
export function cellsFrom(first: string, days: number, nights: readonly (number | null)[]): CalendarDates[] {
  const dateOf = (offset: number) => new Date(Date.parse(`${first}T00:00:00Z`) + offset * 86_400_000);
  const format = (date: Date) => date.toISOString().slice(0, 10);
  return Array.from({ length: days }, (_, day) =>
    nights.map((stay) => ({
      departureDate: format(dateOf(day)),
      returnDate: stay === null ? null : format(dateOf(day + stay)),
    })),
  ).flat();
}

/** Prices of the cells of a calendar, as a list of the prices that a cell has by name. */
export async function priceCalendar(
  supplier: Supplier,
  query: SearchQuery,
  cells: readonly CalendarDates[],
): Promise<Record<string, number | null>[]> {
  const calendar = await supplier.calendar?.({ search: query, cells }, { searchedAtMs, signal });
  if (calendar === undefined) throw new Error("no calendar");
  return cells.map((_, at) => ({
    cash: calendar.cash.any[at] ?? null,
    nonstopCash: calendar.cash.nonstop[at] ?? null,
    ...Object.fromEntries(
      calendar.award.flatMap(({ program, any, nonstop }) => [
        [program, any[at] ?? null],
        [`nonstop ${program}`, nonstop[at] ?? null],
      ]),
    ),
  }));
}

/** The same prices of one cell, from searches of its dates for each of the programs. */
export async function searchCell(
  supplier: Supplier,
  query: SearchQuery,
  { dates, programs }: { dates: CalendarDates; programs: readonly string[] },
): Promise<Record<string, number | null>> {
  const find = async (changes: Partial<SearchQuery>): Promise<SuppliedFlight[]> => {
    const search = { ...query, ...dates, limit: 250, ...changes };
    const context = { searchedAtMs, deadlineMs: 60_000, signal };
    const flights = await Array.fromAsync(supplier.search(search, context));
    return flights.flatMap((batch) => batch.flights);
  };
  const lowest = (values: (number | null)[]) =>
    values.reduce<number | null>((least, value) => (least === null || (value ?? least) < least ? value : least), null);
  const cash = async (maxStops: SearchQuery["maxStops"]) => {
    const flights = await find({ includeAward: false, includeCash: true, sort: "price", maxStops });
    return lowest(flights.flatMap((flight) => flight.cash.map(({ total }) => total)));
  };
  const found: Record<string, number | null> = { cash: await cash(query.maxStops), nonstopCash: await cash(0) };
  for (const program of programs) {
    const miles = async (maxStops: SearchQuery["maxStops"]) => {
      const only = { programs: [program], includeCash: false, includeAward: true, sort: "miles" as const, maxStops };
      return lowest((await find(only)).flatMap((flight) => flight.award.map((award) => award.miles)));
    };
    found[program] = await miles(query.maxStops);
    found[`nonstop ${program}`] = await miles(0);
  }
  return found;
}
