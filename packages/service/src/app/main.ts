import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { BillingOptions } from "@wayfare/billing";
import { type Clock, type LeaseTime, systemClock } from "@wayfare/contract";
import { type Database, watchSchema } from "@wayfare/database";
import type { FastifyBaseLogger } from "fastify";
import { billingOptionsOf } from "../billing/settings.ts";
import { type Lifecycle, makeLifecycle } from "../http/lifecycle.ts";
import { type Metrics, makeMetrics } from "../observability/metrics.ts";
import { openAdminSocket } from "../operator/commands/admin-socket.ts";
import { makeOperator } from "../operator/commands/commands.ts";
import { makeDeployment } from "../operator/commands/deployment.ts";
import { refuseMissingSecrets } from "../operator/server-secrets/rotation.ts";
import { publicUrlOf } from "../settings/parse.ts";
import type { Settings } from "../settings/schema.ts";
import { openStorage, poolSizesOf, type Storage } from "../storage/open-storage.ts";
import { startUnlessPaused } from "../storage/outbound.ts";
import { findPause } from "../storage/pause-store.ts";
import { guardRulesOf } from "../webhooks/guard-rules.ts";
import { makeWebhookMetrics } from "../webhooks/metrics.ts";
import { startWebhooks } from "../webhooks/start.ts";
import { buildApp } from "./app.ts";
import { renderBanner } from "./banner.ts";
import { observeDatabase, startDatabaseMaintenance } from "./database-maintenance.ts";
import { describeStartFailure } from "./failure.ts";
import { deleteFirstRunFile, firstRunPath, hasFirstRunFile, makeFirstRun } from "./first-run.ts";
import { startJobs } from "./jobs.ts";
import { makeLog } from "./log.ts";
import { type ReservedPort, reservePort } from "./reserved-port.ts";
import { closeOnSignals } from "./signals.ts";
import type { Supply } from "./supply.ts";

export interface SupplyContext {
  settings: Settings;
  /** Absolute. */
  dataDirectory: string;
  database: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  /** Told, in a few words, what takes time. */
  onProgress?: (step: string) => void;
}

export interface ServiceParts {
  makeSupply(context: SupplyContext): Promise<Supply>;
  /** Told what the start is at, for a terminal. */
  onProgress?: (step: string) => void;
  /** Where the built pages of the portal are, if they are. */
  pagesDirectory?: string;
  stdout?: { write(text: string): unknown };
  clock?: Clock;
  /** For a clock that does not follow the database's. */
  leaseTime?: LeaseTime;
  log?: FastifyBaseLogger;
  /** Called once if the database is migrated to a schema that this version cannot use: the process has to stop. */
  onSchemaTooNew?: () => void;
}

export interface RunningService {
  publicUrl: string;
  port: number;
  /** Fails readiness and goes on serving, until `close`. */
  leave(): void;
  /** Lets requests in flight finish, then closes everything. */
  close(): Promise<void>;
}

