import { DatabaseError } from "../port/errors.ts";
import { type DiskSpace, formatMegabytes, mayUseDiskReserve } from "./disk-space.ts";

/** Runs a statement that returns nothing, in the session that the next statement of the caller runs in. */
type Run = (sql: string) => Promise<unknown>;

/**
 * Makes PGlite's transactions read-only while the disk has less free space than the reserve, so that PostgreSQL itself decides which statements
 * write. Out of space, PostgreSQL fails in ways that PGlite does not survive: it loops forever if a WAL segment cannot be created.
 */
export class PgliteWriteGuard {
  readonly #disk: DiskSpace | null;
  readonly #isOutOfWal: () => boolean;
  /** The value of default_transaction_read_only. */
  #isReadOnly = false;

  /** @param isOutOfWal true while even reads are refused: they write WAL too, for hint bits. */
  constructor(disk: DiskSpace | null, isOutOfWal: () => boolean) {
    this.#disk = disk;
    this.#isOutOfWal = isOutOfWal;
  }

  /** Call before each statement outside of a transaction. */
  async beforeStatement(run: Run): Promise<void> {
    this.#refuseOutOfWal();
    const isReadOnly = this.#refusesWrites();
    if (isReadOnly === this.#isReadOnly) return;
    await run(`SET default_transaction_read_only = ${isReadOnly ? "on" : "off"}`);
    this.#isReadOnly = isReadOnly;
  }

  /** Call first in each transaction; the result is to be called before each further statement of it. */
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

  /** PostgreSQL's error, or the one that says why the transaction was read-only. */
  translate(error: unknown): unknown {
    const isReadOnly = error instanceof Error && "code" in error && error.code === "25006";
    return isReadOnly && this.#disk !== null ? noSpace(this.#disk) : error;
  }

  /** True if the caller's writes are refused now. */
  #refusesWrites(): boolean {
    if (this.#disk?.isLow() !== true) return false;
    return !mayUseDiskReserve() || this.#disk.isExhausted();
  }

  #refuseOutOfWal(): void {
    if (this.#disk !== null && this.#isOutOfWal()) throw noSpace(this.#disk);
  }
}

function noSpace({ reserveBytes }: DiskSpace): DatabaseError {
  return new DatabaseError(
    "53100",
    `the disk has less than ${formatMegabytes(reserveBytes)} of free space: the database accepts no writes until there is more`,
  );
}
