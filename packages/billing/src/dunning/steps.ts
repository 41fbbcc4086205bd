import { type Database, isUnavailable, runUnit, type Session } from "@wayfare/database";
import { type Finalization, finalizeInvoices } from "../invoices/finalize.ts";
import { deleteDrafts, findFirstDrafts, findLines } from "../invoices/store.ts";
import type { BillingOptions } from "../options/options.ts";
import { toSecond } from "../rating/billing-period.ts";
import { rateOverage } from "../rating/rating.ts";
import { type BillingState, type InvoiceRecord, nameOf, type SubscriptionRecord } from "../records/records.ts";
import { type DueOwner, postponeOwner, rescheduleOwners, takeDueOwners } from "../state/billing-accounts.ts";
import { loadStates } from "../state/load.ts";
import { saveOutcomes } from "../state/save.ts";
import { overageLine } from "../subscriptions/lines.ts";
import type { Outcome } from "../subscriptions/outcome.ts";
import { endSubscription, pastDueMs, renewPeriod } from "../subscriptions/renewal.ts";
import { type CountedSegment, countSegments } from "../subscriptions/usage.ts";

/** What is next to be done for an owner, and since when it is due. */
type Step =
  | { kind: "renewal" | "overdue" | "end"; atMs: number; subscription: SubscriptionRecord }
  | { kind: "finalize"; atMs: number; draft: InvoiceRecord };

interface Planned {
  owner: DueOwner;
  state: BillingState;
  step: Step;
}

export interface DueParts {
  options: BillingOptions;
  wallMs: number;
  /** Owners in a transaction. */
  batch?: number;
  /** Told of an owner whose step failed, who is then left alone for an hour; without it the error is thrown. */
  onError?: (error: unknown, owner: DueOwner) => void;
}

/** How long an owner whose step failed is left alone. */
const postponedMs = 3_600_000;

/**
 * Does what is due for whoever it is due for, a batch of owners in a transaction and one step of each at a time, until nothing is. Any number of
 * processes may: each takes owners that no other has. One that dies has done whole batches, and the next one goes on. Where a batch fails, its owners are
 * taken one by one, so that one whose data is broken keeps nobody else waiting.
 *
 * @returns how many steps were taken.
 */
export async function takeDueSteps(database: Database, parts: DueParts): Promise<number> {
  const { batch = batchOf(database) } = parts;
  for (let steps = 0; ; ) {
    const taken = await takeBatch(database, parts, batch);
    if (taken === 0) return steps;
    steps += taken;
  }
}

/** Answers how many owners were taken. */
async function takeBatch(database: Database, parts: DueParts, limit: number): Promise<number> {
  let owners: DueOwner[] = [];
  try {
    await runUnit(database, parts.wallMs, async ({ session }) => {
      owners = await takeDueOwners(session, parts.wallMs, limit);
      await takeSteps(session, owners, parts.options);
    });
  } catch (error) {
    const [owner] = owners;
    if (owner === undefined || parts.onError === undefined || isUnavailable(error)) throw error;
    if (owners.length === 1) {
      await postponeOwner(database, owner, owner.nowMs + postponedMs);
      parts.onError(error, owner);
    } else {
      for (let left = owners.length; left > 0; left--) await takeBatch(database, parts, 1);
    }
  }
  return owners.length;
}

/** PGlite does everything in this process: a long statement holds all else up. */
function batchOf({ engine }: Database): number {
  return engine === "pglite" ? 50 : 500;
}

/** Does everything that is due for an owner that is held, so that what comes next finds it as it is to be. */
export async function catchUp(session: Session, owner: DueOwner, options: BillingOptions): Promise<void> {
  while ((await takeSteps(session, [owner], options)) > 0);
}

/** Does the next step of each owner that is held, where one is due, and writes down when they are due next. */
async function takeSteps(session: Session, owners: readonly DueOwner[], options: BillingOptions): Promise<number> {
  if (owners.length === 0) return 0;
  const planned = await planSteps(session, owners);
  const outcomes = planned.flatMap(({ owner, state, step }) =>
    step.kind === "finalize" ? [] : [{ outcome: outcomeOf(state, step, owner.nowMs), nowMs: owner.nowMs }],
  );
  for (const [nowMs, group] of Map.groupBy(outcomes, (each) => each.nowMs)) {
    await saveOutcomes(
      session,
      group.map(({ outcome }) => outcome),
      nowMs,
      options.ports,
    );
  }
  await finalizeDrafts(session, planned, options);
  await rescheduleOwners(session, owners);
  return planned.length;
}

async function planSteps(session: Session, owners: readonly DueOwner[]): Promise<Planned[]> {
  const states = await loadStates(session, owners);
  const drafts = new Map((await findFirstDrafts(session, owners)).map((draft) => [nameOf(draft), draft]));
  return owners.flatMap((owner) => {
    const name = nameOf(owner);
    const state = states.get(name);
    const step = state && nextStep(state, drafts.get(name));
    return state !== undefined && step !== undefined && step.atMs <= owner.nowMs ? [{ owner, state, step }] : [];
  });
}

/** The step that is due first. */
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
  return { subscription: overdue, segments: [], redemptions: [], invoices: [] };
}

async function finalizeDrafts(session: Session, planned: readonly Planned[], options: BillingOptions): Promise<void> {
  const due = planned.flatMap(({ owner, state, step }) =>
    step.kind === "finalize" ? [{ owner, state, draft: step.draft }] : [],
  );
  if (due.length === 0) return;
  const drafts = due.map(({ draft }) => draft);
  const written = await findLines(session, drafts);
  const counted = await countDrafts(session, drafts, options);
  const finalizations = due.map(({ owner, state, draft }): Finalization => {
    const segments = counted.get(draft.id) ?? [];
    const used = segments.map(({ segment, used: count }) => ({
      segment,
      endMs: segment.endedAtMs ?? segment.periodEndMs,
      used: count,
    }));
    const added = rateOverage(used, draft.currency).map(overageLine);
    return { draft, state, written: written.get(draft.id) ?? [], added, nowMs: owner.nowMs };
  });
  const [empty, full] = [finalizations.filter(isEmpty), finalizations.filter((each) => !isEmpty(each))];
  await deleteDrafts(
    session,
    empty.map(({ draft }) => draft),
  );
  await finalizeInvoices(session, full, options);
}

/** A trial, or a last period, without overage: nobody gets an invoice of nothing. */
function isEmpty({ written, added }: Finalization): boolean {
  return written.length + added.length === 0;
}

async function countDrafts(
  session: Session,
  drafts: readonly InvoiceRecord[],
  { ports }: BillingOptions,
): Promise<Map<string, CountedSegment[]>> {
  const periods = drafts.flatMap(({ accountId, environment, subscriptionId, startMs }) =>
    subscriptionId === null || startMs === null ? [] : [{ accountId, environment, subscriptionId, startMs }],
  );
  const counted = await countSegments(session, ports, periods, 0);
  const byPeriod = Map.groupBy(counted, ({ segment }) => `${segment.subscriptionId} ${segment.periodStartMs}`);
  return new Map(drafts.map((draft) => [draft.id, byPeriod.get(`${draft.subscriptionId} ${draft.startMs}`) ?? []]));
}
