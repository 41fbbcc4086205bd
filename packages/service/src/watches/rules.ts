import {
  type AuditEventType,
  type ChangeWatch,
  type CreateWatch,
  DomainError,
  notFound,
  type RowScope,
} from "@wayfare/contract";
import type { UnitOfWork } from "@wayfare/database";
import { checkRequest } from "@wayfare/search";
import { inheritApplication, lockApplicationOf } from "../applications/rules.ts";
import { type Actor, writeAuditEvent } from "../audit/store.ts";
import { endOfSearchMs, expired, readWatch, toWatchSearch, type WatchFacts } from "./input.ts";
import type { WatchRecord } from "./record.ts";
import { countWatches, deleteWatch, findWatch, insertWatch, updateWatch } from "./store.ts";

/** Caller of a change. */
export interface WatchCaller {
  owner: RowScope & { id: string };
  actor: Actor;
}

export interface WatchRuleDeps {
  facts: WatchFacts;
  /** Maximum number of watches of an account and environment that have not expired. */
  maxPerAccount: number;
}

/** Creates a watch, which is due at once. @throws DomainError SEARCH_UNPROCESSABLE, CONFLICT, REQUEST_INVALID */
export async function createWatch(
  unit: UnitOfWork,
  { facts, maxPerAccount }: WatchRuleDeps,
  { body, owner, actor }: WatchCaller & { body: CreateWatch },
): Promise<WatchRecord> {
  const input = readWatch(body, facts, unit.nowMs);
  const { accountId, environment } = owner;
  const applicationId = inheritApplication(owner, body.applicationId ?? null);
  await lockApplicationOf(unit, { accountId, environment, applicationId });
  if ((await countWatches(unit.tx, owner)) >= maxPerAccount) {
    const detail = `An account can have at most ${maxPerAccount} watches in each environment. Delete one first.`;
    throw new DomainError("CONFLICT", { detail });
  }
  const { metadata = {} } = body;
  const created = await insertWatch(unit.tx, {
    ...input,
    accountId,
    environment,
    applicationId,
    createdBy: owner.id,
    metadata,
    nowMs: unit.nowMs,
    dueAtMs: unit.wallMs,
  });
  const { condition, intervalMinutes } = created;
  await audit(unit, "watch.created", created, actor, { condition, intervalMinutes, metadata });
  return created;
}

/** Returns a watch. @throws DomainError NOT_FOUND */
export async function getWatch(
  { tx }: Pick<UnitOfWork, "tx">,
  owner: RowScope,
  id: string,
  options?: { lock: boolean },
): Promise<WatchRecord> {
  const found = await findWatch(tx, owner, id, options);
  if (found === undefined) throw notFound("watch", id);
  return found;
}

/** Changes a watch. @throws DomainError NOT_FOUND, STATE_INVALID, SEARCH_UNPROCESSABLE */
export async function changeWatch(
  unit: UnitOfWork,
  { facts }: Pick<WatchRuleDeps, "facts">,
  { id, changes, owner, actor }: WatchCaller & { id: string; changes: ChangeWatch },
): Promise<WatchRecord> {
  const watch = await getWatch(unit, owner, id, { lock: true });
  if (Object.keys(changes).length === 0) return watch;
  const { paused, expiresAt, ...values } = changes;
  const changed: WatchRecord = { ...watch, ...values };
  if (expiresAt !== undefined) changed.expiresAtMs = readExpiry(watch, { expiresAt, facts, nowMs: unit.nowMs });
  const isOver = changed.expiresAtMs <= unit.nowMs;
  if (paused === false && isOver) {
    const detail =
      "The watch has expired. Set a later `expiresAt`, or create another watch if its departure date has passed.";
    throw new DomainError("STATE_INVALID", { detail });
  }
  if (paused !== undefined && !isOver) changed.status = paused ? "paused" : "active";
  else if (watch.status === "expired" && !isOver) changed.status = "active";
  if (changed.status !== "active") changed.dueAtMs = null;
  else if (needsRun(watch, changed)) changed.dueAtMs = unit.wallMs;
  await updateWatch(unit.tx, changed);
  await audit(unit, "watch.changed", watch, actor, { ...changes });
  return changed;
}

/** A resumed watch, and one with another interval, runs at once; it then has the times of its interval. */
function needsRun(before: WatchRecord, after: WatchRecord): boolean {
  return before.dueAtMs === null || before.intervalMinutes !== after.intervalMinutes;
}

function readExpiry(
  { search }: WatchRecord,
  { expiresAt, facts, nowMs }: { expiresAt: string; facts: WatchFacts; nowMs: number },
): number {
  const { normalized } = checkRequest(toWatchSearch(search), facts, nowMs);
  const ms = Math.min(Date.parse(expiresAt), endOfSearchMs(normalized, facts));
  if (ms > nowMs) return ms;
  const error = expired();
  throw new DomainError("SEARCH_UNPROCESSABLE", { detail: error.detail, errors: [error] });
}

/** Deletes a watch. Its events are kept. @throws DomainError NOT_FOUND */
export async function removeWatch(unit: UnitOfWork, { id, owner, actor }: WatchCaller & { id: string }): Promise<void> {
  const watch = await getWatch(unit, owner, id, { lock: true });
  await deleteWatch(unit.tx, watch);
  await audit(unit, "watch.deleted", watch, actor, {});
}

function audit(
  { tx, wallMs: nowMs }: UnitOfWork,
  action: AuditEventType & `watch.${string}`,
  { id, accountId, environment, applicationId }: WatchRecord,
  actor: Actor,
  details: Record<string, unknown>,
): Promise<void> {
  const subject = { kind: "watch" as const, id, applicationId };
  return writeAuditEvent(tx, { accountId, environment, action, actor, subject, details, nowMs });
}
