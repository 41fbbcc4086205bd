import { setImmediate as nextIteration } from "node:timers/promises";
import type { Database } from "@wayfare/database";
import type { ClickHouse } from "./clickhouse-client.ts";
import { countByHour, createRequestTable, insertRequests } from "./clickhouse-store.ts";
import { firstRequestIdAt } from "./partitions.ts";
import { countRequestsByHour, listRecords } from "./store.ts";

const hourMs = 3_600_000;
/** Records per insert. */
const pageRows = 5000;

/** Wall-clock times in milliseconds. */
export interface RepairRange {
  fromMs: number;
  toMs: number;
}

/**
 * Copies the requests of those hours to ClickHouse that have fewer there than in PostgreSQL: after a process was killed, after records were
 * dropped, and when ClickHouse is first used.
 *
 * @returns the number of requests that were missing
 */
export async function repairRequestLog(
  database: Database,
  clickhouse: ClickHouse,
  { fromMs, toMs }: RepairRange,
  signal?: AbortSignal,
): Promise<number> {
  await createRequestTable(clickhouse);
  const range = { firstId: firstRequestIdAt(fromMs), endId: firstRequestIdAt(toMs) };
  const found = await countByHour(clickhouse, range);
  let missing = 0;
  for (const { hour, requests } of await countRequestsByHour(database.reads, range)) {
    if (signal?.aborted === true) break;
    const lacking = requests - (found.get(hour) ?? 0);
    if (lacking <= 0) continue;
    missing += lacking;
    await copyHour(database, clickhouse, hour);
  }
  return missing;
}

async function copyHour(database: Database, clickhouse: ClickHouse, hour: number): Promise<void> {
  const endId = firstRequestIdAt((hour + 1) * hourMs);
  let firstId = firstRequestIdAt(hour * hourMs);
  for (;;) {
    const records = await listRecords(database.reads, { firstId, endId, limit: pageRows });
    const last = records.at(-1);
    if (last === undefined) return;
    await insertRequests(clickhouse, records);
    if (records.length < pageRows) return;
    // Ids are compared with >=; this is the next one.
    firstId = `${last.id}0`;
    await nextIteration();
  }
}
