import type { RowScope } from "@wayfare/contract";
import { newId } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { SeededRandom } from "../../../../tests/seeded-random.ts";
import { recordEvents } from "../../src/events/events.ts";
import { readEventFeed } from "../../src/history/event-feed.ts";

export interface FeedRun {
  database: Database;
  writers: number;
  events: number;
  /** Maximum number of events in one transaction. */
  batch: number;
  /** Maximum time between the insert and the commit of a transaction. */
  maxDelayMs: number;
  seed: number;
}

/** Creates an account and returns the scope of its test data. */
export async function makeFeedAccount(database: Database, nowMs: number): Promise<RowScope> {
  const accountId = newId("acct", nowMs);
  await database.execute("INSERT INTO accounts (id, name, created_at) VALUES ($1, 'Feed', $2)", [
    accountId,
    new Date(nowMs),
  ]);
  return { accountId, environment: "test", applicationId: null };
}

/**
 * Writes events by concurrent transactions that commit after random delays, while a reader follows the feed.
 *
 * @returns the number of events that the reader missed, and the number that it received twice.
 */
export async function runFeed(run: FeedRun): Promise<{ read: number; skipped: number; doubled: number }> {
  const { database, writers, events } = run;
  const scope = await makeFeedAccount(database, Date.now());
  const written = new Set<string>();
  const read = new Set<string>();
  let [left, received] = [events, 0];
  const writer = async (index: number): Promise<void> => {
    const random = new SeededRandom(run.seed * 1000 + index);
    while (left > 0) {
      const count = Math.min(left, random.between(1, run.batch));
      left -= count;
      const event = { ...scope, type: "webhook.test", data: { message: "x" }, nowMs: Date.now() } as const;
      const ids = await database.transaction(async (tx) => {
        const recorded = await recordEvents(
          tx,
          Array.from({ length: count }, () => event),
        );
        await tx.query("SELECT pg_sleep($1)", [(random.unit() * run.maxDelayMs) / 1000]);
        return recorded;
      });
      for (const id of ids) written.add(id);
    }
  };
  let isWriting = true;
  const reader = async (): Promise<void> => {
    let afterPosition: number | null = null;
    for (;;) {
      const wasWriting = isWriting;
      const page = await readEventFeed(database, scope, { afterPosition, type: undefined, limit: 200 });
      if (page.isExpired) throw new Error("the feed expired");
      for (const { id } of page.events) read.add(id);
      received += page.events.length;
      afterPosition = page.position;
      if (!wasWriting && page.events.length === 0) return;
    }
  };
  const writing = Promise.all(Array.from({ length: writers }, (_, index) => writer(index))).finally(() => {
    isWriting = false;
  });
  await Promise.all([writing, reader()]);
  return { read: read.size, skipped: written.difference(read).size, doubled: received - read.size };
}
