import type { CalendarResponse, SearchRequest } from "../generated/types.ts";

/** Lowest miles of one program for all travelers; null if there is no award. */
export interface CalendarCellAward {
  program: string;
  miles: number | null;
  nonstopMiles: number | null;
}

/** Lowest prices of one departure date and, for round trips, one return date. */
export interface CalendarCell {
  departureDate: string;
  /** Null for one-way trips. */
  returnDate: string | null;
  /** Lowest total in the currency of the calendar, as a decimal string; null if there is none or none was requested. */
  amount: string | null;
  nonstopAmount: string | null;
  /** Programs with an award. */
  award: CalendarCellAward[];
  /** The search that returns these prices. */
  request: SearchRequest;
}

/** Lists the cells of a calendar that have a price, by departure date. */
export function listCalendarCells(calendar: CalendarResponse): CalendarCell[] {
  const { departureDates, stayNights, returnDates, cash, award } = calendar;
  const columns = stayNights?.length ?? returnDates?.length ?? 1;
  return departureDates.flatMap((departureDate, row) =>
    Array.from({ length: columns }, (_, column): CalendarCell => {
      const at = row * columns + column;
      const nights = stayNights?.[column];
      const returnDate = nights === undefined ? (returnDates?.[column] ?? null) : addDays(departureDate, nights);
      const awards = award.map(({ program, values, cells, nonstopCells }) => {
        const valueOf = (indexes: readonly number[]) => values[indexes[at] ?? 0] ?? null;
        return { program, miles: valueOf(cells), nonstopMiles: valueOf(nonstopCells) };
      });
      return {
        departureDate,
        returnDate,
        amount: cash?.amounts[at] ?? null,
        nonstopAmount: cash?.nonstopAmounts[at] ?? null,
        award: awards.filter(({ miles }) => miles !== null),
        request: { ...calendar.request, departureDate, returnDate },
      };
    }).filter(({ amount, award: awards }) => amount !== null || awards.length > 0),
  );
}

function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
