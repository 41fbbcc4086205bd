import { addDays, type NormalizedRequest, type Partition } from "@wayfare/contract";
import {
  type FanOut,
  type SoldSeats,
  type SupplierRegistry,
  type SupplyReport,
  searchSuppliers,
} from "@wayfare/suppliers";
import type { Dictionary, Gazetteer } from "./facts.ts";
import { type Candidate, mergeAnswers } from "./merge.ts";
import { toQuery } from "./normalize.ts";
import { noSupply } from "./supply-error.ts";

/** Everything that answers searches. */
export interface SearchSupply {
  suppliers: SupplierRegistry;
  gazetteer: Gazetteer;
  dictionary: Dictionary;
}

/** What belongs to one run of the suppliers. */
export interface RunContext {
  deadlineMs: number;
  /** Aborted when the caller has gone. */
  signal: AbortSignal;
  /** Called for each supplier that failed, for the log. */
  onFailure?: (report: SupplyReport) => void;
}

export interface SearchRun {
  searchId: string;
  /** Absent where a search is no account's. */
  accountId?: string;
  environment: Partition;
  request: NormalizedRequest;
  searchedAtMs: number;
  /** What the account had sold of the sandbox. */
  soldSeats: readonly SoldSeats[];
}

/** A flight of a slice leaves a day before the slice's date at the earliest, over the date line, and at the latest after two of the longest flights and layovers. */
const daysBefore = 1;
const daysAfter = 6;

/** The days on which flights of a search can leave. */
export function daysOf({ departureDate, returnDate }: NormalizedRequest): { from: string; to: string } {
  return { from: addDays(departureDate, -daysBefore), to: addDays(returnDate ?? departureDate, daysAfter) };
}

/** Asks the suppliers of the environment and merges what they found; uncut, and the same for the same run. */
export async function findFlights(
  supply: Pick<SearchSupply, "suppliers">,
  run: SearchRun,
  context: RunContext,
): Promise<{ candidates: Candidate[]; supply: FanOut["supply"] }> {
  const suppliers = supply.suppliers.list(run.environment);
  const { answers, supply: reports } = await searchSuppliers(suppliers, toQuery(run.request), {
    ...(run.accountId === undefined ? {} : { accountId: run.accountId }),
    searchedAtMs: run.searchedAtMs,
    soldSeats: run.soldSeats,
    deadlineMs: context.deadlineMs,
    signal: context.signal,
  });
  for (const report of reports) {
    if (report.failure !== undefined && !context.signal.aborted) context.onFailure?.(report);
  }
  if (answers.length === 0) throw noSupply(reports);
  return { candidates: mergeAnswers(run.searchId, answers), supply: reports };
}
