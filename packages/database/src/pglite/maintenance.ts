import { join } from "node:path";
import type { DatabaseMaintenance, MaintenanceEvent, Queryable } from "../port/port.ts";
import type { DiskSpace } from "./disk-space.ts";
import { createSpareSegments, readPreparedWalBytes, readWalBytes } from "./wal-segments.ts";

/** WAL bytes after which a checkpoint is due. Bounds the size of pg_wal and the recovery time after a crash. */
const defaultCheckpointBytes = 32 * 2 ** 20;

/** WAL bytes reserved for one statement while the disk is full. No statement of the API reads a thousand pages. */
const walMarginBytes = 8 * 2 ** 20;

/** Minimum interval between reads of the WAL position; a read is one statement, 0.2 ms. */
const walCheckMs = 250;

/** Time without statements after which the database counts as idle. */
const idleMs = 50;

export interface PgliteMaintenanceOptions {
  /** Runs statements outside of any transaction, in order with other statements. */
  readonly db: Queryable;
  /** Runs `work` while no statement runs: PostgreSQL creates WAL segments too. */
  readonly runExclusive: (work: () => Promise<void>) => Promise<void>;
  /** Database directory; null in memory, without WAL files. */
  readonly directory: string | null;
  /** Null in memory. */
  readonly disk: DiskSpace | null;
  readonly checkpointBytes?: number;
  readonly onEvent?: (event: MaintenanceEvent) => void;
}

/**
 * Replaces PostgreSQL's background processes. PGlite runs as `postgres --single`, without a checkpointer and without autovacuum.
 * Checkpoints are triggered by statements; vacuums are started by the owner of the database.
 */
export class PgliteMaintenance implements DatabaseMaintenance {
  readonly #options: PgliteMaintenanceOptions;
  readonly #checkpointBytes: number;
  /** WAL positions in bytes. */
  #checkpointPosition = 0;
  #position = 0;
  #lastStatementMs = 0;
  #lastWalCheckMs = 0;
  #walCheck: Promise<void> | undefined;
  #isOutOfWal = false;

  constructor(options: PgliteMaintenanceOptions) {
    this.#options = options;
    this.#checkpointBytes = options.checkpointBytes ?? defaultCheckpointBytes;
  }

