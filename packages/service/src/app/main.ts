import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { BillingOptions } from "@wayfare/billing";
import { type Clock, DomainError, type LeaseTime, systemClock } from "@wayfare/contract";
import { type Database, watchSchema } from "@wayfare/database";
import { describeStartFailure, type Listener, openServicePort } from "@wayfare/listener";
import { isBuilt } from "@wayfare/resources";
import type { Settings } from "@wayfare/settings";
import { retryDelaysOf } from "@wayfare/settings";
import type { LiveSupplierSetup } from "@wayfare/suppliers";
import { startTracing } from "@wayfare/telemetry";
import type { OnEndpointAlert } from "@wayfare/webhooks";
import type { FastifyBaseLogger } from "fastify";
import { billingOptionsOf } from "../billing/settings.ts";
import { type Lifecycle, makeLifecycle } from "../http/lifecycle.ts";
import type { Mailer } from "../mail/mailer.ts";
import { makeMailMetrics } from "../mail/metrics.ts";
import { startMailSender } from "../mail/sender.ts";
import { mailerOf, mailTransportOf } from "../mail/settings.ts";
import { billingWithNotices, makeNotices, type Notices } from "../notices/notices.ts";
import { type Metrics, makeMetrics } from "../observability/metrics.ts";
import { openAdminSocket } from "../operator/commands/admin-socket.ts";
import { makeOperator } from "../operator/commands/commands.ts";
import { makeDeployment } from "../operator/commands/deployment.ts";
import { assertNoMissingSecrets } from "../operator/server-secrets/rotation.ts";
import type { ProcessFacts } from "../operator/status/status-deps.ts";
import { makeRequestLogMetrics } from "../requests/log-metrics.ts";
import { type ClickHouseAccess, openClickHouseLog } from "../requests/open-log.ts";
import { assertSignUpTerms, signUpTermsOf } from "../sign-up/plan.ts";
import { openStorage, poolSizesOf, type Storage } from "../storage/open-storage.ts";
import { startUnlessPaused } from "../storage/outbound.ts";
import { findPause } from "../storage/pause-store.ts";
import type { DeploymentSuppliers, SupplierCatalog } from "../suppliers/directory.ts";
import { readConfiguredSuppliers } from "../suppliers/suppliers-file.ts";
import { attemptArchiveOf } from "../webhooks/archive.ts";
import { guardRulesOf, webhookProxyOf } from "../webhooks/guard-rules.ts";
import { makeWebhookMetrics } from "../webhooks/metrics.ts";
import { startWebhooks } from "../webhooks/start.ts";
import { buildApp } from "./app.ts";
import { renderBanner } from "./banner.ts";
import { observeDatabase, startDatabaseMaintenance } from "./database-maintenance.ts";
import { deleteFirstRunFile, firstRunPath, hasFirstRunFile, makeFirstRun } from "./first-run.ts";
import { startJobs } from "./jobs.ts";
import { makeLog } from "./log.ts";
import { closeOnSignals } from "./signals.ts";
import type { Supply } from "./supply.ts";
import { tracingOf } from "./tracing.ts";

export interface SupplyContext {
  settings: Settings;
  /** Absolute. */
  dataDirectory: string;
  database: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  /** Live suppliers; none if absent. */
  liveSuppliers?: LiveSupplierSetup;
  /** Called with a short description of each slow step. */
  onProgress?: (step: string) => void;
}

export interface ServiceDeps {
  /** Open port of the service, which the service closes; by default it opens the port of the settings. */
  listener?: Listener;
  /** Aborts the start after its current step. */
  signal?: AbortSignal;
  makeSupply(context: SupplyContext): Promise<Supply>;
  /** Called with the current step of the start, for the terminal. */
  onProgress?: (step: string) => void;
  /** Directory of the built portal, if it was built. */
  pagesDirectory?: string;
  stdout?: { write(text: string): unknown };
  /** Supply of flights, for the banner; the sandbox if absent. */
  supplyNote?: string;
  /** Called once when the service listens. */
  onStarted?: (service: RunningService) => void;
  clock?: Clock;
  /** Clocks of leases, for tests with a clock that differs from that of the database. */
  leaseTime?: LeaseTime;
  log?: FastifyBaseLogger;
  /** Called once if a migration makes the schema unusable for this version. The process must stop. */
  onSchemaTooNew?: () => void;
}

export interface RunningService {
  publicUrl: string;
  port: number;
  /** Fails readiness, and continues to serve until `close`. */
  beginShutdown(): void;
  /** Waits for pending requests, then closes everything. */
  close(): Promise<void>;
}

