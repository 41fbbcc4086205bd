/**
 * Entry point of a process for crash.full.test.ts: the whole app on the database and the journals of argv[2], which kills itself at a given
 * point. Without such a point it exits with its parent.
 */
import { type Database, openPglite, openPostgres } from "@wayfare/database";
import { runProcessApp } from "../process-app.ts";

/** Point in the writing of a batch at which the process dies. */
export type CrashPoint = "before the batch" | "while the batch is written" | "after the batch";

export interface ProcessOrder {
  /** A directory selects PGlite. */
  database: { directory: string } | { connectionString: string };
  usageDirectory: string;
  dies: { place: CrashPoint; batch: number } | null;
}

const order: ProcessOrder = JSON.parse(process.argv[2] ?? "");
const opened =
  "directory" in order.database ? await openPglite(order.database) : await openPostgres({ ...order.database, max: 4 });

const { usageDirectory } = order;
const url = await runProcessApp(opened, { database: crashIn(opened), rateLimitFactor: 1000, usageDirectory });
process.send?.({ url });

function crashIn(database: Database): Database {
  const { dies } = order;
  if (dies === null) return database;
  let batches = 0;
  return {
    ...database,
    async query<Row extends object>(...question: Parameters<Database["query"]>): Promise<Row[]> {
      const isLast = question[2]?.name === "apply-usage" && ++batches === dies.batch;
      if (isLast && dies.place === "before the batch") die();
      const answer = database.query<Row>(...question);
      // The statement is in transit or already running.
      if (isLast && dies.place === "while the batch is written") setImmediate(die);
      const rows = await answer;
      if (isLast) die();
      return rows;
    },
  };
}

function die(): void {
  process.kill(process.pid, "SIGKILL");
}
