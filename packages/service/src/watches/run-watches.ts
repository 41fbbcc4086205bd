import { setImmediate as nextIteration } from "node:timers/promises";
import { DomainError, formatInstant, type SearchRequest, type WatchRunReason } from "@wayfare/contract";
import { daysOf, type JobContext, normalizeRequest, type WatchAnswer, type WatchJob } from "@wayfare/search";
import type { SearchDeps } from "../search/deps.ts";
import { jobContextOf } from "../search/job-context.ts";
import { newSearch } from "../search/new-search.ts";
import { type Evaluation, evaluate } from "./evaluate.ts";
import { type WatchGroup, withSearchId } from "./groups.ts";
import { toWatchSearch } from "./input.ts";
import type { LeasedWatch } from "./run-store.ts";

export interface WatchSearchDeps {
  search: Omit<SearchDeps, "shedding" | "priceSamples" | "publicUrl" | "onSearch"> & {
    shedding: Pick<SearchDeps["shedding"], "admitWatch">;
  };
  log: { warn(details: object, message: string): void; error(details: object, message: string): void };
}

/** Result of a watch in a run. */
export type WatchOutcome =
  | { watch: LeasedWatch; evaluation: Evaluation }
  /** Null for a watch that has expired. */
  | { watch: LeasedWatch; failure: WatchRunReason | null };

/** Evaluations between two returns to the event loop. */
const watchesPerTurn = 50;

/**
 * Runs the search of a group once and compares it with each watch. A failed search is the failure of each watch. Returns undefined if the
 * process is too busy or stops: the runs are made later.
 */
export async function runGroup(
  deps: WatchSearchDeps,
  group: WatchGroup,
  { nowMs, signal }: { nowMs: number; signal: AbortSignal },
): Promise<WatchOutcome[] | undefined> {
  const [first] = group.watches;
  if (first === undefined) return [];
  const searchedAtMs = nowMs + group.offsetMs;
  try {
    const request = normalizeRequest(toWatchSearch(first.search), deps.search.supply, searchedAtMs);
    const { answer, salesVersion } = await searchGroup(deps, group, { request, searchedAtMs, signal });
    const outcomes: WatchOutcome[] = [];
    for (const watch of group.watches) {
      if (outcomes.length % watchesPerTurn === watchesPerTurn - 1) await nextIteration();
      const { condition, state } = watch;
      outcomes.push({ watch, evaluation: evaluate({ condition, request, state }, answer) });
    }
    return await storeSearches(deps, outcomes, { answer, request, searchedAtMs, salesVersion });
  } catch (error) {
    if (signal.aborted || (error instanceof DomainError && error.code === "OVERLOADED")) return undefined;
    const failure = reasonOf(error);
    if (failure === "error") deps.log.error({ err: error }, "search of watches failed");
    return group.watches.map((watch) => ({ watch, failure }));
  }
}

function reasonOf(error: unknown): WatchRunReason {
  if (!(error instanceof DomainError)) return "error";
  if (error.code === "SEARCH_UNPROCESSABLE") return "search_refused";
  return error.code === "SUPPLY_UNAVAILABLE" ? "supply_unavailable" : "error";
}

interface SearchTime {
  request: WatchJob["request"];
  searchedAtMs: number;
}

async function searchGroup(
  { search, log }: WatchSearchDeps,
  { accountId, environment, access, watches }: WatchGroup,
  { request, searchedAtMs, signal }: SearchTime & { signal: AbortSignal },
): Promise<{ answer: WatchAnswer; salesVersion: number }> {
  const account = accountId ?? watches[0]?.accountId ?? "";
  const context: JobContext =
    access.size === 0
      ? { signal, access }
      : await jobContextOf(search, { signal, log, caller: { accountId: account, environment } });
  return search.shedding.admitWatch({ account, isLive: access.size > 0 }, async () => {
    const sales =
      accountId === null
        ? { version: 0, seats: [] }
        : await search.findSales({ accountId, environment }, daysOf(request));
    const job: WatchJob = {
      searchId: placeholderId,
      accountId: account,
      environment,
      request,
      searchedAtMs,
      soldSeats: sales.seats,
      deadlineMs: search.deadlineMs,
    };
    const answer = await search.supply.runner.watch(job, context);
    if (access.size > 0)
      search.supplierAccess.recordSearch?.({
        accountId: account,
        environment,
        supply: answer.supply,
        flights: answer.flights.length,
      });
    return { answer, salesVersion: sales.version };
  });
}

/** Each account with matches gets its own id of the search. */
const placeholderId = `srch_${"0".repeat(26)}`;

/** Stores the search for each account and application with matches, so that their offers can be priced and booked. */
async function storeSearches(
  { search }: WatchSearchDeps,
  outcomes: readonly WatchOutcome[],
  { answer, ...run }: SearchTime & { answer: WatchAnswer; salesVersion: number },
): Promise<WatchOutcome[]> {
  const ids = new Map<string, string>();
  const insertions: Promise<void>[] = [];
  const moved = outcomes.map((outcome): WatchOutcome => {
    if (!("evaluation" in outcome) || outcome.evaluation.matchCount === 0) return outcome;
    const { watch, evaluation } = outcome;
    const owner = `${watch.accountId} ${watch.applicationId ?? ""}`;
    let id = ids.get(owner);
    if (id === undefined) {
      const stored = newSearch(search, { ...watch, id: watch.createdBy }, run);
      id = stored.id;
      ids.set(owner, id);
      insertions.push(search.store.insert(stored));
      if (answer.kept !== undefined) {
        insertions.push(search.keptOffers.insert(stored, { searchId: id, part: 0, kept: answer.kept }));
      }
    }
    const { matches, changed } = evaluation;
    return {
      watch,
      evaluation: { ...evaluation, matches: withSearchId(matches, id), changed: withSearchId(changed, id) },
    };
  });
  await Promise.all(insertions);
  return moved;
}

/** Returns the data of `watch.matched`. */
export function matchedData(watch: LeasedWatch, evaluation: Evaluation, searchedAtMs: number): Record<string, unknown> {
  const search: SearchRequest = watch.search;
  return {
    watchId: watch.id,
    search,
    condition: watch.condition,
    flights: evaluation.changed,
    flightCount: evaluation.changedCount,
    matchCount: evaluation.matchCount,
    because: evaluation.because,
    searchedAt: formatInstant(searchedAtMs),
    metadata: watch.metadata,
  };
}
