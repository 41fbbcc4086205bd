import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "@wayfare/database";
import closeWithGrace from "close-with-grace";
import type { FastifyBaseLogger } from "fastify";
import type { BillingOptions } from "./billing/options.ts";
import { billingOptionsOf } from "./billing/settings.ts";
import { type Clock, systemClock } from "./clock.ts";
import { buildApp } from "./http/app.ts";
import { makeLifecycle } from "./http/lifecycle.ts";
import { type Metrics, makeMetrics } from "./operations/metrics.ts";
import { openAdminSocket } from "./operator/admin-socket.ts";
import { makeOperator } from "./operator/commands.ts";
import { makeDeployment } from "./operator/deployment.ts";
import { startUnlessPaused } from "./pause/outbound.ts";
import { findPause } from "./pause/store.ts";
import { publicUrlOf } from "./settings/parse.ts";
import type { Settings } from "./settings/schema.ts";
import { renderBanner } from "./start/banner.ts";
import { describeStartFailure } from "./start/failure.ts";
import { deleteFirstRunFile, firstRunPath, hasFirstRunFile, makeFirstRun } from "./start/first-run.ts";
import { startJobs } from "./start/jobs.ts";
import { makeLog } from "./start/log.ts";
import { openStorage, type Storage } from "./start/open-storage.ts";
import { type ReservedPort, reservePort } from "./start/reserved-port.ts";
import type { Supply } from "./supply.ts";
import { guardRulesOf } from "./webhooks/guard-rules.ts";
import { makeWebhookMetrics } from "./webhooks/metrics.ts";
import { startWebhooks } from "./webhooks/start.ts";

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
  log?: FastifyBaseLogger;
}

export interface RunningService {
  publicUrl: string;
  port: number;
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
    const storage = await openStorage(settings, clock.nowMs(), (error) =>
      log.warn({ err: error }, "the database failed while nobody was waiting for it"),
    );
    closers.push(() => storage.close());
    const { database, secrets, dataDirectory } = storage;
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
    const metrics = makeMetrics();
    if (settings.role !== "api") {
      closers.push(
        startJobs({
          database,
          clock,
          log,
          billing: billingOptionsOf(settings, clock),
          webhooksRetentionMs: settings.webhooksRetentionDays * 86_400_000,
        }),
      );
      closers.push(await startSending({ settings, storage, clock, log, metrics }));
    }
    const { pagesDirectory } = parts;
    const listening = { settings, port, reserved, publicUrl, pagesDirectory, storage, supply, clock, log, metrics };
    closers.push(await listen(listening));
    const firstRunFile = hasFirstRunFile(dataDirectory) ? firstRunPath(dataDirectory) : undefined;
    const isPaused = (await findPause(database)) !== undefined;
    parts.stdout?.write(renderBanner({ publicUrl, nowMs: clock.nowMs(), firstRun, firstRunFile, isPaused }));
    return { publicUrl, port, close: closeAll };
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
  closeWithGrace({ delay: settings.shutdownGraceMs + closingMs, logger: false }, async ({ err, signal }) => {
    if (err) log.fatal({ err }, "unexpected failure");
    else log.info({ signal: signal ?? null }, "shutting down");
    await service?.close();
  });
  try {
    service = await startService(settings, { ...parts, log });
  } catch (error) {
    process.stderr.write(`${describeStartFailure(error)}\n`);
    process.exit(1);
  }
}

interface ListenParts {
  settings: Settings;
  port: number;
  /** Where the port is any that was free. */
  reserved: ReservedPort | undefined;
  publicUrl: string;
  pagesDirectory: string | undefined;
  storage: Storage;
  supply: Supply;
  clock: Clock;
  log: FastifyBaseLogger;
  metrics: Metrics;
}

/** Opens the port; the answer drains and closes it, and cuts what is still open when the grace ends. */
async function listen(parts: ListenParts) {
  const { settings, port, reserved, publicUrl, pagesDirectory, storage, supply, clock, log, metrics } = parts;
  const lifecycle = makeLifecycle();
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
    connections: { connections: settings.maxConnections },
    rateLimitFactor: settings.rateLimitFactor,
    usageDirectory: join(storage.dataDirectory, "usage"),
    webhookRules: guardRulesOf(settings),
    billing: billingOptionsOf(settings, clock),
    servesApi: settings.role !== "worker",
    ...(pagesDirectory === undefined ? {} : { pagesDirectory }),
    log,
    lifecycle,
    metrics,
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