/** Parts that the admin socket needs for the state of the deployment; undefined until they are open. */
interface StatusParts {
  catalog: SupplierCatalog | undefined;
  process: ProcessFacts | undefined;
}

/**
 * Starts everything in order, with the port first. If a step fails or the signal aborts, the previous steps are undone.
 *
 * @throws the reason of the signal if it aborts
 */
export async function startService(settings: Settings, deps: ServiceDeps): Promise<RunningService> {
  const clock = deps.clock ?? systemClock;
  const log = deps.log ?? makeLog(settings);
  const listener = deps.listener ?? (await openServicePort(settings, clock));
  const { port, publicUrl } = listener;
  listener.loaded("code");
  const closers: (() => Promise<unknown>)[] = [];
  const closeAll = async (): Promise<void> => {
    for (const close of closers.splice(0).toReversed()) await close();
  };
  closers.push(() => listener.close());
  const continueUnlessAborted = (): void => deps.signal?.throwIfAborted();
  const tracing = tracingOf(settings);
  if (tracing !== undefined) {
    const onError = (error: unknown) => log.warn({ err: error }, "trace export failed");
    closers.push(startTracing({ ...tracing, onError }));
  }
  try {
    continueUnlessAborted();
    deps.onProgress?.("Opening the database");
    const metrics = makeMetrics();
    const storage = await openStorage(
      settings,
      clock.nowMs(),
      (error) => log.warn({ err: error }, "idle database connection failed"),
      { ...observeDatabase(log, metrics.registry), onOpened: () => listener.loaded("database") },
    );
    closers.push(() => storage.close());
    listener.loaded("migrations");
    continueUnlessAborted();
    const { database, secrets, dataDirectory } = storage;
    await assertNoMissingSecrets(database, secrets, clock.nowMs());
    if (settings.signUp !== "closed") await assertSignUpTerms(database, signUpTermsOf(settings));
    if (database.maintenance !== undefined) {
      closers.push(startDatabaseMaintenance(database.maintenance, { log, registry: metrics.registry }));
    }
    const firstRun = await makeFirstRun({ database, secrets, dataDirectory, publicUrl, nowMs: clock.nowMs() });
    const mailer = mailerOf(settings, { secrets, publicUrl });
    const notices = makeNotices(mailer);
    const billing = billingWithNotices(await billingOptionsOf(settings, clock), notices);
    const suppliers = readConfiguredSuppliers(settings);
    const status: StatusParts = { catalog: undefined, process: undefined };
    if (settings.databaseUrl === null) {
      closers.push(await openAdmin({ settings, storage, publicUrl, clock, log, billing, mailer, status }));
    }
    const requestLog = openRequestLog({ settings, storage, log, metrics });
    closers.push(async () => requestLog?.close());
    continueUnlessAborted();
    deps.onProgress?.("Loading flights");
    const supply = await deps.makeSupply({
      settings,
      dataDirectory,
      database,
      clock,
      log,
      liveSuppliers: suppliers.setup,
      ...(deps.onProgress === undefined ? {} : { onProgress: deps.onProgress }),
    });
    closers.push(() => supply.close());
    listener.loaded("flights");
    continueUnlessAborted();
    if (supply.timeZones !== undefined) metrics.setTimeZoneData(supply.timeZones);
    status.catalog = { suppliers: supply.liveSuppliers ?? [], deployment: suppliers.deployment };
    if (settings.role !== "api") {
      closers.push(
        startJobs({
          database,
          secrets,
          clock,
          log,
          billing,
          webhooksRetentionMs: settings.webhooksRetentionDays * 86_400_000,
          metrics,
          suppliers: supply.liveSuppliers ?? [],
          deployment: suppliers.deployment,
          logRetentionMs: logRetentionMsOf(settings),
          ...(requestLog === undefined ? {} : { requestLog }),
          ...attemptArchiveOf(settings),
        }),
      );
      closers.push(await startSending({ settings, storage, clock, log, metrics, notices }));
      closers.push(await startMails({ settings, storage, clock, log, metrics }));
    }
    if (settings.databaseUrl !== null) {
      closers.push(
        await watchSchema(database, {
          onBreakingMigration: (migration) => {
            log.error({ migration }, "breaking migration announced, shutting down");
            deps.onSchemaTooNew?.();
          },
          onError: (error) => log.warn({ err: error }, "schema version check failed"),
        }),
      );
    }
    continueUnlessAborted();
    const { pagesDirectory } = deps;
    const lifecycle = makeLifecycle();
    const listening = {
      lifecycle,
      listener,
      settings,
      pagesDirectory,
      storage,
      supply,
      deploymentSuppliers: suppliers.deployment,
      requestLog,
      clock,
      leaseTime: deps.leaseTime,
      log,
      metrics,
      billing,
      mailer,
      onProcessFacts: (facts: ProcessFacts) => {
        status.process = facts;
      },
    };
    closers.push(await serve(listening));
    const firstRunFile = hasFirstRunFile(dataDirectory) ? firstRunPath(dataDirectory) : undefined;
    const isPaused = (await findPause(database)) !== undefined;
    const { supplyNote } = deps;
    const facts = { publicUrl, nowMs: clock.nowMs(), firstRun, firstRunFile, isPaused };
    deps.stdout?.write(renderBanner({ ...facts, ...(supplyNote !== undefined && { supplyNote }) }));
    return { publicUrl, port, beginShutdown: () => lifecycle.beginShutdown(), close: closeAll };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** Opens the request log in ClickHouse; undefined without one. */
function openRequestLog({
  settings,
  storage,
  log,
  metrics,
}: Pick<ServeDeps, "settings" | "storage" | "log" | "metrics">): ClickHouseAccess | undefined {
  const logMetrics = makeRequestLogMetrics(metrics.registry);
  if (settings.requestLogUrl === null) return undefined;
  const deps = { database: storage.database, log, metrics: logMetrics };
  return openClickHouseLog(deps, { url: settings.requestLogUrl, postgresRetentionMs: logRetentionMsOf(settings) });
}

function logRetentionMsOf({ requestLogPostgresDays }: Settings): number {
  return requestLogPostgresDays * 86_400_000;
}

/** Starts webhook delivery. @returns a function that stops it. */
function startSending({
  settings,
  storage,
  clock,
  log,
  metrics,
  notices,
}: Pick<ServeDeps, "settings" | "storage" | "clock" | "log" | "metrics"> & { notices: Notices }) {
  const { database, secrets } = storage;
  const delaysMs = retryDelaysOf(settings);
  const targets = { rules: guardRulesOf(settings), proxy: webhookProxyOf(settings) };
  const onAlert: OnEndpointAlert = (db, alert) => notices.endpointAlert(db, alert);
  const webhooks = { ...targets, delaysMs, onAlert, metrics: makeWebhookMetrics(metrics.registry, delaysMs) };
  return startUnlessPaused({ database, log }, () => startWebhooks({ database, secrets, clock, log, ...webhooks }));
}

/** Starts sending mails, if there is an SMTP server. @returns a function that stops it. */
async function startMails({
  settings,
  storage: { database, secrets },
  clock,
  log,
  metrics,
}: Pick<ServeDeps, "settings" | "storage" | "clock" | "log" | "metrics">): Promise<() => Promise<void>> {
  const mailMetrics = makeMailMetrics(metrics.registry);
  const transport = mailTransportOf(settings);
  if (transport === undefined) return () => Promise.resolve();
  const sender = { database, secrets, clock, log, transport, metrics: mailMetrics };
  return startUnlessPaused({ database, log }, () => startMailSender(sender));
}

/** Opens the admin socket. The command line uses it, because only one process can open the embedded database. */
function openAdmin({
  settings,
  storage,
  publicUrl,
  clock,
  log,
  billing,
  mailer,
  status,
}: Pick<ServeDeps, "settings" | "storage" | "clock" | "log" | "billing" | "mailer"> & {
  publicUrl: string;
  status: Readonly<StatusParts>;
}) {
  const { database, secrets, dataDirectory } = storage;
  const readStatusParts = () => {
    const { catalog, process } = status;
    if (catalog !== undefined) return { catalog, process };
    throw new DomainError("SUPPLY_UNAVAILABLE", { detail: "The service is starting. Try again in a few seconds." });
  };
  const deps = { database, secrets, publicUrl, clock, billing, mailer, readStatusParts };
  // Database notifications invalidate the key cache.
  const operator = makeOperator({ ...deps, signUp: settings.signUp, invalidate: () => {} });
  const deployment = makeDeployment({ settings, database, dataDirectory, clock });
  return openAdminSocket({ dataDirectory, operator, deployment, clock, log });
}

/** Time in which new requests get a 503 response before their connections close. */
const drainMs = 500;

/** Timeout for closing everything except requests, after which the process exits. */
const closeTimeoutMs = 10_000;

/**
 * Runs the service until a signal stops it. A signal during the start ends it after its current step. If the start fails, prints one sentence
 * and exits with code 1.
 */
export async function runService(settings: Settings, deps: ServiceDeps): Promise<void> {
  const log = deps.log ?? makeLog(settings);
  let service: RunningService | undefined;
  const abortion = new AbortController();
  const started = Promise.withResolvers<void>();
  const { stop } = closeOnSignals({
    log,
    delayMs: () => (service === undefined ? 0 : shutdownDelayMsOf(settings)),
    closeWithinMs: settings.shutdownGraceMs + closeTimeoutMs,
    beginShutdown: () => service?.beginShutdown(),
    async close() {
      abortion.abort();
      await started.promise;
      await service?.close();
    },
  });
  try {
    service = await startService(settings, { ...deps, log, signal: abortion.signal, onSchemaTooNew: stop });
    deps.onStarted?.(service);
  } catch (error) {
    if (!abortion.signal.aborted) {
      process.stderr.write(`${describeStartFailure(error)}\n`);
      process.exit(1);
    }
  } finally {
    started.resolve();
  }
}

/** The delay is for load balancers, so the default is 0 if there can be no other API instance. */
function shutdownDelayMsOf({ shutdownDelayMs, databaseUrl, role }: Settings): number {
  return shutdownDelayMs ?? (databaseUrl === null || role === "worker" ? 0 : 5000);
}

interface ServeDeps {
  lifecycle: Lifecycle;
  listener: Listener;
  settings: Settings;
  pagesDirectory: string | undefined;
  storage: Storage;
  supply: Supply;
  deploymentSuppliers: DeploymentSuppliers;
  requestLog: ClickHouseAccess | undefined;
  clock: Clock;
  leaseTime: LeaseTime | undefined;
  log: FastifyBaseLogger;
  metrics: Metrics;
  billing: BillingOptions;
  mailer: Mailer;
  onProcessFacts: (facts: ProcessFacts) => void;
}

/**
 * Gives the requests to the API. @returns a function that drains and closes it, and closes the remaining connections when the grace period
 * ends.
 */
async function serve(deps: ServeDeps) {
  const { lifecycle, listener, settings, pagesDirectory, storage, supply, clock, log, metrics } = deps;
  const { publicUrl } = listener;
  const app = await buildApp({
    database: storage.database,
    secrets: storage.secrets,
    supply,
    deploymentSuppliers: deps.deploymentSuppliers,
    suppliersReuseSeconds: settings.suppliersReuseSeconds,
    lateOrders: settings.bookingsLateOrders,
    clock,
    publicUrl,
    trustProxy: settings.trustProxy,
    keyAllowlist: settings.apiKeysIpAllowlist,
    searchDeadlineMs: settings.searchDeadlineMs,
    overload: { shedDelayMs: settings.shedDelayMs, searchQueueMs: settings.searchQueueMs },
    readLimits: { maxRunning: poolSizesOf(settings.databasePoolSize).maxReads },
    listener,
    rateLimitFactor: settings.rateLimitFactor,
    watches: { maxPerAccount: settings.watchesPerAccount },
    usageDirectory: join(storage.dataDirectory, "usage"),
    logRetentionMs: logRetentionMsOf(settings),
    ...(deps.requestLog === undefined ? {} : { requestLog: deps.requestLog }),
    webhookRules: guardRulesOf(settings),
    proxy: webhookProxyOf(settings),
    retryDelaysMs: retryDelaysOf(settings),
    eventRetentionMs: settings.webhooksRetentionDays * 86_400_000,
    billing: deps.billing,
    mailer: deps.mailer,
    signUp: settings.signUp,
    signUpTerms: signUpTermsOf(settings),
    servesApi: settings.role !== "worker",
    ...(pagesDirectory === undefined ? {} : { pagesDirectory }),
    ...(deps.leaseTime === undefined ? {} : { leaseTime: deps.leaseTime }),
    log,
    lifecycle,
    metrics,
    metricsToken: settings.metricsToken,
    onProcessFacts: deps.onProcessFacts,
    onFirstSignIn: () => deleteFirstRunFile(storage.dataDirectory),
  });
  await app.ready();
  listener.handOver((request, response) => app.routing(request, response));
  log.info(
    { url: publicUrl, host: settings.host, port: listener.port, refused: listener.refused(), builtCode: isBuilt },
    "serving requests",
  );
  storage.publishAddress(publicUrl);
  return async (): Promise<void> => {
    lifecycle.drain();
    // Closing a connection resets requests that are on their way to it. During the drain they get a 503 instead.
    await sleep(Math.min(drainMs, settings.shutdownGraceMs));
    const cut = setTimeout(() => listener.closeAllConnections(), settings.shutdownGraceMs);
    await app.close();
    clearTimeout(cut);
  };
}
