import { type BillingOptions, collectPayments, findBalanceMismatches, runDueSteps } from "@wayfare/billing";
import { type Clock, formatInstant } from "@wayfare/contract";
import { createUpcomingPartitions, type Database, withDiskReserve } from "@wayfare/database";
import type { Registration } from "@wayfare/suppliers";
import type { FastifyBaseLogger } from "fastify";
import { makeOrderReportGauge } from "../bookings/order-report-gauge.ts";
import { personalDataPurpose } from "../bookings/personal-data.ts";
import { runSandboxSteps } from "../bookings/sandbox-steps.ts";
import { sealOldBookings } from "../bookings/seal-bookings.ts";
import { makeArchiveStore } from "../erasure/erase-archive.ts";
import { makeRequestLogStore } from "../erasure/erase-requests.ts";
import { runErasures } from "../erasure/run-erasures.ts";
import { countLostUnits, loseExpiredLeases } from "../limits/lost-leases.ts";
import type { Metrics } from "../observability/metrics.ts";
import { LogRepairs } from "../requests/log-repairs.ts";
import type { ClickHouseAccess } from "../requests/open-log.ts";
import { dropExpiredPartitions, requestLog } from "../requests/partitions.ts";
import { makeSecretBox } from "../secrets/secret-box.ts";
import type { ServerSecrets } from "../secrets/server-secret.ts";
import { findPause } from "../storage/pause-store.ts";
import { makeBudgetGauges } from "../suppliers/budget-metrics.ts";
import type { DeploymentSuppliers } from "../suppliers/directory.ts";
import { purgeExpiredRows } from "./purge.ts";
import { makeWebhookRetention, type WebhookRetentionDeps } from "./webhook-retention.ts";

interface JobDeps extends Pick<WebhookRetentionDeps, "webhooksRetentionMs" | "attemptArchive"> {
  database: Database;
  secrets: ServerSecrets;
  clock: Clock;
  log: FastifyBaseLogger;
  billing: BillingOptions;
  metrics: Pick<Metrics, "setLostQuotaUnits" | "registry">;
  /** Live suppliers, and the credentials of the deployment for them. */
  suppliers: readonly Registration[];
  deployment: DeploymentSuppliers;
  /** Retention of the request log in the database. */
  logRetentionMs: number;
  /** The request log in ClickHouse. */
  requestLog?: Pick<ClickHouseAccess, "repair" | "log">;
}

const purgeEveryMs = 10 * 60_000;
const archiveCheckEveryMs = 60_000;
const airlineCancellationEveryMs = 5000;
const balanceCheckEveryMs = 3_600_000;
const billingEveryMs = 10_000;
const lostLeasesEveryMs = 15_000;
const sealingEveryMs = 86_400_000;
const erasuresEveryMs = 5000;
const budgetsEveryMs = 15_000;
const reportsEveryMs = 30_000;
const repairEveryMs = 10 * 60_000;

