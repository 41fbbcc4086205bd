import type {
  Metadata,
  RowScope,
  SearchRequest,
  WatchCondition,
  WatchFlight,
  WatchRun,
  WatchStatus,
} from "@wayfare/contract";

/** Best offer of one kind of a flight, as last reported. */
export interface ReportedOffer {
  /** Minor units of the price, miles, or negated cents per mile: lower is better. 0 if only seats matter. */
  value: number;
  source: string;
}

/** Offers of a flight as last reported; null for a kind that does not match. */
export interface ReportedFlight {
  cash: ReportedOffer | null;
  award: ReportedOffer | null;
}

/** Best values of a run. Prices are minor units of the search's currency. */
export interface BestValues {
  price: number | null;
  miles: number | null;
  centsPerPoint: number | null;
  seats: number | null;
}

/** Result of earlier runs, with which the next one is compared. */
export interface WatchState {
  /** Lowest price of the first complete run in minor units; null before, and without `dropPercent`. */
  baseline: number | null;
  /** Null before the first run. */
  last: BestValues | null;
  /** Flights that match, by id. */
  reported: Readonly<Record<string, ReportedFlight>>;
}

export const initialState: WatchState = { baseline: null, last: null, reported: {} };

export interface WatchRecord extends RowScope {
  id: string;
  createdBy: string;
  status: WatchStatus;
  /** As given, with the currency of `maxPrice` if it has none. */
  search: SearchRequest;
  searchKey: string;
  condition: WatchCondition;
  intervalMinutes: number;
  metadata: Metadata;
  createdAtMs: number;
  /** Time of the data. */
  expiresAtMs: number;
  state: WatchState;
  matches: WatchFlight[];
  matchCount: number;
  lastRun: WatchRun | null;
  lastMatchedAtMs: number | null;
  /** Real time of the next run; null if there is none. */
  dueAtMs: number | null;
}
