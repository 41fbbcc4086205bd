/**
 * Run by crash.ts as a process of its own: closes what is due in the database of argv[2], and kills itself where it is told to.
 */
import { type Database, openPglite, openPostgres, type Session } from "@wayfare/database";
import { takeDueSteps } from "../../src/dunning/steps.ts";
import { testBilling } from "../test-billing.ts";

export interface ClosingOrder {
  /** A directory is PGlite's. */
  database: { directory: string } | { connectionString: string };
  wallMs: number;
  batch: number;
  /** Dies before this statement of its life is sent; null lives. */
  diesAt: number | null;
}

const order: ClosingOrder = JSON.parse(process.argv[2] ?? "");
const opened =
  "directory" in order.database ? await openPglite(order.database) : await openPostgres({ ...order.database, max: 4 });

let statements = 0;
const database = dyingIn(opened);
await takeDueSteps(database, { options: testBilling, wallMs: order.wallMs, batch: order.batch });
await opened.close();

/** Dies before a statement is sent, or while it runs: PGlite is quicker than the event loop, and is killed behind it. */
function dyingIn(whole: Database): Database {
  return { ...whole, transaction: (work) => whole.transaction((session) => work(countIn(session))) };
}

function countIn(session: Session): Session {
  const count = async <T>(send: () => Promise<T>): Promise<T> => {
    const isLast = ++statements === order.diesAt;
    if (isLast && statements % 2 === 0) die();
    const answer = send();
    if (isLast) setImmediate(die);
    const rows = await answer;
    if (isLast) die();
    return rows;
  };
  return {
    ...session,
    query: (...question) => count(() => session.query(...question)),
    execute: (...question) => count(() => session.execute(...question)),
  };
}

function die(): void {
  process.kill(process.pid, "SIGKILL");
}
