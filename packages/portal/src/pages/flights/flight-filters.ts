/** Times of day of a departure or arrival, as ranges of local hours: from inclusive, to exclusive. */
export const dayparts = {
  night: { from: 0, to: 6, label: "Before 06:00" },
  morning: { from: 6, to: 12, label: "06:00–12:00" },
  afternoon: { from: 12, to: 18, label: "12:00–18:00" },
  evening: { from: 18, to: 24, label: "After 18:00" },
} as const;

export type Daypart = keyof typeof dayparts;

/** Conditions on the flights and offers of a response. Absent members do not filter. */
export interface FlightFilters {
  /** At least one of these marketing carriers, as codes separated by commas. */
  airline?: string;
  /** Only flights sold by airlines of these alliances alone, as names separated by commas. */
  alliance?: string;
  /** Only awards of these programs, as codes separated by commas. */
  program?: string;
  /** Local time of the first departure. */
  departs?: Daypart;
  /** Local time of the first slice's arrival. */
  arrives?: Daypart;
  /** Only nonstop flights, and connections at these airports alone, as codes separated by commas. */
  via?: string;
  /** Maximum of each layover, in hours. */
  maxLayover?: number;
  /** Maximum duration of each slice. */
  maxHours?: number;
  /** Maximum total of cash offers, in the currency of the response. */
  maxPrice?: number;
  /** Maximum miles of awards. */
  maxMiles?: number;
  /** Maximum stops of each slice. */
  maxStops?: number;
  /** 1: only cash offers that state a checked bag on every segment. */
  bag?: number;
}
