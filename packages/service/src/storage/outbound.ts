import { DomainError, type Partition } from "@wayfare/contract";
import type { Database, Queryable } from "@wayfare/database";
import { startJobLoop } from "@wayfare/webhooks";
import type { FastifyBaseLogger } from "fastify";
import { findPause, type OutboundPause, resumedChannel } from "./pause-store.ts";

/** Interval at which the pause is checked, in case its notification was lost. */
const checkEveryMs = 30_000;

/** Formats the log message of a pause. */
function describePause({ reason, pausedAt }: OutboundPause): string {
  return `webhook deliveries, live bookings and payments paused since ${pausedAt.toISOString()} (${reason}), run \`wayfare resume\` to resume them`;
}

/** Runs `start` as soon as outbound traffic is not paused. Returns a function that stops it, or stops waiting for it. */
export async function startUnlessPaused(
  { database, log }: { database: Database; log: FastifyBaseLogger },
  start: () => Promise<() => Promise<void>>,
): Promise<() => Promise<void>> {
  const pause = await findPause(database);
  if (pause === undefined) return start();
  log.warn({ reason: pause.reason, pausedAt: pause.pausedAt }, describePause(pause));
  let stopStarted: (() => Promise<void>) | undefined;
  const stopWaiting = await startJobLoop(database, {
    channel: resumedChannel,
    everyMs: checkEveryMs,
    async run() {
      if (stopStarted !== undefined || (await findPause(database)) !== undefined) return;
      stopStarted = await start();
      log.info("resumed webhook deliveries, live bookings and payments");
    },
    onError: (error) => log.error({ err: error }, "outbound pause check failed"),
  });
  return async () => {
    await stopWaiting();
    await stopStarted?.();
  };
}

/** Throws SUPPLY_UNAVAILABLE for live data while outbound traffic is paused. Test data has no effects outside of this deployment. */
export async function assertNotPaused(db: Queryable, environment: Partition): Promise<void> {
  if (environment === "test" || (await findPause(db)) === undefined) return;
  const detail =
    "This deployment was restored from a backup. Live bookings and payments are paused until the operator resumes them.";
  throw new DomainError("SUPPLY_UNAVAILABLE", { detail });
}
