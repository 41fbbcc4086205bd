import { setImmediate as turn } from "node:timers/promises";
import type { Clock } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import type { FastifyBaseLogger } from "fastify";
import { deleteOldChallenges } from "../identity/passkeys/challenges.ts";
import { deleteIdleSessions } from "../identity/sessions/store.ts";
import { deleteFullThrottles } from "../identity/sign-in/throttle-store.ts";
import { deleteIdleBuckets } from "../limits/bucket-store.ts";
import { deleteOldLeases } from "../limits/lost-leases.ts";
import { deleteOldSearches } from "../search/store.ts";
import { deleteKeptAnswers, deleteKeptAnswersAhead } from "../storage/idempotency.ts";
import { deleteOldCharges } from "../usage/charges.ts";
import { deleteOldJournals } from "../usage/journal-store.ts";

interface DeletionParts {
  database: Database;
  clock: Clock;
  log: FastifyBaseLogger;
}

/** Deletes one batch of what is over at an instant; answers how many rows it was. */
type DeleteBatch = (database: Database, nowMs: number, limit: number) => Promise<number>;

/** What nobody can ask for any more, by what it is called. */
const deletions: Readonly<Record<string, DeleteBatch>> = {
  searches: deleteOldSearches,
  "answers kept for idempotency keys": deleteKeptAnswers,
  "answers kept for idempotency keys of advanced test data": deleteKeptAnswersAhead,
  "search charges": deleteOldCharges,
  sessions: deleteIdleSessions,
  "passkey challenges": deleteOldChallenges,
  "rate limits": (database, _nowMs, limit) => deleteIdleBuckets(database, limit),
  "sign-in throttles": deleteFullThrottles,
  "quota leases": deleteOldLeases,
  "usage journals": deleteOldJournals,
};

/** With the embedded database a batch holds everything else in this process up: 5,000 rows for 47 ms. */
const defaultBatchRows = 500;

/**
 * Deletes what nobody can ask for any more, batch after batch until nothing is left of it: however fast it grows, it is kept small.
 * What cannot be deleted is logged, and keeps nothing else.
 *
 * @param signal stops between two batches.
 */
export async function deleteWhatIsOver(
  { database, clock, log }: DeletionParts,
  signal: AbortSignal,
  batchRows = defaultBatchRows,
): Promise<void> {
  for (const [what, deleteBatch] of Object.entries(deletions)) {
    try {
      let rows = 0;
      for (let deleted = batchRows; deleted === batchRows && !signal.aborted; rows += deleted) {
        deleted = await deleteBatch(database, clock.nowMs(), batchRows);
        // PGlite answers without going through the event loop: many batches in a row would stop the process.
        await turn();
      }
      if (rows > 0) log.info({ what, rows }, "what nobody can ask for any more was deleted");
    } catch (error) {
      log.error({ err: error, what }, "what nobody can ask for any more could not be deleted");
    }
  }
}
