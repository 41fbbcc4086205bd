import { DatabaseError } from "../port/errors.ts";
import { type DiskSpace, formatMegabytes, mayUseDiskReserve } from "./disk-space.ts";

/** Runs a statement without a result, on the same connection as the caller's next statement. */
type Run = (sql: string) => Promise<unknown>;

/**
 * Makes PGlite's transactions read-only while free disk space is below the reserve, so that PostgreSQL itself decides which statements
 * write. Out of space, PostgreSQL fails in ways that PGlite does not survive: it loops forever if a WAL segment cannot be created.
 */
export class PgliteWriteGuard {
  readonly #disk: DiskSpace | null;
  readonly #isOutOfWal: () => boolean;
  /** Current value of default_transaction_read_only. */
  #isReadOnly = false;

  /** @param isOutOfWal returns true while even reads are rejected: they write WAL too, for hint bits. */
  constructor(disk: DiskSpace | null, isOutOfWal: () => boolean) {
    this.#disk = disk;
    this.#isOutOfWal = isOutOfWal;
  }

  /** Checks a statement. Call before each statement outside of a transaction. */
  async beforeStatement(run: Run): Promise<void> {
    this.#refuseOutOfWal();
    const isReadOnly = this.#refusesWrites();
    if (isReadOnly === this.#isReadOnly) return;
    await run(`SET default_transaction_read_only = ${isReadOnly ? "on" : "off"}`);
    this.#isReadOnly = isReadOnly;
  }

  /** Begins a transaction. Call first in each; call the result before each further statement. */
  async begin(run: Run): Promise<(run: Run) => Promise<void>> {
    this.#refuseOutOfWal();
    let isReadOnly = this.#refusesWrites();
    if (isReadOnly !== this.#isReadOnly) await run(`SET TRANSACTION READ ${isReadOnly ? "ONLY" : "WRITE"}`);
    return async (runNext) => {
      if (isReadOnly || !this.#refusesWrites()) return;
      await runNext("SET TRANSACTION READ ONLY");
      isReadOnly = true;
    };
  }

  /** Replaces PostgreSQL's read-only error with the reason, a full disk. */
  translate(error: unknown): unknown {
    const isReadOnly = error instanceof Error && "code" in error && error.code === "25006";
    return isReadOnly && this.#disk !== null ? diskFullError(this.#disk) : error;
  }

  /** Returns true if the caller's writes are rejected now. */
  #refusesWrites(): boolean {
    if (this.#disk?.isLow() !== true) return false;
    return !mayUseDiskReserve() || this.#disk.isExhausted();
  }

  #refuseOutOfWal(): void {
    if (this.#disk !== null && this.#isOutOfWal()) throw diskFullError(this.#disk);
  }
}

function diskFullError({ reserveBytes }: DiskSpace): DatabaseError {
  return new DatabaseError(
    "53100",
    `the disk has less than ${formatMegabytes(reserveBytes)} of free space: the database rejects writes until space is freed`,
  );
}