/** Starts everything, in order, and undoes what it did where a step fails. */
export async function startService(settings: Settings, parts: ServiceParts): Promise<RunningService> {
  const clock = parts.clock ?? systemClock;
  const log = parts.log ?? makeLog(settings);
  const reserved = settings.port === 0 ? await reservePort(settings.host) : undefined;
  const port = reserved?.port ?? settings.port;
  const publicUrl = publicUrlOf(settings, port);
  const closers: (() => Promise<unknown>)[] = [];
  const closeAll = async (): Promise<void> => {
    for (const close of closers.splice(0).toReversed()) await close();
  };
  if (reserved !== undefined) closers.push(() => reserved.release());
  try {
    parts.onProgress?.("Opening the database");
    const metrics = makeMetrics();
    const storage = await openStorage(
      settings,
      clock.nowMs(),
      (error) => log.warn({ err: error }, "idle database connection failed"),
      observeDatabase(log, metrics.registry),
    );
    closers.push(() => storage.close());
    const { database, secrets, dataDirectory } = storage;
    await refuseMissingSecrets(database, secrets, clock.nowMs());
    if (database.maintenance !== undefined) {
      closers.push(startDatabaseMaintenance(database.maintenance, { log, registry: metrics.registry }));
    }
    const firstRun = await makeFirstRun({ database, secrets, dataDirectory, publicUrl, nowMs: clock.nowMs() });
    if (settings.databaseUrl === null) {
      const billing = billingOptionsOf(settings, clock);
      closers.push(await openAdmin({ settings, storage, publicUrl, clock, log, billing }));
    }
    parts.onProgress?.("Loading flights");
    const supply = await parts.makeSupply({
      settings,
      dataDirectory,
      database,
      clock,
      log,
      ...(parts.onProgress === undefined ? {} : { onProgress: parts.onProgress }),
    });
    closers.push(() => supply.close());
    if (settings.role !== "api") {
      closers.push(
        startJobs({
          database,
          clock,
          log,
          billing: billingOptionsOf(settings, clock),
          webhooksRetentionMs: settings.webhooksRetentionDays * 86_400_000,
          metrics,
        }),
      );
      closers.push(await startSending({ settings, storage, clock, log, metrics }));
    }
    if (settings.databaseUrl !== null) {
      closers.push(
        await watchSchema(database, {
          onBreakingMigration: (migration) => {
            log.error({ migration }, "breaking migration announced: this version stops");
            parts.onSchemaTooNew?.();
          },
          onError: (error) => log.warn({ err: error }, "schema version could not be read"),
        }),
      );
    }
    const { pagesDirectory } = parts;
    const lifecycle = makeLifecycle();
    const listening = {
      lifecycle,
      settings,
      port,
      reserved,
      publicUrl,
      pagesDirectory,
      storage,
      supply,
      clock,
      leaseTime: parts.leaseTime,
      log,
      metrics,
    };
    closers.push(await listen(listening));
    const firstRunFile = hasFirstRunFile(dataDirectory) ? firstRunPath(dataDirectory) : undefined;
    const isPaused = (await findPause(database)) !== undefined;
    parts.stdout?.write(renderBanner({ publicUrl, nowMs: clock.nowMs(), firstRun, firstRunFile, isPaused }));
    return { publicUrl, port, leave: () => lifecycle.leave(), close: closeAll };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** Starts what calls subscribers; the answer stops it. */
function startSending({
  settings,
  storage,
  clock,
  log,
  metrics,
}: Pick<ListenParts, "settings" | "storage" | "clock" | "log" | "metrics">) {
  const { database, secrets } = storage;
  const webhooks = { rules: guardRulesOf(settings), metrics: makeWebhookMetrics(metrics.registry) };
  return startUnlessPaused({ database, log }, () => startWebhooks({ database, secrets, clock, log, ...webhooks }));
}

/** Lets the command line in, which could not open the embedded database beside this process. */
function openAdmin({
  settings,
  storage,
  publicUrl,
  clock,
  log,
  billing,
}: Pick<ListenParts, "settings" | "storage" | "publicUrl" | "clock" | "log"> & { billing: BillingOptions }) {
  const { database, secrets, dataDirectory } = storage;
  // The gate hears of every change from the database.
  const operator = makeOperator({ database, secrets, publicUrl, clock, billing, forget: () => {} });
  const deployment = makeDeployment({ settings, database, dataDirectory, clock });
  return openAdminSocket({ dataDirectory, operator, deployment, clock, log });
}

/** How long new requests are answered that the instance is going down, before connections close. */
const turningAwayMs = 500;

/** How long everything but the requests may take to close before the process ends all the same. */
const closingMs = 10_000;

/** Starts the service and keeps it until a signal ends it; a start that fails ends the process with one sentence. */
export async function runService(settings: Settings, parts: ServiceParts): Promise<void> {
  const log = parts.log ?? makeLog(settings);
  let service: RunningService | undefined;
  const { stop } = closeOnSignals({
    log,
    delayMs: () => (service === undefined ? 0 : shutdownDelayMsOf(settings)),
    closeWithinMs: settings.shutdownGraceMs + closingMs,
    leave: () => service?.leave(),
    close: async () => service?.close(),
  });
  try {
    service = await startService(settings, { ...parts, log, onSchemaTooNew: stop });
  } catch (error) {
    process.stderr.write(`${describeStartFailure(error)}\n`);
    process.exit(1);
  }
}

/** Only where another instance can answer meanwhile is there a balancer that has to notice. */
function shutdownDelayMsOf({ shutdownDelayMs, databaseUrl, role }: Settings): number {
  return shutdownDelayMs ?? (databaseUrl === null || role === "worker" ? 0 : 5000);
}

interface ListenParts {
  lifecycle: Lifecycle;
  settings: Settings;
  port: number;
  /** Where the port is any that was free. */
  reserved: ReservedPort | undefined;
  publicUrl: string;
  pagesDirectory: string | undefined;
  storage: Storage;
  supply: Supply;
  clock: Clock;
  leaseTime: LeaseTime | undefined;
  log: FastifyBaseLogger;
  metrics: Metrics;
}

/** Opens the port; the answer drains and closes it, and cuts what is still open when the grace ends. */
async function listen(parts: ListenParts) {
  const { lifecycle, settings, port, reserved, publicUrl, pagesDirectory, storage, supply, clock, log, metrics } =
    parts;
  const app = await buildApp({
    database: storage.database,
    secrets: storage.secrets,
    supply,
    clock,
    publicUrl,
    trustProxy: settings.trustProxy,
    keyAllowlist: settings.apiKeysIpAllowlist,
    searchDeadlineMs: settings.searchDeadlineMs,
    overload: { shedDelayMs: settings.shedDelayMs, searchLineMs: settings.searchLineMs },
    readLimits: { maxRunning: poolSizesOf(settings.databasePoolSize).maxReads },
    connections: { connections: settings.maxConnections },
    rateLimitFactor: settings.rateLimitFactor,
    usageDirectory: join(storage.dataDirectory, "usage"),
    webhookRules: guardRulesOf(settings),
    billing: billingOptionsOf(settings, clock),
    servesApi: settings.role !== "worker",
    ...(pagesDirectory === undefined ? {} : { pagesDirectory }),
    ...(parts.leaseTime === undefined ? {} : { leaseTime: parts.leaseTime }),
    log,
    lifecycle,
    metrics,
    metricsToken: settings.metricsToken,
    onFirstSignIn: () => deleteFirstRunFile(storage.dataDirectory),
  });
  await reserved?.release();
  const address = await app.listen({ host: settings.host, port });
  log.info({ address }, "listening");
  storage.describeHolder(publicUrl);
  return async (): Promise<void> => {
    lifecycle.drain();
    // A connection that is closed with a request on its way to us is reset; for a moment such requests get their 503.
    await sleep(Math.min(turningAwayMs, settings.shutdownGraceMs));
    const cut = setTimeout(() => app.server.closeAllConnections(), settings.shutdownGraceMs);
    await app.close();
    clearTimeout(cut);
  };
}
