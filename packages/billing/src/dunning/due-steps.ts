import { type Database, isUnavailable, type Queryable, runUnitOfWork } from "@wayfare/database";
import { type Finalization, finalizeInvoices } from "../invoices/finalize.ts";
import { deleteDrafts, findFirstDrafts, findLines } from "../invoices/store.ts";
import type { BillingOptions } from "../options/options.ts";
import { toSecond } from "../rating/billing-period.ts";
import { rateOverage } from "../rating/rating.ts";
import { type BillingState, type InvoiceRecord, type SubscriptionRecord, scopeKey } from "../records/records.ts";
import { type DueAccount, lockDueAccounts, postponeAccount, rescheduleAccounts } from "../state/billing-accounts.ts";
import { loadStates } from "../state/load.ts";
import { saveOutcomes } from "../state/save.ts";
import { overageLine } from "../subscriptions/lines.ts";
import type { Outcome } from "../subscriptions/outcome.ts";
import { endSubscription, pastDueMs, renewPeriod } from "../subscriptions/renewal.ts";
import { type CountedPhase, countPhases } from "../subscriptions/usage.ts";

/** The next billing step of an account, and its due time. */
type Step =
  | { kind: "renewal" | "overdue" | "end"; atMs: number; subscription: SubscriptionRecord }
  | { kind: "finalize"; atMs: number; draft: InvoiceRecord };

interface PlannedStep {
  scope: DueAccount;
  state: BillingState;
  step: Step;
}

export interface DueStepOptions {
  options: BillingOptions;
  wallMs: number;
  /** Accounts per transaction. */
  batchSize?: number;
  /** Called with an account whose step failed, which is retried after an hour. If omitted, the error is thrown. */
  onError?: (error: unknown, scope: DueAccount) => void;
}

/** Delay before a failed account is retried. */
const retryDelayMs = 3_600_000;

/**
 * Runs all due billing steps: renewal, invoice finalization, and dunning (a subscription becomes past due when an invoice is overdue, and
 * ends 14 days later). Takes one batch of accounts per transaction and one step per account at a time, until none is due. Several processes can
 * run it concurrently: each locks accounts that no other has locked. After a crash, completed batches stay and the next run continues. If a
 * batch fails, its accounts are processed one by one, so that one account with invalid data does not block others.
 *
 * @returns the number of steps.
 */
export async function runDueSteps(database: Database, run: DueStepOptions): Promise<number> {
  const { batchSize = defaultBatchSize(database) } = run;
  for (let steps = 0; ; ) {
    const count = await runBatch(database, run, batchSize);
    if (count === 0) return steps;
    steps += count;
  }
}

/** Runs one batch and returns the number of accounts. */
async function runBatch(database: Database, run: DueStepOptions, limit: number): Promise<number> {
  let scopes: DueAccount[] = [];
  try {
    await runUnitOfWork(database, run.wallMs, async ({ tx }) => {
      scopes = await lockDueAccounts(tx, run.wallMs, limit);
      await runNextSteps(tx, scopes, run.options);
    });
  } catch (error) {
    const [scope] = scopes;
    if (scope === undefined || run.onError === undefined || isUnavailable(error)) throw error;
    if (scopes.length === 1) {
      await postponeAccount(database, scope, scope.nowMs + retryDelayMs);
      run.onError(error, scope);
    } else {
      for (let left = scopes.length; left > 0; left--) await runBatch(database, run, 1);
    }
  }
  return scopes.length;
}

/** Returns the batch size; small for PGlite, in which a long statement blocks all others. */
function defaultBatchSize({ engine }: Database): number {
  return engine === "pglite" ? 50 : 500;
}

/** Runs all due steps of a locked account, so that the caller sees its current state. */
export async function catchUp(db: Queryable, scope: DueAccount, options: BillingOptions): Promise<void> {
  while ((await runNextSteps(db, [scope], options)) > 0);
}

/** Runs the next due step of each locked account and saves when they are due next. Returns the number of steps. */
async function runNextSteps(db: Queryable, scopes: readonly DueAccount[], options: BillingOptions): Promise<number> {
  if (scopes.length === 0) return 0;
  const planned = await planSteps(db, scopes);
  const outcomes = planned.flatMap(({ scope, state, step }) =>
    step.kind === "finalize" ? [] : [{ outcome: outcomeOf(state, step, scope.nowMs), nowMs: scope.nowMs }],
  );
  for (const [nowMs, group] of Map.groupBy(outcomes, (each) => each.nowMs)) {
    await saveOutcomes(
      db,
      group.map(({ outcome }) => outcome),
      nowMs,
      options.ports,
    );
  }
  await notifyDunning(db, planned, options);
  await finalizeDrafts(db, planned, options);
  await rescheduleAccounts(db, scopes);
  return planned.length;
}

