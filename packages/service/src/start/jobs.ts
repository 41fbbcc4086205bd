import type { Database } from "@wayfare/database";
import type { FastifyBaseLogger } from "fastify";
import type { Clock } from "../clock.ts";
import { deleteKeptBefore, idempotencyMs } from "../http/idempotency.ts";
import { deleteOldSearches } from "../search/retention.ts";

const everyMs = 10 * 60_000;

/** Starts what runs beside the requests; the answer stops it and waits for what is running. */
export function startJobs(parts: { database: Database; clock: Clock; log: FastifyBaseLogger }): () => Promise<void> {
  let running = Promise.resolve();
  const run = async (): Promise<void> => {
    try {
      const searches = await deleteOldSearches(parts.database, parts.clock);
      const requests = await deleteKeptBefore(parts.database, parts.clock.nowMs() - idempotencyMs, 5000);
      if (searches + requests > 0)
        parts.log.info({ searches, requests }, "what nobody can ask for any more was deleted");
    } catch (error) {
      parts.log.error({ err: error }, "what nobody can ask for any more could not be deleted");
    }
  };
  const timer = setInterval(() => {
    running = running.then(run);
  }, everyMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
