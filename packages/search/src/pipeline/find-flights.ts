import { addDays, type NormalizedRequest, type Partition } from "@wayfare/contract";
import {
  type AccessBySupplier,
  type FanOut,
  type FanOutContext,
  type Registration,
  type SoldSeats,
  type SupplierRegistry,
  type SupplyReport,
  searchSuppliers,
} from "@wayfare/suppliers";
import { type Candidate, mergeResults } from "../candidates/merge.ts";
import type { Dictionary, Gazetteer } from "../request/facts.ts";
import { toQuery } from "../request/normalize.ts";
import { checkAnswered } from "./supply-error.ts";

/** Dependencies of a search. */
export interface SearchSupply {
  suppliers: SupplierRegistry;
  gazetteer: Pick<Gazetteer, "findAirport">;
  dictionary: Dictionary;
}

/** Context of one call to the suppliers. */
export interface RunContext {
  deadlineMs: number;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  /** Credentials and budgets of the real suppliers; those that need one and have none are not searched. */
  access?: AccessBySupplier;
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
export function daysOf({
  departureDate,
  returnDate,
  slices,
  flexibleDays = 0,
}: Pick<NormalizedRequest, "departureDate" | "returnDate" | "slices" | "flexibleDays">): { from: string; to: string } {
  const last = slices?.at(-1)?.departureDate ?? returnDate ?? departureDate;
  return { from: addDays(departureDate, -daysBefore - flexibleDays), to: addDays(last, daysAfter + flexibleDays) };
}

/** Queries the suppliers of the environment. The same run always gives the same result. @throws DomainError if none answers */
export async function findResults(
  supply: Pick<SearchSupply, "suppliers">,
  run: SearchRun,
  context: RunContext,
): Promise<FanOut> {
  const fanOut = await searchSuppliers(
    suppliersOf(supply, run, context.access),
    toQuery(run.request),
    contextOf(run, context),
  );
  for (const report of fanOut.supply) {
    if (report.failure !== undefined && !context.signal.aborted) context.onFailure?.(report);
  }
  checkAnswered(fanOut);
  return fanOut;
}

/** Queries the suppliers of the environment and merges their results at once, without a limit. */
export async function findFlights(
  supply: Pick<SearchSupply, "suppliers">,
  run: SearchRun,
  context: RunContext,
): Promise<{ candidates: Candidate[]; supply: FanOut["supply"] }> {
  const { results, supply: reports } = await findResults(supply, run, context);
  return { candidates: mergeResults(run.searchId, results, run.request.currency), supply: reports };
}

/**
 * Returns the suppliers that a run queries. A live search with access to a live supplier leaves out simulated flights; without any, the
 * sandbox answers it.
 */
export function suppliersOf(
  { suppliers }: Pick<SearchSupply, "suppliers">,
  { environment, source }: Pick<SearchRun, "environment" | "source">,
  access: AccessBySupplier = new Map(),
): readonly Registration[] {
  const registered = suppliers.list(environment);
  if (source !== undefined) return registered.filter(({ supplier }) => supplier.name === source);
  const isLive = environment === "live" && registered.some(({ supplier }) => access.has(supplier.name));
  return isLive ? registered.filter(({ supplier }) => !supplier.simulated) : registered;
}

/** Returns the context of the suppliers in a run. */
export function contextOf(run: SearchRun, { deadlineMs, signal, access }: RunContext): FanOutContext {
  return {
    partition: run.environment,
    ...(access && { access }),
    ...(run.accountId === undefined ? {} : { accountId: run.accountId }),
    searchedAtMs: run.searchedAtMs,
    soldSeats: run.soldSeats,
    deadlineMs,
    signal,
  };
}
