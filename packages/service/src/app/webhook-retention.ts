import type { Clock } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import {
  type Archiving,
  type AttemptArchive,
  createWebhookPartitions,
  type DeliveryArchive,
  findArchiveDueMs,
  type PurgedWebhooks,
  purgeWebhooks,
} from "@wayfare/webhooks";
import type { FastifyBaseLogger } from "fastify";
import type { Registry } from "prom-client";
import { deleteTestClockHistory, listTestDataCutoffs, recordTestClocks } from "../test-clock/store.ts";
import { type ArchiveMetrics, makeArchiveMetrics } from "../webhooks/archive-metrics.ts";

export interface WebhookRetentionDeps {
  database: Database;
  clock: Clock;
  log: Pick<FastifyBaseLogger, "info" | "error">;
  /** Retention of events and of completed deliveries. */
  webhooksRetentionMs: number;
  /** Keeps the attempts of purged deliveries. */
  attemptArchive?: AttemptArchive;
  metrics: { registry: Registry };
}

/** The jobs that purge webhook data. */
export interface WebhookRetention {
  /** Archives and purges old deliveries, and rotates the partitions of events. */
  rotate(signal: AbortSignal): Promise<void>;
  /** Sets the metric of deliveries that should have been archived. */
  observeArchive(): Promise<void>;
}

/** Creates the jobs that purge webhook data, and their metrics. */
export function makeWebhookRetention(deps: WebhookRetentionDeps): WebhookRetention {
  const metrics = makeArchiveMetrics(deps.metrics.registry);
  const archive = deps.attemptArchive === undefined ? undefined : metrics.watch(deps.attemptArchive);
  return {
    rotate: (signal) => rotateWebhooks(deps, signal, archive),
    observeArchive: () => (archive === undefined ? Promise.resolve() : observeArchive(deps, metrics)),
  };
}

async function rotateWebhooks(
  { database, clock, log, webhooksRetentionMs }: WebhookRetentionDeps,
  signal: AbortSignal,
  archive: DeliveryArchive | undefined,
): Promise<void> {
  try {
    await createWebhookPartitions(database, clock.nowMs());
    const purged = await purgeOldWebhooks(database, {
      nowMs: clock.nowMs(),
      retentionMs: webhooksRetentionMs,
      ...(archive !== undefined && { archiving: { archive, signal } }),
    });
    if (purged.deliveries + purged.partitions > 0) log.info(purged, "purged old deliveries and event partitions");
  } catch (error) {
    // An upload that the end of the process has interrupted is repeated by the next one.
    if (!signal.aborted) log.error({ err: error }, "event partition rotation failed");
  }
}

/** Purges webhook data older than the retention by the wall clock, including test data whose test clock is ahead. */
export async function purgeOldWebhooks(
  database: Database,
  { nowMs, retentionMs, archiving }: { nowMs: number; retentionMs: number; archiving?: Archiving },
): Promise<PurgedWebhooks> {
  await recordTestClocks(database, nowMs);
  const beforeMs = nowMs - retentionMs;
  const cleared = await purgeWebhooks(database, beforeMs, await listTestDataCutoffs(database, beforeMs), archiving);
  await deleteTestClockHistory(database, beforeMs);
  return cleared;
}

/** Reads the database, so that every process reports the same time, also after a restart and while an upload hangs. */
async function observeArchive(
  { database, clock, log, webhooksRetentionMs }: WebhookRetentionDeps,
  metrics: ArchiveMetrics,
): Promise<void> {
  try {
    const nowMs = clock.nowMs();
    metrics.setDue(await findArchiveDueMs(database, { nowMs, retentionMs: webhooksRetentionMs }), nowMs);
  } catch (error) {
    log.error({ err: error }, "reading the progress of the webhook archive failed");
  }
}
