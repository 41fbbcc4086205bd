import { DomainError, type Partition } from "@wayfare/contract";
import type { Database, Session } from "@wayfare/database";
import { startWaking } from "@wayfare/webhooks";
import type { FastifyBaseLogger } from "fastify";
import { findPause, type OutboundPause, resumedChannel } from "./pause-store.ts";

/** How soon the end of a pause is noticed where its message was lost. */
const checkEveryMs = 30_000;

/** What operators read while nothing leaves the deployment. */
function describePause({ reason, pausedAt }: OutboundPause): string {
  return `webhook deliveries, live bookings and payments are off since ${pausedAt.toISOString()} (${reason}); turn them on with: wayfare resume`;
}

/** Starts something that reaches outside as soon as outbound traffic is not paused. The answer stops it, or the wait for it. */
export async function startUnlessPaused(
  { database, log }: { database: Database; log: FastifyBaseLogger },
  start: () => Promise<() => Promise<void>>,
): Promise<() => Promise<void>> {
  const pause = await findPause(database);
  if (pause === undefined) return start();
  log.warn({ reason: pause.reason, pausedAt: pause.pausedAt }, describePause(pause));
  let stopStarted: (() => Promise<void>) | undefined;
  const stopWaiting = await startWaking(database, {
    channel: resumedChannel,
    everyMs: checkEveryMs,
    async run() {
      if (stopStarted !== undefined || (await findPause(database)) !== undefined) return;
      stopStarted = await start();
      log.info("webhook deliveries, live bookings and payments are on again");
    },
    onError: (error) => log.error({ err: error }, "the end of the pause could not be checked"),
  });
  return async () => {
    await stopWaiting();
    await stopStarted?.();
  };
}

/** Refuses what would have an effect outside of this deployment while that is off. Test data has none. */
export async function assertNotPaused(session: Session, environment: Partition): Promise<void> {
  if (environment === "test" || (await findPause(session)) === undefined) return;
  const detail =
    "This deployment was restored from a backup, and live bookings and payments are off until its operator resumes them.";
  throw new DomainError("SUPPLY_UNAVAILABLE", { detail });
}
