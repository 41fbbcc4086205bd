import { addDays, type NormalizedRequest, type Partition } from "@wayfare/contract";
import {
  type FanOut,
  type SoldSeats,
  type SupplierRegistry,
  type SupplyReport,
  searchSuppliers,
} from "@wayfare/suppliers";
import type { Dictionary, Gazetteer } from "./facts.ts";
import { type Candidate, mergeResults } from "./merge.ts";
import { toQuery } from "./normalize.ts";
import { toSupplyError } from "./supply-error.ts";

/** Dependencies of a search. */
export interface SearchSupply {
  suppliers: SupplierRegistry;
  gazetteer: Gazetteer;
  dictionary: Dictionary;
}

/** Context of one call to the suppliers. */
export interface RunContext {
  deadlineMs: number;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  /** Called for each supplier that failed, for logging. */
  onFailure?: (report: SupplyReport) => void;
}

export interface SearchRun {
  searchId: string;
  /** Absent if the search belongs to no account. */
  accountId?: string;
  environment: Partition;
  request: NormalizedRequest;
  searchedAtMs: number;
  /** Seats of the sandbox that the account had sold. */
  soldSeats: readonly SoldSeats[];
  /** Name of the only supplier to search; all of them if absent. */
  source?: string;
}

/**
 * Range of departure days of a slice's flights: one day before the slice's date (across the date line) up to two of the longest flights and
 * layovers after it.
 */
const daysBefore = 1;
const daysAfter = 6;

/** Returns the range of days on which flights of a search can depart. */
export function daysOf({ departureDate, returnDate }: NormalizedRequest): { from: string; to: string } {
  return { from: addDays(departureDate, -daysBefore), to: addDays(returnDate ?? departureDate, daysAfter) };
}

/** Queries the suppliers of the environment and merges their results, without a limit. The same run always gives the same result. */
export async function findFlights(
  supply: Pick<SearchSupply, "suppliers">,
  run: SearchRun,
  context: RunContext,
): Promise<{ candidates: Candidate[]; supply: FanOut["supply"] }> {
  const suppliers = supply.suppliers
    .list(run.environment)
    .filter(({ supplier }) => run.source === undefined || supplier.name === run.source);
  const { results, supply: reports } = await searchSuppliers(suppliers, toQuery(run.request), {
    ...(run.accountId === undefined ? {} : { accountId: run.accountId }),
    searchedAtMs: run.searchedAtMs,
    soldSeats: run.soldSeats,
    deadlineMs: context.deadlineMs,
    signal: context.signal,
  });
  for (const report of reports) {
    if (report.failure !== undefined && !context.signal.aborted) context.onFailure?.(report);
  }
  if (results.length === 0) throw toSupplyError(reports);
  return { candidates: mergeResults(run.searchId, results), supply: reports };
}
