/** Child process of crash.ts: runs due steps in a database and kills itself at a given statement. argv[2] is a `DueStepsJob`. */
import { type Database, openPglite, openPostgres, type Queryable } from "@wayfare/database";
import { runDueSteps } from "../../src/dunning/due-steps.ts";
import { testBilling } from "../test-billing.ts";

export interface DueStepsJob {
  /** With a directory, PGlite. */
  database: { directory: string } | { connectionString: string };
  wallMs: number;
  batch: number;
  /** Number of the statement at which the process kills itself; null for never. */
  crashesAt: number | null;
}

const job: DueStepsJob = JSON.parse(process.argv[2] ?? "");
const opened =
  "directory" in job.database ? await openPglite(job.database) : await openPostgres({ ...job.database, max: 4 });

let statements = 0;
const database = withCrash(opened);
await runDueSteps(database, { options: testBilling, wallMs: job.wallMs, batchSize: job.batch });
await opened.close();

/**
 * Kills the process before a statement is sent or while it runs. PGlite completes before the event loop turns, so there the process is
 * killed after it.
 */
function withCrash(whole: Database): Database {
  return { ...whole, transaction: (work) => whole.transaction((tx) => work(withStatementCount(tx))) };
}

function withStatementCount(db: Queryable): Queryable {
  const count = async <T>(send: () => Promise<T>): Promise<T> => {
    const isLast = ++statements === job.crashesAt;
    if (isLast && statements % 2 === 0) crash();
    const result = send();
    if (isLast) setImmediate(crash);
    const rows = await result;
    if (isLast) crash();
    return rows;
  };
  return {
    ...db,
    query: (...parameters) => count(() => db.query(...parameters)),
    execute: (...parameters) => count(() => db.execute(...parameters)),
  };
}

function crash(): void {
  process.kill(process.pid, "SIGKILL");
}
