import type { DeliveryArchive } from "@wayfare/webhooks";
import { Counter, Gauge, type Registry } from "prom-client";

export interface ArchiveMetrics {
  /** Returns the archive, with failed uploads counted. A run of the purge ends with the first one. */
  watch(archive: DeliveryArchive): DeliveryArchive;
  /** Sets the time at which the first delivery that is not archived was due to be; null if none is due. */
  setDue(dueMs: number | null, nowMs: number): void;
}

/** Creates the metrics of the archive of attempts. They are 0 in a deployment without an archive. */
export function makeArchiveMetrics(registry: Registry): ArchiveMetrics {
  const registers = [registry];
  const failures = new Counter({
    name: "wayfare_webhook_archive_failures_total",
    help: "Runs of the webhook purge that ended because an upload to WEBHOOKS_ARCHIVE failed. They are repeated every ten minutes.",
    registers,
  });
  const overdue = new Gauge({
    name: "wayfare_webhook_archive_overdue_seconds",
    help: "Time since the first delivery that is not archived was due to be written to WEBHOOKS_ARCHIVE; 0 if none is due.",
    registers,
  });
  return {
    watch: (archive) => ({
      async write(batch, signal) {
        try {
          await archive.write(batch, signal);
        } catch (error) {
          if (!signal.aborted) failures.inc();
          throw error;
        }
      },
    }),
    setDue: (dueMs, nowMs) => overdue.set(dueMs === null ? 0 : Math.max(0, nowMs - dueMs) / 1000),
  };
}
