import { setImmediate as nextTurn } from "node:timers/promises";
import type { DatabaseMaintenance } from "@wayfare/database";
import type { FastifyBaseLogger } from "fastify";
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { DatabaseObserver } from "../storage/open-storage.ts";

const vacuumEveryMs = 10_000;

/** Logs and measures the maintenance of the embedded database. */
export function observeDatabase(log: FastifyBaseLogger, registry: Registry): DatabaseObserver {
  const registers = [registry];
  const durations = new Histogram({
    name: "wayfare_database_maintenance_duration_seconds",
    help: "Duration of checkpoints and table vacuums of the embedded database in seconds. Other statements wait for them.",
    labelNames: ["task"],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const failures = new Counter({
    name: "wayfare_database_maintenance_failures_total",
    help: "Failed checkpoints and vacuums of the embedded database. They are retried.",
    labelNames: ["task"],
    registers,
  });
  return {
    onDiskChange({ freeBytes, isLow }) {
      if (isLow) log.error({ freeBytes }, "free disk space is below DISK_RESERVE_MB: writes are refused");
      else log.info({ freeBytes }, "free disk space is above DISK_RESERVE_MB again: writes are accepted");
    },
    onMaintenance(event) {
      if (event.type === "failed") {
        failures.inc({ task: event.task });
        log.error({ err: event.error, task: event.task }, "database maintenance failed");
        return;
      }
      const durationMs = Math.round(event.durationMs);
      if (event.type === "checkpointed") {
        durations.observe({ task: "checkpoint" }, event.durationMs / 1000);
        log.info({ walBytes: event.walBytes, durationMs }, "database checkpoint completed");
      } else {
        durations.observe({ task: "vacuum" }, event.durationMs / 1000);
        log.debug({ table: event.table, durationMs }, "table vacuum completed");
      }
    },
  };
}

/** Starts periodic vacuums of the embedded database, table by table. @returns a function that stops them and waits for a running one. */
export function startDatabaseMaintenance(
  maintenance: DatabaseMaintenance,
  { log, registry }: { log: FastifyBaseLogger; registry: Registry },
): () => Promise<void> {
  registerGauges(maintenance, registry);
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  const vacuum = async (): Promise<void> => {
    try {
      while (!stopping.signal.aborted && (await maintenance.vacuumNext()) !== undefined) await nextTurn();
    } catch (error) {
      log.error({ err: error }, "listing tables to vacuum failed");
    }
  };
  const timer = setInterval(() => {
    running ??= vacuum().finally(() => (running = undefined));
  }, vacuumEveryMs);
  timer.unref();
  return async () => {
    stopping.abort();
    clearInterval(timer);
    await running;
  };
}

function registerGauges(maintenance: DatabaseMaintenance, registry: Registry): void {
  const gauges: [name: string, help: string, read: () => number][] = [
    [
      "wayfare_database_wal_since_checkpoint_bytes",
      "WAL of the embedded database since its last checkpoint, which a restart after a crash replays.",
      () => maintenance.readWalBytes().sinceCheckpoint,
    ],
    [
      "wayfare_database_wal_bytes",
      "Size of the WAL files of the embedded database.",
      () => maintenance.readWalBytes().total,
    ],
    [
      "wayfare_database_disk_free_bytes",
      "Free space on the disk of the embedded database.",
      () => maintenance.readFreeBytes() ?? Number.NaN,
    ],
    [
      "wayfare_database_writes_refused",
      "1 while the embedded database refuses writes because the disk has less free space than DISK_RESERVE_MB.",
      () => (maintenance.hasFreeSpace() ? 0 : 1),
    ],
  ];
  for (const [name, help, read] of gauges) {
    const gauge = new Gauge({
      name,
      help,
      registers: [],
      collect() {
        this.set(read());
      },
    });
    registry.registerMetric(gauge);
  }
}
