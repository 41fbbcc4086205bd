import type { Database } from "@wayfare/database";
import { connectClickHouse } from "./clickhouse-client.ts";
import { createRequestTable, insertRequests, makeClickHouseLog } from "./clickhouse-store.ts";
import { makeFallbackLog } from "./fallback-log.ts";
import type { RequestLogAccess } from "./log.ts";
import type { RequestLogMetrics } from "./log-metrics.ts";
import { type RepairRange, repairRequestLog } from "./log-repair.ts";
import { LogWriter, type LogWriterOptions } from "./log-writer.ts";
import { requestRetentionMs } from "./partitions.ts";
import { makePostgresLog } from "./postgres-log.ts";

interface RequestLogDeps {
  database: Database;
  log: { warn(details: object, message: string): void; info(message: string): void };
  metrics: RequestLogMetrics;
}

interface RequestLogOptions {
  /** URL of ClickHouse. */
  url: string;
  /** Retention of the log in PostgreSQL. */
  postgresRetentionMs: number;
  writer?: LogWriterOptions;
}

export interface ClickHouseAccess extends RequestLogAccess {
  /** Copies missing requests from PostgreSQL. Returns how many. */
  repair(range: RepairRange, signal?: AbortSignal): Promise<number>;
  close(): Promise<void>;
}

/**
 * Opens the request log in ClickHouse. Does not connect: a deployment starts and works while ClickHouse is down. Reads are then answered by
 * PostgreSQL, if it keeps all requests of the retention.
 */
export function openClickHouseLog(
  { database, log, metrics }: RequestLogDeps,
  { url, postgresRetentionMs, writer: writerOptions }: RequestLogOptions,
): ClickHouseAccess {
  const clickhouse = connectClickHouse(url, (error) => log.warn({ err: error }, "request log query failed"));
  let hasTable = false;
  const writer = new LogWriter(
    {
      async insert(records) {
        if (!hasTable) await createRequestTable(clickhouse);
        hasTable = true;
        await insertRequests(clickhouse, records);
      },
      onFailure: (error) => log.warn({ err: error }, "request log write failed, will retry"),
      onRecovery: () => log.info("request log is written again"),
    },
    writerOptions,
  );
  metrics.watch(() => writer.state);
  const clickhouseLog = makeClickHouseLog(clickhouse);
  const isComplete = postgresRetentionMs >= requestRetentionMs;
  return {
    log: isComplete ? makeFallbackLog(clickhouseLog, makePostgresLog(database)) : clickhouseLog,
    onWritten: (records) => writer.add(records),
    flush: () => writer.flush(),
    async repair(range, signal) {
      const missing = await repairRequestLog(database, clickhouse, range, signal);
      metrics.countRepaired(missing);
      return missing;
    },
    async close() {
      await writer.close();
      await clickhouse.close();
    },
  };
}
