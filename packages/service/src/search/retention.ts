import type { Database } from "@wayfare/database";
import type { Clock } from "../clock.ts";
import { deleteSearchesBefore } from "./store.ts";

/** How long a search can be found again. */
const searchRetentionMs = 86_400_000;
const batchSize = 500;

/** Deletes every search older than a day, in batches; answers how many. */
export async function deleteOldSearches(database: Database, clock: Clock): Promise<number> {
  const beforeMs = clock.nowMs() - searchRetentionMs;
  let total = 0;
  for (;;) {
    const deleted = await deleteSearchesBefore(database, beforeMs, batchSize);
    total += deleted;
    if (deleted < batchSize) return total;
  }
}
