import { type Clock, formatInstant, newId, type WatchRunReason } from "@wayfare/contract";
import { type Database, runUnitOfWork } from "@wayfare/database";
import { recordEvents } from "@wayfare/webhooks";
import type { SearchUnit, SearchUnits } from "../limits/search-units.ts";
import type { RequestRecord } from "../requests/record.ts";
import { findPause } from "../storage/pause-store.ts";
import { isAccountOpen } from "../tenancy/account-state.ts";
import type { Meter } from "../usage/meter.ts";
import { groupWatches } from "./groups.ts";
import { type FinishedRun, finishRuns, type LeasedWatch, leaseDueWatches, postponeRuns } from "./run-store.ts";
import { matchedData, runGroup, type WatchOutcome, type WatchSearchDeps } from "./run-watches.ts";
import { nextRunMs } from "./schedule.ts";

/** Time in which one process alone may run a watch. Longer than any search. */
const leaseMs = 120_000;
/** Watches of a lease. */
const maxLeased = 500;
/** Delay of runs for which the process is too busy. */
const postponedMs = 15_000;

export interface WatchRunnerDeps extends WatchSearchDeps {
  database: Database;
  /** Real time. */
  clock: Clock;
  searchUnits: Pick<SearchUnits, "acquire">;
  meter: Pick<Meter, "recordAll" | "isFull">;
  /** Returns the accounts that have sold seats in the sandbox. */
  findSellers: (accountIds: readonly string[], environment: LeasedWatch["environment"]) => Promise<ReadonlySet<string>>;
}

/** A watch to run, with the units of its run; null if it needs none. */
interface AdmittedWatch {
  watch: LeasedWatch;
  unit: SearchUnit | null;
}

/** Runs due watches: any number of processes at the same time, each watch by one of them. */
export class WatchRunner {
  readonly #deps: WatchRunnerDeps;

  constructor(deps: WatchRunnerDeps) {
    this.#deps = deps;
  }

  /** Runs due watches until none is left, or the process is too busy. Returns the number of runs. */
  async runDue(signal: AbortSignal): Promise<number> {
    const { database, meter } = this.#deps;
    if ((await findPause(database)) !== undefined) return 0;
    let total = 0;
    while (!signal.aborted && !meter.isFull()) {
      const runs = await this.runNext(signal);
      if (runs === undefined) break;
      total += runs;
    }
    return total;
  }

  /** Runs the watches of the next due search. Returns the number of runs; undefined if none is due, or the process is too busy. */
  async runNext(signal: AbortSignal): Promise<number | undefined> {
    const { database, clock } = this.#deps;
    const nowMs = clock.nowMs();
    const leased = await runUnitOfWork(database, nowMs, ({ tx }) =>
      leaseDueWatches(tx, { nowMs, leaseMs, limit: maxLeased }),
    );
    if (leased === undefined) return undefined;
    const { leaseId, watches } = leased;
    const startedMs = performance.now();
    const { admitted, outcomes } = await this.#admit(watches, nowMs);
    try {
      const found = await this.#search(admitted, { nowMs, signal });
      if (found === undefined) {
        await this.#postpone(leaseId, signal.aborted ? nowMs : nowMs + postponedMs);
        return undefined;
      }
      const stored = await this.#store(leaseId, [...outcomes, ...found], nowMs);
      this.#count(admitted, { stored, found, nowMs, durationMs: performance.now() - startedMs });
      return watches.length;
    } finally {
      for (const { unit } of admitted) unit?.finish();
    }
  }

