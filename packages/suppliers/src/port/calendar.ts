/** Dates of one cell of a calendar, YYYY-MM-DD; `returnDate` is null for one way. */
export interface CalendarDates {
  departureDate: string;
  returnDate: string | null;
}

/** Lowest prices by cell; null if the search of the cell finds none. */
export type CellPrices = (number | null)[];

/** Lowest prices over all flights, and over nonstop flights. */
export interface LowestPrices {
  any: CellPrices;
  nonstop: CellPrices;
}

export interface SuppliedCalendar {
  /** Minor units of the query's currency, for all travelers. */
  cash: LowestPrices;
  /** Miles for all travelers, by program; programs without a price are left out. */
  award: (LowestPrices & { program: string })[];
}