async function notifyDunning(db: Queryable, planned: readonly PlannedStep[], { ports }: BillingOptions): Promise<void> {
  for (const { scope, step } of planned) {
    const { accountId, environment, nowMs } = scope;
    if (environment !== "live") continue;
    const notice = { accountId, environment, nowMs } as const;
    if (step.kind === "end") await ports.notify(db, { ...notice, step: { kind: "ended" } });
    if (step.kind !== "overdue") continue;
    await ports.notify(db, { ...notice, step: { kind: "overdue", endsAtMs: toSecond(nowMs) + pastDueMs } });
  }
}

async function planSteps(db: Queryable, scopes: readonly DueAccount[]): Promise<PlannedStep[]> {
  const states = await loadStates(db, scopes);
  const drafts = new Map((await findFirstDrafts(db, scopes)).map((draft) => [scopeKey(draft), draft]));
  return scopes.flatMap((scope) => {
    const name = scopeKey(scope);
    const state = states.get(name);
    const step = state && nextStep(state, drafts.get(name));
    return state !== undefined && step !== undefined && step.atMs <= scope.nowMs ? [{ scope, state, step }] : [];
  });
}

/** Returns the step that is due first. */
function nextStep({ subscription, firstDueMs }: BillingState, draft: InvoiceRecord | undefined): Step | undefined {
  const steps: Step[] = [];
  if (draft !== undefined) steps.push({ kind: "finalize", atMs: draft.finalizeAtMs, draft });
  if (subscription !== null) {
    const { endMs, pastDueSinceMs } = subscription;
    steps.push({ kind: "renewal", atMs: endMs, subscription });
    if (pastDueSinceMs !== null) steps.push({ kind: "end", atMs: pastDueSinceMs + pastDueMs, subscription });
    else if (firstDueMs !== null) steps.push({ kind: "overdue", atMs: firstDueMs, subscription });
  }
  return steps.toSorted((left, right) => left.atMs - right.atMs)[0];
}

function outcomeOf(state: BillingState, step: Exclude<Step, { kind: "finalize" }>, nowMs: number): Outcome {
  const { subscription, atMs } = step;
  if (step.kind === "renewal") return renewPeriod(state, subscription, nowMs);
  if (step.kind === "end") return endSubscription(state, subscription, atMs, nowMs);
  const overdue: SubscriptionRecord = {
    ...subscription,
    status: "past_due",
    pastDueSinceMs: toSecond(nowMs),
    revision: subscription.revision + 1,
  };
  return { subscription: overdue, phases: [], redemptions: [], invoices: [] };
}

async function finalizeDrafts(db: Queryable, planned: readonly PlannedStep[], options: BillingOptions): Promise<void> {
  const due = planned.flatMap(({ scope, state, step }) =>
    step.kind === "finalize" ? [{ scope, state, draft: step.draft }] : [],
  );
  if (due.length === 0) return;
  const drafts = due.map(({ draft }) => draft);
  const written = await findLines(db, drafts);
  const counted = await countDrafts(db, drafts, options);
  const finalizations = due.map(({ scope, state, draft }): Finalization => {
    const phases = counted.get(draft.id) ?? [];
    const used = phases.map(({ phase, used: count }) => ({
      phase,
      endMs: phase.endedAtMs ?? phase.periodEndMs,
      used: count,
    }));
    const added = rateOverage(used, draft.currency).map(overageLine);
    return { draft, state, draftLines: written.get(draft.id) ?? [], overageLines: added, nowMs: scope.nowMs };
  });
  const [empty, full] = [finalizations.filter(isEmpty), finalizations.filter((each) => !isEmpty(each))];
  await deleteDrafts(
    db,
    empty.map(({ draft }) => draft),
  );
  await finalizeInvoices(db, full, options);
}

/** Returns true for a draft without lines: a trial or a last period without overage. It gets no invoice. */
function isEmpty({ draftLines: written, overageLines: added }: Finalization): boolean {
  return written.length + added.length === 0;
}

async function countDrafts(
  db: Queryable,
  drafts: readonly InvoiceRecord[],
  { ports }: BillingOptions,
): Promise<Map<string, CountedPhase[]>> {
  const periods = drafts.flatMap(({ accountId, environment, subscriptionId, startMs }) =>
    subscriptionId === null || startMs === null ? [] : [{ accountId, environment, subscriptionId, startMs }],
  );
  const counted = await countPhases(db, ports, periods, 0);
  const byPeriod = Map.groupBy(counted, ({ phase }) => `${phase.subscriptionId} ${phase.periodStartMs}`);
  return new Map(drafts.map((draft) => [draft.id, byPeriod.get(`${draft.subscriptionId} ${draft.startMs}`) ?? []]));
}