  /** Acquires the units of the runs. Expired watches, and those that may not run, have an outcome at once. */
  async #admit(
    watches: readonly LeasedWatch[],
    nowMs: number,
  ): Promise<{ admitted: AdmittedWatch[]; outcomes: WatchOutcome[] }> {
    const admitted: AdmittedWatch[] = [];
    const outcomes: WatchOutcome[] = [];
    for (const watch of watches) {
      const refuse = (failure: WatchRunReason) => void outcomes.push({ watch, failure });
      if (watch.expiresAtMs <= nowMs + watch.offsetMs) outcomes.push({ watch, failure: null });
      else if (!isAccountOpen(watch.account, nowMs)) refuse("account_suspended");
      else {
        const unit = await this.#deps.searchUnits.acquire({ ...watch, limit: watch.usageLimits.searches });
        if (unit !== null && "plan" in unit) refuse("quota_exceeded");
        else if (unit !== null && "exceeded" in unit) refuse("key_limit_exceeded");
        else admitted.push({ watch, unit });
      }
    }
    return { admitted, outcomes };
  }

  /** Searches each group once. Returns undefined if the process is too busy, or stops. */
  async #search(
    admitted: readonly AdmittedWatch[],
    { nowMs, signal }: { nowMs: number; signal: AbortSignal },
  ): Promise<WatchOutcome[] | undefined> {
    const { search, findSellers } = this.#deps;
    const { supplierAccess } = search;
    const deps = { findSellers, accessFor: supplierAccess.accessFor.bind(supplierAccess) };
    const watches = admitted.map(({ watch }) => watch);
    const outcomes: WatchOutcome[] = [];
    for (const group of await groupWatches(deps, watches)) {
      const found = await runGroup(this.#deps, group, { nowMs, signal });
      if (found === undefined) return undefined;
      outcomes.push(...found);
    }
    return outcomes;
  }

  /** Stores the runs and their events in one transaction. Returns the ids of the watches whose runs count. */
  #store(leaseId: string, outcomes: readonly WatchOutcome[], nowMs: number): Promise<ReadonlySet<string>> {
    return runUnitOfWork(this.#deps.database, nowMs, async ({ tx }) => {
      const stored = await finishRuns(
        tx,
        leaseId,
        outcomes.map((outcome) => toFinished(outcome, nowMs)),
        nowMs,
      );
      const events = outcomes.flatMap((outcome) => {
        if (!("evaluation" in outcome) || outcome.evaluation.changedCount === 0 || !stored.has(outcome.watch.id))
          return [];
        const { watch, evaluation } = outcome;
        const { accountId, environment, applicationId, offsetMs } = watch;
        const data = matchedData(watch, evaluation, nowMs + offsetMs);
        return { accountId, environment, applicationId, type: "watch.matched" as const, data, nowMs: nowMs + offsetMs };
      });
      await recordEvents(tx, events);
      return stored;
    });
  }

  async #postpone(leaseId: string, dueAtMs: number): Promise<void> {
    await runUnitOfWork(this.#deps.database, dueAtMs, ({ tx }) => postponeRuns(tx, leaseId, dueAtMs));
  }

  /** Counts each run that was stored and answered as one search. */
  #count(
    admitted: readonly AdmittedWatch[],
    run: { stored: ReadonlySet<string>; found: readonly WatchOutcome[]; nowMs: number; durationMs: number },
  ): void {
    const answered = new Set(run.found.flatMap((each) => ("evaluation" in each ? each.watch.id : [])));
    const counted = admitted.filter(({ watch: { id } }) => run.stored.has(id) && answered.has(id));
    const requests = counted.map(({ watch, unit }) => ({
      record: toRecord(watch, run),
      use: unit?.consume() ?? undefined,
    }));
    this.#deps.meter.recordAll(requests);
  }
}

/** Record of a run in the request log. It has no client, so it has no address. */
function toRecord(
  { accountId, environment, applicationId, createdBy }: LeasedWatch,
  { nowMs, durationMs }: { nowMs: number; durationMs: number },
): RequestRecord {
  return {
    id: newId("req", nowMs),
    accountId,
    environment,
    keyId: createdBy,
    applicationId,
    method: "RUN",
    route: "/v1/watches/{id}",
    status: 200,
    durationMs: Math.round(durationMs * 10) / 10,
    address: "",
    operation: "search",
  };
}

/** Reasons for which a run is not attempted. */
const skipReasons: ReadonlySet<WatchRunReason> = new Set(["quota_exceeded", "key_limit_exceeded", "account_suspended"]);

/** Returns the row of a run. A run that was not compared with offers only changes `lastRun`. */
function toFinished(outcome: WatchOutcome, nowMs: number): FinishedRun {
  const { watch } = outcome;
  const { state, matches, matchCount, lastMatchedAtMs, lastRun } = watch;
  const dataNowMs = nowMs + watch.offsetMs;
  const at = formatInstant(dataNowMs);
  const unchanged = { watch, state, matches, matchCount, lastMatchedAtMs };
  const dueAtMs = Math.min(nextRunMs(watch, nowMs), watch.expiresAtMs - watch.offsetMs);
  if ("evaluation" in outcome) {
    const { evaluation } = outcome;
    return {
      watch,
      status: "active",
      run: {
        startedAt: at,
        status: evaluation.isComplete ? "succeeded" : "partial",
        reason: evaluation.isComplete ? null : "supplier_failed",
      },
      state: evaluation.state,
      matches: evaluation.matches,
      matchCount: evaluation.matchCount,
      lastMatchedAtMs: evaluation.changedCount > 0 ? dataNowMs : lastMatchedAtMs,
      dueAtMs,
    };
  }
  const { failure: reason } = outcome;
  if (reason === null) return { ...unchanged, status: "expired", run: lastRun, dueAtMs: null };
  const isSkipped = skipReasons.has(reason);
  return {
    ...unchanged,
    status: "active",
    run: { startedAt: at, status: isSkipped ? "skipped" : "failed", reason },
    dueAtMs,
  };
}