/** Starts the background jobs. @returns a function that stops them and waits for running ones. */
export function startJobs(deps: JobDeps): () => Promise<void> {
  const readBudgets = makeBudgetGauges(deps, deps.metrics.registry);
  const countReports = makeOrderReportGauge(deps.database, deps.metrics.registry);
  const webhooks = makeWebhookRetention(deps);
  const stops = [
    // Purging frees space, so it continues while the disk is too full for other writes.
    repeat(purgeEveryMs, (signal) => withDiskReserve(() => purgeExpiredRows(deps, signal))),
    repeat(purgeEveryMs, () => withDiskReserve(() => rotateRequestLog(deps))),
    repeat(purgeEveryMs, (signal) => withDiskReserve(() => webhooks.rotate(signal)), { isDueNow: true }),
    repeat(archiveCheckEveryMs, () => webhooks.observeArchive(), { isDueNow: true }),
    repeat(airlineCancellationEveryMs, () => stepSandbox(deps)),
    repeat(billingEveryMs, () => closePeriods(deps)),
    repeat(billingEveryMs, (signal) => chargeInvoices(deps, signal)),
    repeat(balanceCheckEveryMs, () => checkBalances(deps)),
    repeat(lostLeasesEveryMs, () => expireLeases(deps)),
    repeat(sealingEveryMs, (signal) => sealBookings(deps, signal), { isDueNow: true }),
    repeat(erasuresEveryMs, (signal) => withDiskReserve(() => erase(deps, signal))),
    ...(deps.requestLog === undefined ? [] : [repairLog(deps, deps.requestLog)]),
    repeat(budgetsEveryMs, () => observeBudgets(deps, readBudgets), { isDueNow: true }),
    repeat(reportsEveryMs, () => observeReports(deps, countReports), { isDueNow: true }),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

/** Repeats a job, one run at a time. @returns a function that stops it and waits for a running one. */
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

async function rotateRequestLog({ database, clock, log, logRetentionMs }: JobDeps): Promise<void> {
  try {
    await createUpcomingPartitions(database, requestLog, clock.nowMs());
    const days = await dropExpiredPartitions(database, clock.nowMs(), logRetentionMs);
    if (days > 0) log.info({ days }, "dropped old request log partitions");
  } catch (error) {
    log.error({ err: error }, "request log partition rotation failed");
  }
}

/** Repairs the request log in ClickHouse, now and every ten minutes. */
function repairLog({ clock, log, logRetentionMs }: JobDeps, access: Pick<ClickHouseAccess, "repair">) {
  const repairs = new LogRepairs(access, clock, logRetentionMs);
  const run = async (signal: AbortSignal): Promise<void> => {
    try {
      const missing = await repairs.run(signal);
      if (missing > 0) log.info({ missing }, "copied missing requests to ClickHouse");
    } catch (error) {
      log.warn({ err: error }, "request log repair failed");
    }
  };
  return repeat(repairEveryMs, run, { isDueNow: true });
}

async function sealBookings({ database, secrets, clock, log }: JobDeps, signal: AbortSignal): Promise<void> {
  try {
    const box = makeSecretBox(secrets, personalDataPurpose);
    const bookings = await sealOldBookings({ database, box, nowMs: clock.nowMs() }, signal);
    if (bookings > 0) log.info({ bookings }, "encrypted personal data of bookings of a previous version");
  } catch (error) {
    log.error({ err: error }, "encryption of personal data failed");
  }
}

async function erase(deps: JobDeps, signal: AbortSignal): Promise<void> {
  try {
    const externalStores = [
      ...(deps.requestLog === undefined ? [] : [makeRequestLogStore(deps.requestLog.log)]),
      ...(deps.attemptArchive === undefined ? [] : [makeArchiveStore(deps.attemptArchive)]),
    ];
    await runErasures({ ...deps, externalStores }, signal);
  } catch (error) {
    deps.log.error({ err: error }, "erasure failed, will retry");
  }
}

async function stepSandbox({ database, secrets, clock, log }: JobDeps): Promise<void> {
  try {
    const box = makeSecretBox(secrets, personalDataPurpose);
    const steps = await runSandboxSteps({ database, box }, clock);
    if (steps > 0) log.info({ steps }, "sandbox steps applied");
  } catch (error) {
    log.error({ err: error }, "sandbox steps failed");
  }
}

type BillingJobDeps = Pick<JobDeps, "database" | "clock" | "log" | "billing">;

/** Closes billing periods that have ended, unless outbound traffic is paused. */
export async function closePeriods({ database, clock, log, billing }: BillingJobDeps): Promise<void> {
  try {
    // Periods that end while payments are paused would count as unpaid. They are closed after the pause.
    if ((await findPause(database)) !== undefined) return;
    const steps = await runDueSteps(database, {
      options: billing,
      wallMs: clock.nowMs(),
      onError: (error, { accountId }) => log.error({ err: error, accountId }, "account billing failed"),
    });
    if (steps > 0) log.info({ steps }, "closed billing periods and finalized invoices");
  } catch (error) {
    log.error({ err: error }, "closing billing periods failed");
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
          "invoice charge failed, will retry",
        ),
      onFailed: (failure, { accountId, invoiceId }) =>
        log.warn({ accountId, invoiceId, failure }, "invoice charge failed"),
    });
  } catch (error) {
    log.error({ err: error }, "invoice collection failed");
  }
}

async function checkBalances({ database, log }: JobDeps): Promise<void> {
  try {
    const faults = await findBalanceMismatches(database, 10);
    if (faults.length > 0) log.error({ faults }, "credit balances do not match the ledger");
  } catch (error) {
    log.error({ err: error }, "credit balance check failed");
  }
}

async function expireLeases({ database, clock, log, metrics }: JobDeps): Promise<void> {
  try {
    const leases = await loseExpiredLeases(database, { clock });
    if (leases > 0)
      log.warn(
        { leases },
        "quota leases expired; units are withheld until the process restarts or the leases are settled",
      );
    metrics.setLostQuotaUnits(await countLostUnits(database));
  } catch (error) {
    log.error({ err: error }, "processing expired quota leases failed");
  }
}

async function observeReports({ log }: JobDeps, countReports: () => Promise<void>): Promise<void> {
  try {
    await countReports();
  } catch (error) {
    log.error({ err: error }, "counting reports about orders failed");
  }
}

async function observeBudgets({ log }: JobDeps, readBudgets: () => Promise<void>): Promise<void> {
  try {
    await readBudgets();
  } catch (error) {
    log.error({ err: error }, "reading supplier budgets failed");
  }
}
