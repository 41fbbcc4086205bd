import { idTimeMs, newId } from "@wayfare/contract";
import type { Database, Session } from "@wayfare/database";

const dayMs = 86_400_000;

/** How long a request is kept. */
export const requestRetentionMs = 30 * dayMs;

const daysAhead = 3;

/** "requests" in ASCII: whoever makes or drops a day of the request log holds this lock. */
const daysLock = 0x72_65_71_75_65_73_74_73n;

/** The day of a request, as the number of days since 1970. */
export function dayOfRequest(id: string): number {
  return Math.floor(idTimeMs(id) / dayMs);
}

/** The first id that a request of an instant can have. */
export function firstRequestIdAt(ms: number): string {
  return newId("req", Math.max(0, ms), new Uint8Array(10));
}

/** The days of the request log that this process knows to be there. */
export class RequestDays {
  readonly #database: Database;
  #known = new Set<number>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Makes the partitions of days that are not known to have one. */
  async ensure(days: Iterable<number>): Promise<void> {
    const missing = [...new Set(days)].filter((day) => !this.#known.has(day));
    if (missing.length === 0) return;
    await makeDays(this.#database, missing);
    for (const day of missing) this.#known.add(day);
  }

  /** Looks again: another process may have dropped a day. */
  forget(): void {
    this.#known = new Set();
  }
}

/** Makes today's partition and those of the next days, so that no batch waits for one at midnight. */
export function makeDaysAhead(database: Database, nowMs: number): Promise<void> {
  const today = Math.floor(nowMs / dayMs);
  return makeDays(
    database,
    Array.from({ length: daysAhead + 1 }, (_, at) => today + at),
  );
}

/** Drops the days whose last request is past its retention; answers how many. */
export function dropOldDays(database: Database, nowMs: number): Promise<number> {
  const oldest = partitionOf(Math.floor((nowMs - requestRetentionMs) / dayMs));
  return database.lock(daysLock, async (connection) => {
    const days = await connection.query<{ name: string }>(
      `SELECT child.relname AS name FROM pg_inherits JOIN pg_class child ON child.oid = pg_inherits.inhrelid
       WHERE pg_inherits.inhparent = 'requests'::regclass AND child.relname < $1 ORDER BY child.relname LIMIT 1000`,
      [oldest],
    );
    for (const { name } of days) {
      await connection.transaction(async (session) => {
        await waitBriefly(session);
        await session.script(`DROP TABLE ${name}`);
      });
    }
    return days.length;
  });
}

function makeDays(database: Database, days: readonly number[]): Promise<void> {
  return database.lock(daysLock, async (connection) => {
    const there = await connection.query<{ name: string }>(
      `SELECT child.relname AS name FROM pg_inherits JOIN pg_class child ON child.oid = pg_inherits.inhrelid
       WHERE pg_inherits.inhparent = 'requests'::regclass AND child.relname = ANY($1) ORDER BY child.relname LIMIT 1000`,
      [days.map(partitionOf)],
    );
    const names = new Set(there.map(({ name }) => name));
    for (const day of days.filter((each) => !names.has(partitionOf(each)))) {
      await connection.transaction(async (session) => {
        await waitBriefly(session);
        await session.script(
          `CREATE TABLE ${partitionOf(day)} PARTITION OF requests
           FOR VALUES FROM ('${firstRequestIdAt(day * dayMs)}') TO ('${firstRequestIdAt((day + 1) * dayMs)}')`,
        );
      });
    }
  });
}

/** Whoever waits for the parent's lock makes all others wait behind it: rather give up, and try again later. */
function waitBriefly(session: Session): Promise<void> {
  return session.script("SET LOCAL lock_timeout = '2s'");
}

function partitionOf(day: number): string {
  return `requests_${new Date(day * dayMs).toISOString().slice(0, 10).replaceAll("-", "")}`;
}
