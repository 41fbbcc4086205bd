import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newId } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { pino } from "pino";
import { onTestFinished } from "vitest";
import { createTestDatabase, type TestDatabaseKind } from "../../../tests/databases.ts";
import type { RequestRecord } from "../src/requests/record.ts";
import { FileJournal, type FileJournalOptions } from "../src/usage/journal.ts";
import { lockJournalDirectory } from "../src/usage/journal-directory.ts";
import { Meter } from "../src/usage/meter.ts";
import { RetainedJournals } from "../src/usage/retained-journals.ts";
import { startMs } from "./running-app.ts";

export const silent = pino({ enabled: false });

/** Returns a record with a deterministic id for a time and number. */
export function recordAt(atMs: number, number: number, changes: Partial<RequestRecord> = {}): RequestRecord {
  const random = new Uint8Array(10);
  new DataView(random.buffer).setUint32(6, number);
  return {
    id: newId("req", atMs, random),
    accountId: "acct_a",
    environment: "test",
    keyId: "ak_a",
    applicationId: null,
    method: "POST",
    route: "/v1/search",
    status: 200,
    durationMs: 12.3,
    address: "203.0.113.9",
    operation: "search",
    ...changes,
  };
}

/** Creates a directory that is deleted after the test. */
export function makeDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), "wayfare-usage-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Opens a migrated database that is closed after the test. */
export async function makeDatabase(kind: TestDatabaseKind): Promise<Database> {
  const { database, drop } = await createTestDatabase(kind);
  onTestFinished(drop);
  return database;
}

/** Wraps a database; `lose` discards its next responses to usage batches after applying them. */
export function makeLossy(database: Database): { lossy: Database; lose: (answers: number) => void } {
  let left = 0;
  const lossy: Database = {
    ...database,
    query: async <Row extends object>(...query: Parameters<typeof database.query>): Promise<Row[]> => {
      const rows = await database.query<Row>(...query);
      if (query[2]?.name === "apply-usage" && left-- > 0) throw new Error("connection lost");
      return rows;
    },
  };
  return { lossy, lose: (answers) => void (left = answers) };
}

export const clock = { nowMs: () => startMs };

/** Deletes files as soon as they are written. */
const noRetention = { ms: 0, bytes: 0 };

/** Starts the meter of a process with its own journal below `root`; `die` simulates a crash. */
export function startMeter(database: Database, root: string, options: Partial<FileJournalOptions> = {}) {
  const directory = lockJournalDirectory(root, startMs);
  const journal = new FileJournal({
    directory: directory.path,
    nowMs: startMs,
    log: silent,
    retention: noRetention,
    ...options,
  });
  const meter = new Meter({ database, clock, log: silent, journal });
  let retained: RetainedJournals | undefined;
  const listFiles = () => readdirSync(directory.path).filter((name) => name.endsWith(".log"));
  return {
    meter,
    journal,
    path: directory.path,
    listFiles,
    async recover(batchRows = 500, now = clock, onDamaged: (lines: number) => void = () => {}): Promise<number> {
      const { retention = noRetention, monotonic } = options;
      const condition = { directory: directory.path, retention, monotonic, onDamaged };
      const parts = { database, clock: now, log: silent, batchRows, ...condition };
      retained = new RetainedJournals(parts);
      const written = await retained.recover(directory.leftovers);
      directory.releaseLeftovers();
      return written;
    },
    get retained(): RetainedJournals {
      if (retained === undefined) throw new Error("nothing was recovered");
      return retained;
    },
    /** Releases the lock for the next process, like the end of this one. */
    die: () => directory.release(),
  };
}

/** Returns all rows of the rollups and all ids of the log as text in a fixed order. */
export async function readCounts(database: Database) {
  const counts = await database.query<{ line: string }>(
    `SELECT concat_ws(' ', account_id, environment, to_char(hour AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24'), operation, key_id,
                      coalesce(application_id, '-'), count) AS line
     FROM usage_hours ORDER BY 1 LIMIT 100000`,
  );
  const ids = await database.query<{ id: string }>("SELECT id FROM requests ORDER BY id LIMIT 100000");
  return { counts: counts.map(({ line }) => line).toSorted(), ids: ids.map(({ id }) => id) };
}

/** Computes the same result by counting each record. */
export function countByHand(records: readonly RequestRecord[]) {
  const byId = new Map<string, RequestRecord>();
  for (const record of records) if (!byId.has(record.id)) byId.set(record.id, record);
  const counts = new Map<string, number>();
  for (const { id, accountId, environment, keyId, applicationId, operation } of byId.values()) {
    if (operation === null) continue;
    const hour = new Date(timeOf(id)).toISOString().slice(0, 13);
    const line = [accountId, environment, hour, operation, keyId, applicationId ?? "-"].join(" ");
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return {
    counts: [...counts].map(([line, count]) => `${line} ${count}`).toSorted(),
    ids: [...byId.keys()].toSorted(),
  };
}

/** Independent of the tested code: five bits per character. */
function timeOf(id: string): number {
  const digits = Array.from(id.slice(4, 14), (digit) => "0123456789abcdefghjkmnpqrstvwxyz".indexOf(digit));
  return digits.reduce((ms, digit) => ms * 32 + digit, 0);
}

/** Returns the used and the unsettled units of an account's quota. */
export async function readQuota(database: Database, accountId: string) {
  const [row] = await database.query<{ used: number; open: number }>(
    "SELECT coalesce(sum(used), 0)::int AS used, coalesce(sum(held + lost), 0)::int AS open FROM account_quotas WHERE account_id = $1",
    [accountId],
  );
  return row ?? { used: 0, open: 0 };
}
