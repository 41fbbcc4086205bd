import { readDueSteps, readPaymentQueue } from "@wayfare/billing";
import { formatInstant, type Queue, type QueueCount, type QueueName, type Queues } from "@wayfare/contract";
import { isCanceled, type Queryable } from "@wayfare/database";
import { readDeliveryQueue, readReplayQueue } from "@wayfare/webhooks";
import { readOrderQueue } from "../../bookings/order-store.ts";
import { readErasureQueue } from "../../erasure/store.ts";
import { readLostLeases } from "../../limits/lost-leases.ts";
import { readMailQueue } from "../../mail/store.ts";
import { findPause } from "../../storage/pause-store.ts";
import { readWatchQueue } from "../../watches/run-store.ts";
import type { StatusDeps } from "./status-deps.ts";

/** Maximum number of items that are counted in a queue. */
const maxCounted = 10_000;

/** Counts of a queue, absent if there is no such number. */
interface QueueState {
  due: number;
  later?: number;
  held?: number;
  retrying?: number;
  failed?: number;
  isMinimum?: boolean;
  oldestDueMs?: number | null;
}

type ReadQueue = (db: Queryable, range: { nowMs: number; limit: number }, deps: StatusDeps) => Promise<QueueState>;

interface SharedQueue {
  name: QueueName;
  /** Age of the oldest due item from which the queue is late. */
  lateAfterSeconds: number | null;
  read: ReadQueue;
}

/** Queues of the deployment. */
const sharedQueues: readonly SharedQueue[] = [
  { name: "webhook_deliveries", lateAfterSeconds: 60, read: readDeliveryQueue },
  { name: "webhook_replays", lateAfterSeconds: 900, read: (db, { limit }) => readReplayQueue(db, limit) },
  // The limit of `wayfare doctor`.
  { name: "mails", lateAfterSeconds: 900, read: readMails },
  { name: "watches", lateAfterSeconds: 300, read: readWatchQueue },
  { name: "booking_orders", lateAfterSeconds: 60, read: readOrderQueue },
  {
    name: "billing_steps",
    lateAfterSeconds: 300,
    read: (db, { nowMs, limit }) => readDueSteps(db, { wallMs: nowMs, limit }),
  },
  { name: "payments", lateAfterSeconds: 300, read: readPaymentQueue },
  {
    name: "quota_leases",
    // They wait for their process, or for `wayfare quotas settle`.
    lateAfterSeconds: null,
    read: (db, { limit }, { databaseClock }) => readLostLeases(db, limit, databaseClock),
  },
  { name: "erasures", lateAfterSeconds: 300, read: readErasureQueue },
];

async function readMails(db: Queryable, { nowMs }: { nowMs: number }): Promise<QueueState> {
  const { pending, due, retrying, oldestAtMs, failed } = await readMailQueue(db, nowMs);
  return { due, later: pending - due, retrying, failed, oldestDueMs: oldestAtMs };
}

/** Reads all queues. A queue that cannot be counted in time has no counts. */
export async function readQueues(deps: StatusDeps, limit = maxCounted): Promise<Queues> {
  const { database, clock, process } = deps;
  const nowMs = clock.nowMs();
  const queues: Queue[] = [];
  // One after the other, so that they use one connection of those for reads.
  for (const { name, lateAfterSeconds, read } of sharedQueues) {
    const state = await read(database.reads, { nowMs, limit }, deps).catch(ignoreTimeout);
    queues.push({ name, scope: "deployment", ...toWire(state, { nowMs, lateAfterSeconds }) });
  }
  const backlog = process?.readUsageBacklog();
  if (backlog !== undefined) {
    const { pending, dropped, lost } = backlog;
    const state = { due: pending, failed: dropped + lost };
    queues.push({ name: "usage_records", scope: "process", ...toWire(state, { nowMs, lateAfterSeconds: null }) });
  }
  const pause = await findPause(database);
  return {
    measuredAt: formatInstant(nowMs),
    outboundPausedAt: pause === undefined ? null : formatInstant(pause.pausedAt.getTime()),
    queues,
  };
}

function ignoreTimeout(error: unknown): undefined {
  if (!isCanceled(error)) throw error;
  return undefined;
}

function toWire(
  state: QueueState | undefined,
  { nowMs, lateAfterSeconds }: { nowMs: number; lateAfterSeconds: number | null },
): Omit<Queue, "name" | "scope"> {
  const { due, later, held, retrying, failed, isMinimum = false, oldestDueMs = null } = state ?? {};
  const countOf = (value: number | undefined): QueueCount | null => (value === undefined ? null : { value, isMinimum });
  const ageSeconds = oldestDueMs === null ? 0 : (nowMs - oldestDueMs) / 1000;
  return {
    due: countOf(due),
    later: countOf(later),
    held: countOf(held),
    retrying: countOf(retrying),
    failed: countOf(failed),
    oldestDueAt: oldestDueMs === null ? null : formatInstant(oldestDueMs),
    lateAfterSeconds,
    isLate: lateAfterSeconds !== null && ageSeconds > lateAfterSeconds,
  };
}
