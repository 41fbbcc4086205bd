import { type BillingOptions, collectPayments, findBalanceFaults, takeDueSteps } from "@wayfare/billing";
import { type Clock, formatInstant } from "@wayfare/contract";
import { type Database, makeDaysAhead, withDiskReserve } from "@wayfare/database";
import { type ClearedWebhooks, clearWebhooks, makeWebhookDays } from "@wayfare/webhooks";
import type { FastifyBaseLogger } from "fastify";
import { cancelDueBookings } from "../bookings/cancel.ts";
import { countLostUnits, loseExpiredLeases } from "../limits/lost-leases.ts";
import type { Metrics } from "../observability/metrics.ts";
import { dropOldDays, requestLog } from "../requests/days.ts";
import { findPause } from "../storage/pause-store.ts";
import { deleteTestClockHistory, listTestDataCutoffs, recordTestClocks } from "../test-clock/store.ts";
import { deleteWhatIsOver } from "./deletions.ts";

interface JobParts {
  database: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  billing: BillingOptions;
  /** How long events, and deliveries that have ended, are kept. */
  webhooksRetentionMs: number;
  metrics: Pick<Metrics, "lostUnits">;
}

const deletionEveryMs = 10 * 60_000;
const airlineCancellationEveryMs = 5000;
const balanceCheckEveryMs = 3_600_000;
const billingEveryMs = 10_000;
const lostLeasesEveryMs = 15_000;

/** Starts what runs beside the requests; the answer stops it and waits for what is running. */
export function startJobs(parts: JobParts): () => Promise<void> {
  const stops = [
    // Purging frees space, so it goes on while the disk is too full for other writes.
    repeat(deletionEveryMs, (signal) => withDiskReserve(() => deleteWhatIsOver(parts, signal))),
    repeat(deletionEveryMs, () => withDiskReserve(() => turnRequestLog(parts))),
    repeat(deletionEveryMs, () => withDiskReserve(() => turnWebhooks(parts)), { isDueNow: true }),
    repeat(airlineCancellationEveryMs, () => cancelForAirlines(parts)),
    repeat(billingEveryMs, () => closePeriods(parts)),
    repeat(billingEveryMs, (signal) => chargeInvoices(parts, signal)),
    repeat(balanceCheckEveryMs, () => checkBalances(parts)),
    repeat(lostLeasesEveryMs, () => loseLeases(parts)),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

/** Runs a job again and again, never beside itself; the answer stops it and waits for what is running. */
function repeat(
  everyMs: number,
  job: (signal: AbortSignal) => Promise<void>,
  { isDueNow }: { isDueNow: boolean } = { isDueNow: false },
): () => Promise<void> {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  const run = () => {
    running ??= job(stopping.signal).finally(() => (running = undefined));
  };
  const timer = setInterval(run, everyMs);
  if (isDueNow) run();
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await running;
  };
}

async function turnRequestLog({ database, clock, log }: JobParts): Promise<void> {
  try {
    await makeDaysAhead(database, requestLog, clock.nowMs());
    const days = await dropOldDays(database, clock.nowMs());
    if (days > 0) log.info({ days }, "old days of the request log were dropped");
  } catch (error) {
    log.error({ err: error }, "the days of the request log could not be made and dropped");
  }
}

async function turnWebhooks({ database, clock, log, webhooksRetentionMs }: JobParts): Promise<void> {
  try {
    await makeWebhookDays(database, clock.nowMs());
    const cleared = await clearOldWebhooks(database, { nowMs: clock.nowMs(), retentionMs: webhooksRetentionMs });
    if (cleared.deliveries + cleared.days > 0) log.info(cleared, "old deliveries and days of events were cleared away");
  } catch (error) {
    log.error({ err: error }, "the days of events and attempts could not be made and dropped");
  }
}

/** Clears what is older than the retention by the wall clock, test data in a clock that is ahead of it too. */
export async function clearOldWebhooks(
  database: Database,
  { nowMs, retentionMs }: { nowMs: number; retentionMs: number },
): Promise<ClearedWebhooks> {
  await recordTestClocks(database, nowMs);
  const beforeMs = nowMs - retentionMs;
  const cleared = await clearWebhooks(database, beforeMs, await listTestDataCutoffs(database, beforeMs));
  await deleteTestClockHistory(database, beforeMs);
  return cleared;
}

async function cancelForAirlines({ database, clock, log }: JobParts): Promise<void> {
  try {
    const bookings = await cancelDueBookings(database, clock);
    if (bookings > 0) log.info({ bookings }, "bookings were cancelled by their airlines");
  } catch (error) {
    log.error({ err: error }, "bookings could not be cancelled by their airlines");
  }
}

type BillingJobDeps = Pick<JobParts, "database" | "clock" | "log" | "billing">;

/** Closes billing periods that have ended, unless outbound traffic is paused. */
export async function closePeriods({ database, clock, log, billing }: BillingJobDeps): Promise<void> {
  try {
    // Periods that end while payments are off would count as unpaid: they are closed once payments are on again.
    if ((await findPause(database)) !== undefined) return;
    const steps = await takeDueSteps(database, {
      options: billing,
      wallMs: clock.nowMs(),
      onError: (error, { accountId }) => log.error({ err: error, accountId }, "the billing of an account failed"),
    });
    if (steps > 0) log.info({ steps }, "periods were closed and invoices finalised");
  } catch (error) {
    log.error({ err: error }, "periods could not be closed");
  }
}

/** Collects payments through the provider, unless outbound traffic is paused. */
export async function chargeInvoices(
  { database, clock, log, billing }: BillingJobDeps,
  signal: AbortSignal,
): Promise<void> {
  try {
    if ((await findPause(database)) !== undefined) return;
    await collectPayments({
      database,
      options: billing,
      clock,
      signal,
      onRetry: (error, { accountId, invoiceId }, nextAttemptMs) =>
        log.warn(
          { err: error, accountId, invoiceId, nextAttemptAt: formatInstant(nextAttemptMs) },
          "an invoice could not be charged; it will be retried",
        ),
      onFailed: (failure, { accountId, invoiceId }) =>
        log.warn({ accountId, invoiceId, failure }, "an invoice could not be charged"),
    });
  } catch (error) {
    log.error({ err: error }, "invoices could not be charged");
  }
}

async function checkBalances({ database, log }: JobParts): Promise<void> {
  try {
    const faults = await findBalanceFaults(database, 10);
    if (faults.length > 0) log.error({ faults }, "credit balances are not what the ledger says");
  } catch (error) {
    log.error({ err: error }, "credit balances could not be compared with the ledger");
  }
}

async function loseLeases({ database, clock, log, metrics }: JobParts): Promise<void> {
  try {
    const leases = await loseExpiredLeases(database, { clock });
    if (leases > 0)
      log.warn(
        { leases },
        "quota leases expired with their process; units are withheld until it restarts or they are settled",
      );
    metrics.lostUnits(await countLostUnits(database));
  } catch (error) {
    log.error({ err: error }, "expired quota leases could not be processed");
  }
}
