import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import type { FastifyBaseLogger } from "fastify";
import { deleteExpiredChallenges } from "../identity/passkeys/challenges.ts";
import { deleteOldActingSessions } from "../identity/sessions/acting-store.ts";
import { deleteIdleSessions } from "../identity/sessions/store.ts";
import { deleteExpiredResets } from "../identity/sign-in/password-reset-store.ts";
import { deleteFullThrottles } from "../identity/sign-in/throttle-store.ts";
import { deleteIdleBuckets } from "../limits/bucket-store.ts";
import { deleteOldKeyUsage } from "../limits/key-usage-store.ts";
import { deleteOldLeases } from "../limits/lost-leases.ts";
import { deleteOldMails } from "../mail/store.ts";
import { deleteOldCodes } from "../oauth/code-store.ts";
import { deleteOldKeptOffers } from "../search/kept-offers-store.ts";
import { deleteOldPriceSamples } from "../search/price-samples-store.ts";
import { deleteOldSearches } from "../search/store.ts";
import { deleteExpiredSignUps } from "../sign-up/store.ts";
import { purgeAheadIdempotencyRecords, purgeIdempotencyRecords } from "../storage/idempotency.ts";
import { deleteOldCalls } from "../suppliers/calls-store.ts";
import { deleteOldCircuits } from "../suppliers/circuits-store.ts";
import { deleteOldSupplierResults } from "../suppliers/results-store.ts";
import { deleteOldCharges } from "../usage/charges.ts";
import { deleteOldJournals } from "../usage/journal-store.ts";
import { deleteOldWatches } from "../watches/store.ts";

interface PurgeDeps {
  database: Database;
  clock: Clock;
  log: FastifyBaseLogger;
}

/** Deletes one batch of rows that have expired at an instant. @returns the number of deleted rows. */
type DeleteBatch = (database: Database, nowMs: number, limit: number) => Promise<number>;

/** Purges of expired rows, by the name in the log. */
const purges: Readonly<Record<string, DeleteBatch>> = {
  searches: deleteOldSearches,
  "kept offers": deleteOldKeptOffers,
  "price samples": deleteOldPriceSamples,
  "idempotency records": purgeIdempotencyRecords,
  "idempotency records of advanced test clocks": purgeAheadIdempotencyRecords,
  "search charges": deleteOldCharges,
  sessions: deleteIdleSessions,
  "acting sessions": deleteOldActingSessions,
  "passkey challenges": deleteExpiredChallenges,
  "sign-ups": deleteExpiredSignUps,
  "password resets": deleteExpiredResets,
  "authorization codes": deleteOldCodes,
  "rate limits": (database, _nowMs, limit) => deleteIdleBuckets(database, limit),
  "sign-in throttles": deleteFullThrottles,
  "quota leases": deleteOldLeases,
  "usage of keys": deleteOldKeyUsage,
  "usage journals": deleteOldJournals,
  mails: deleteOldMails,
  "supplier calls": deleteOldCalls,
  "supplier circuits": deleteOldCircuits,
  "supplier results": deleteOldSupplierResults,
  watches: deleteOldWatches,
};

/** On the embedded database a batch blocks the process: 5,000 rows take 47 ms. */
const defaultBatchRows = 500;

/**
 * Purges expired rows in batches until none are left. A purge that fails is logged and does not stop the others.
 *
 * @param signal stops between two batches.
 */
export async function purgeExpiredRows(
  { database, clock, log }: PurgeDeps,
  signal: AbortSignal,
  batchRows = defaultBatchRows,
): Promise<void> {
  for (const [kind, deleteBatch] of Object.entries(purges)) {
    try {
      let rows = 0;
      for (let deleted = batchRows; deleted === batchRows && !signal.aborted; rows += deleted) {
        deleted = await deleteBatch(database, clock.nowMs(), batchRows);
        // PGlite resolves without a turn of the event loop, so batches in a row would block the process.
        await nextTurn();
      }
      if (rows > 0) log.info({ kind, rows }, "purged expired rows");
    } catch (error) {
      log.error({ err: error, kind }, "purge of expired rows failed");
    }
  }
}