  /** Reads the WAL position. Call once, before the first statement: opening a database ends with a checkpoint. */
  async start(): Promise<void> {
    if (this.#options.directory === null) return;
    this.#position = await this.#readPosition();
    this.#checkpointPosition = this.#position;
    this.#prepareSegments();
  }

  /**
   * Records a statement. Call after each statement or transaction. Returns immediately; a due checkpoint runs after the queued statements.
   */
  afterStatement(): void {
    const nowMs = performance.now();
    this.#lastStatementMs = nowMs;
    if (this.#options.directory === null || this.#walCheck !== undefined) return;
    // With little free space, the WAL is checked after every statement.
    if (nowMs - this.#lastWalCheckMs < walCheckMs && this.hasFreeSpace()) return;
    this.#lastWalCheckMs = nowMs;
    this.#walCheck = this.#checkWal()
      .catch((error: unknown) => this.#report({ type: "failed", task: "checkpoint", error }))
      .finally(() => (this.#walCheck = undefined));
  }

  /** Returns true while the disk is full and the existing WAL files are nearly used up. Even a read could then need a new one. */
  isOutOfWal(): boolean {
    return this.#isOutOfWal;
  }

  /**
   * Waits for a running checkpoint. Call before closing.
   *
   * @returns true if the database can be closed, which writes a checkpoint. If false, do not close it: the next start recovers it.
   */
  async canClose(): Promise<boolean> {
    await this.#walCheck;
    return this.#options.disk?.isExhausted() !== true;
  }

  hasFreeSpace(): boolean {
    return this.#options.disk?.isLow() !== true;
  }

  readFreeBytes(): number | undefined {
    return this.#options.disk?.readFreeBytes();
  }

  readWalBytes(): { sinceCheckpoint: number; total: number } {
    const { directory } = this.#options;
    const total = directory === null ? 0 : readWalBytes(join(directory, "pg_wal"));
    return { sinceCheckpoint: this.#position - this.#checkpointPosition, total };
  }

  async vacuumNext(): Promise<string | undefined> {
    if (this.#options.disk?.isExhausted() === true) return undefined;
    const isIdle = performance.now() - this.#lastStatementMs >= idleMs;
    // Statistics are flushed at the end of a statement, at most once a second unless forced.
    await this.#options.db.query("SELECT pg_stat_force_next_flush()");
    // While statements run, a table is vacuumed only at twice the threshold: an idle moment may come before.
    const [row] = await this.#options.db.query<{ name: string }>(selectVacuumDue(isIdle ? 1 : 2));
    if (row === undefined) return undefined;
    const startedMs = performance.now();
    try {
      await this.#options.db.query(`VACUUM (ANALYZE) ${row.name}`);
    } catch (error) {
      this.#report({ type: "failed", task: "vacuum", error });
      return undefined;
    }
    this.#report({ type: "vacuumed", table: row.name, durationMs: performance.now() - startedMs });
    return row.name;
  }

  async #checkWal(): Promise<void> {
    const { db, disk } = this.#options;
    this.#position = await this.#readPosition();
    const walBytes = this.#position - this.#checkpointPosition;
    if (walBytes >= this.#checkpointBytes && disk?.isExhausted() !== true) {
      const startedMs = performance.now();
      await db.query("CHECKPOINT");
      this.#checkpointPosition = this.#position;
      this.#report({ type: "checkpointed", walBytes, durationMs: performance.now() - startedMs });
    }
    await this.#options.runExclusive(async () => this.#prepareSegments());
  }

  #prepareSegments(): void {
    const { directory, disk } = this.#options;
    if (directory === null) return;
    const walDirectory = join(directory, "pg_wal");
    if (disk?.isLow() !== true) createSpareSegments(walDirectory, this.#position);
    this.#isOutOfWal =
      disk?.isExhausted() === true && readPreparedWalBytes(walDirectory, this.#position) < walMarginBytes;
  }

  async #readPosition(): Promise<number> {
    const [row] = await this.#options.db.query<{ position: number }>(
      "SELECT (pg_current_wal_insert_lsn() - '0/0')::float8 AS position",
    );
    return row?.position ?? this.#position;
  }

  #report(event: MaintenanceEvent): void {
    this.#options.onEvent?.(event);
  }
}

/**
 * Returns SQL that selects the table most in need of a vacuum. Uses autovacuum's thresholds with larger constants, because small tables
 * need none, and the age of the oldest transaction, because PostgreSQL's transaction ids have 32 bits. Includes system catalogs, in which
 * created and dropped partitions leave dead rows.
 */
function selectVacuumDue(minScore: number): string {
  return `
    SELECT name FROM (
      SELECT format('%I.%I', stat.schemaname, stat.relname) AS name,
        greatest(
          (stat.n_dead_tup + coalesce(toast.n_dead_tup, 0)) / (500 + 0.2 * greatest(class.reltuples, 0)),
          stat.n_ins_since_vacuum / (5000 + 0.2 * greatest(class.reltuples, 0)),
          stat.n_mod_since_analyze / (500 + 0.1 * greatest(class.reltuples, 0)),
          age(class.relfrozenxid) / 150e6
        ) AS score
      FROM pg_stat_all_tables AS stat
      JOIN pg_class AS class ON class.oid = stat.relid AND class.relkind = 'r'
      LEFT JOIN pg_stat_all_tables AS toast ON toast.relid = class.reltoastrelid
      WHERE stat.schemaname NOT IN ('pg_toast', 'information_schema')
    ) AS tables
    WHERE score >= ${minScore}
    ORDER BY score DESC LIMIT 1`;
}
