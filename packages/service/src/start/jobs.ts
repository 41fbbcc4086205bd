import { type Database, makeDaysAhead } from "@wayfare/database";
import { clearWebhooks, makeWebhookDays } from "@wayfare/webhooks";
import type { FastifyBaseLogger } from "fastify";
import { findBalanceFaults } from "../billing/ledger/check.ts";
import type { BillingOptions } from "../billing/options.ts";
import { collectPayments } from "../billing/payment/settle.ts";
import { takeDueSteps } from "../billing/steps.ts";
import { cancelDueBookings } from "../bookings/cancel.ts";
import type { Clock } from "../clock.ts";
import { loseExpiredLeases } from "../limits/lost-leases.ts";
import { findPause } from "../pause/store.ts";
import { dropOldDays, requestLog } from "../requests/days.ts";
import { deleteWhatIsOver } from "./deletions.ts";

interface JobParts {
  database: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  billing: BillingOptions;
  /** How long events, and deliveries that have ended, are kept. */
  webhooksRetentionMs: number;
}

const deletionEveryMs = 10 * 60_000;
const airlineCancellationEveryMs = 5000;
const balanceCheckEveryMs = 3_600_000;
const billingEveryMs = 10_000;
const lostLeasesEveryMs = 15_000;

/** Starts what runs beside the requests; the answer stops it and waits for what is running. */
export function startJobs(parts: JobParts): () => Promise<void> {
  const stops = [
    repeat(deletionEveryMs, (signal) => deleteWhatIsOver(parts, signal)),
    repeat(deletionEveryMs, () => turnRequestLog(parts)),
    repeat(deletionEveryMs, () => turnWebhooks(parts), { isDueNow: true }),
    repeat(airlineCancellationEveryMs, () => cancelForAirlines(parts)),
    repeat(billingEveryMs, () => closePeriods(parts)),
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
    const cleared = await clearWebhooks(database, clock.nowMs() - webhooksRetentionMs);
    if (cleared.deliveries + cleared.days > 0) log.info(cleared, "old deliveries and days of events were cleared away");
  } catch (error) {
    log.error({ err: error }, "the days of events and attempts could not be made and dropped");
  }
}

async function cancelForAirlines({ database, clock, log }: JobParts): Promise<void> {
  try {
    const bookings = await cancelDueBookings(database, clock);
    if (bookings > 0) log.info({ bookings }, "bookings were cancelled by their airlines");
  } catch (error) {
    log.error({ err: error }, "bookings could not be cancelled by their airlines");
  }
}

/** Closes billing periods that have ended and collects payments, unless outbound traffic is paused. */
export async function closePeriods({
  database,
  clock,
  log,
  billing,
}: Omit<JobParts, "webhooksRetentionMs">): Promise<void> {
  try {
    // Periods that end while payments are off would count as unpaid: they are closed once payments are on again.
    if ((await findPause(database)) !== undefined) return;
    const steps = await takeDueSteps(database, {
      options: billing,
      wallMs: clock.nowMs(),
      onError: (error, { accountId }) => log.error({ err: error, accountId }, "the billing of an account failed"),
    });
    if (steps > 0) log.info({ steps }, "periods were closed and invoices finalised");
    const onError = (error: unknown, { invoiceId }: { invoiceId: string }) =>
      log.warn({ err: error, invoiceId }, "a payment could not be asked for; it will be");
    await collectPayments({ database, options: billing, nowMs: clock.nowMs(), onError });
  } catch (error) {
    log.error({ err: error }, "periods could not be closed");
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

async function loseLeases({ database, clock, log }: JobParts): Promise<void> {
  try {
    const leases = await loseExpiredLeases(database, clock.nowMs());
    if (leases > 0) log.warn({ leases }, "leases of quotas ended with their process");
  } catch (error) {
    log.error({ err: error }, "leases of quotas that have ended could not be taken back");
  }
}
