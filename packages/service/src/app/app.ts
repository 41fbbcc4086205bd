import { setImmediate as nextTurn } from "node:timers/promises";
import cookie from "@fastify/cookie";
import { type BillingOptions } from "@wayfare/billing";
import type { Clock, LeaseTime, SignUpMode } from "@wayfare/contract";
import { type Database, skipIfDiskFull } from "@wayfare/database";
import { createGuardedClient, createTxtLookup, type GuardRules, type Proxy, parseAddressRange } from "@wayfare/egress";
import type { ConnectionLimits, Listener } from "@wayfare/listener";
import { latinNames } from "@wayfare/suppliers";
import { isTracing } from "@wayfare/telemetry";
import { retryDelaysMs } from "@wayfare/webhooks";
import type { FastifyBaseLogger } from "fastify";
import { type Authenticator, openAuthenticator, registerAuthentication } from "../access/authenticator.ts";
import { limitPublicBodies } from "../access/public-routes.ts";
import { registerAccountRoutes } from "../accounts/routes.ts";
import { registerApplicationRoutes } from "../applications/routes.ts";
import { registerAuditRoutes } from "../audit/routes.ts";
import { registerBillingRoutes } from "../billing/routes.ts";
import { defaultBilling } from "../billing/settings.ts";
import type { BookingDeps } from "../bookings/booking-deps.ts";
import type { BookingQueueOptions } from "../bookings/booking-queue.ts";
import { registerOperatorBookingRoutes } from "../bookings/operator-routes.ts";
import type { LateOrders } from "../bookings/order-late-steps.ts";
import { startReconciler } from "../bookings/order-reconciler.ts";
import { OrderScanner } from "../bookings/order-scanner.ts";
import { OrderSettler } from "../bookings/order-settler.ts";
import { hasOpenOrders } from "../bookings/order-store.ts";
import { personalDataPurpose } from "../bookings/personal-data.ts";
import { registerBookingRoutes } from "../bookings/routes.ts";
import { registerSupplierEvents } from "../bookings/supplier-event-routes.ts";
import { makeFindOrders } from "../bookings/supplier-orders.ts";
import { registerErasureRoutes } from "../erasure/routes.ts";
import { registerExportRoutes } from "../export/routes.ts";
import { requireDeclaredAccess } from "../http/access-declaration.ts";
import type { App } from "../http/app-type.ts";
import { registerCompression } from "../http/compression.ts";
import { announceDeprecations } from "../http/deprecation.ts";
import { makeErrorHandler } from "../http/error-handler.ts";
import { registerJsonBody } from "../http/json-body.ts";
import { type Lifecycle, makeLifecycle, rejectWorkWhileDraining } from "../http/lifecycle.ts";
import { registerNotFoundHandler } from "../http/not-found-handler.ts";
import { registerOpenApi } from "../http/openapi.ts";
import { makeCursors } from "../http/pagination.ts";
import { logRequest, onRequestEnd } from "../http/request-log.ts";
import { registerSecurityHeaders } from "../http/security-headers.ts";
import { registerSerializers } from "../http/serializers.ts";
import { createServer, registerRequestBasics } from "../http/server.ts";
import { traceRequests } from "../http/trace-requests.ts";
import { registerValidators } from "../http/validators.ts";
import { registerIdentity } from "../identity/routes.ts";
import { makeSessionCookie } from "../identity/sessions/cookie.ts";
import { makeSignInAttempts } from "../identity/sign-in/attempts.ts";
import { Issuers, maxResponseBytes } from "../identity/sso/issuer.ts";
import { type SsoDeps, ssoPurpose } from "../identity/sso/sso-deps.ts";
import { registerLeakedKeyRoute } from "../keys/leaked-routes.ts";
import { registerKeyRoutes } from "../keys/routes.ts";
import { revokeKeysOfApplication } from "../keys/rules.ts";
import { registerLimits } from "../limits/limit-hooks.ts";
import { type Limits, openLimits } from "../limits/limits.ts";
import { registerLive } from "../live/routes.ts";
import type { LivePace } from "../live/streams.ts";
import { type Mailer, noMailer } from "../mail/mailer.ts";
import { registerMcp } from "../mcp/routes.ts";
import { makeClientRegistry } from "../oauth/clients.ts";
import { registerOAuthConsent } from "../oauth/consent-routes.ts";
import { type OAuthDeps, registerOAuth } from "../oauth/routes.ts";
import { watchClockSkew } from "../observability/clock-skew.ts";
import { makeLoadingList, makeReadinessChecks, registerHealth } from "../observability/health.ts";
import { type Metrics, makeMetrics, registerMetrics } from "../observability/metrics.ts";
import { makeMetricsAccess } from "../observability/metrics-token.ts";
import { makeProcessHealth } from "../observability/process-health.ts";
import { StorageOutage } from "../observability/storage-outage.ts";
import { registerActing } from "../operator/accounts/acting-routes.ts";
import { registerOperatorPasswordReset } from "../operator/accounts/password-reset-routes.ts";
import { registerOperatorAccountRoutes } from "../operator/accounts/routes.ts";
import { registerOperatorBillingRoutes } from "../operator/billing/routes.ts";
import { registerOperatorPlanRoutes } from "../operator/plans/routes.ts";
import { registerOperatorStatusRoutes } from "../operator/status/routes.ts";
import type { ProcessFacts } from "../operator/status/status-deps.ts";
import type { EventLoopDelay } from "../overload/event-loop-delay.ts";
import { makeOverloadMetrics } from "../overload/metrics.ts";
import { type ReadLimitOptions, registerReadLimits } from "../overload/read-limits.ts";
import { makeShedding, type OverloadLimits, type Shedding, shedLateSearches, shedLoad } from "../overload/shedding.ts";
import { registerOverview } from "../overview/routes.ts";
import { findBuiltPages, isPageRequest, registerBuiltPages, sendPage } from "../pages/built-pages.ts";
import { registerDocuments } from "../pages/documents.ts";
import { registerErrorPages } from "../pages/error-pages.ts";
import { registerPageAssets } from "../pages/page-assets.ts";
import { registerTextPages } from "../pages/text-pages.ts";
import { registerUnbuiltPages } from "../pages/unbuilt-pages.ts";
import { registerPlaceRoutes } from "../places/routes.ts";
import { registerReferenceRoutes } from "../reference/routes.ts";
import type { RequestLogAccess } from "../requests/log.ts";
import { makePostgresAccess } from "../requests/postgres-log.ts";
import { registerRequestRoutes } from "../requests/routes.ts";
import type { SearchDeps } from "../search/deps.ts";
import { makeKeptOfferStore } from "../search/kept-offers-store.ts";
import { insertPriceSample, listPriceSamples } from "../search/price-samples-store.ts";
import { registerSearchRoutes } from "../search/routes.ts";
import { findSales, findSellers } from "../search/sales-store.ts";
import { makeSearchStore } from "../search/store.ts";
import type { SupplierAccessSource } from "../search/supplier-access.ts";
import { logDecryptionFailures, makeSecretBox } from "../secrets/secret-box.ts";
import type { ServerSecrets } from "../secrets/server-secret.ts";
import { registerSignUpInvitations } from "../sign-up/invitation-routes.ts";
import { defaultSignUpTerms, type SignUpTerms } from "../sign-up/plan.ts";
import { registerSignUp } from "../sign-up/routes.ts";
import { makeIdempotentRunner } from "../storage/idempotency.ts";
import type { ResourceDeps } from "../storage/resource-deps.ts";
import { makeCallCounter } from "../suppliers/budget-metrics.ts";
import { type DeploymentSuppliers, noDeploymentSuppliers, SupplierDirectory } from "../suppliers/directory.ts";
import { registerSupplierRoutes } from "../suppliers/routes.ts";
import { findWebhookSecret } from "../suppliers/store.ts";
import { makeUnknownCodeReporter } from "../suppliers/unknown-codes.ts";
import { registerTestClockRoutes } from "../test-clock/routes.ts";
import type { Meter } from "../usage/meter.ts";
import { openMeter, registerMeter } from "../usage/open.ts";
import { registerUsageRoutes } from "../usage/routes.ts";
import { registerWatchRoutes } from "../watches/routes.ts";
import { WatchRunner } from "../watches/runner.ts";
import { startWatches } from "../watches/start.ts";
import { deleteWatchesOfApplication } from "../watches/store.ts";
import { registerWebhookActions } from "../webhooks/action-routes.ts";
import { registerDeliveryRoutes } from "../webhooks/delivery-routes.ts";
import { registerEventRoutes } from "../webhooks/event-routes.ts";
import { publicInternetOnly } from "../webhooks/guard-rules.ts";
import { registerReplayRoutes } from "../webhooks/replay-routes.ts";
import { registerRetrySchedule } from "../webhooks/retry-routes.ts";
import { registerWebhookRoutes } from "../webhooks/routes.ts";
import { deleteEndpointsOfApplication, type WebhookDeps } from "../webhooks/rules.ts";
import type { Supply } from "./supply.ts";

export interface AppDeps {
  database: Database;
  supply: Supply;
  /** Access to live suppliers in tests; by default that of the accounts and the deployment. */
  supplierAccess?: SupplierAccessSource;
  /** Credentials and limits of the deployment for live suppliers; none if absent. */
  deploymentSuppliers?: DeploymentSuppliers;
  /** Seconds for which answers of live suppliers are reused; 0 if absent. */
  suppliersReuseSeconds?: number;
  secrets: ServerSecrets;
  clock: Clock;
  /** Public URL of the service, without a trailing slash. */
  publicUrl: string;
  trustProxy: readonly string[];
  /** Deployment-wide allowlist of test and live keys, in addition to those of accounts and keys; empty for none. */
  keyAllowlist: readonly string[];
  searchDeadlineMs: number;
  /** Thresholds of load shedding. */
  overload?: Partial<OverloadLimits>;
  /** Concurrency limit of expensive reads. */
  readLimits?: Partial<ReadLimitOptions>;
  /** Queue and statement timeouts of bookings. */
  bookingQueue?: Partial<BookingQueueOptions>;
  /** Times of orders at suppliers. */
  orders?: Partial<OrderTimes>;
  /** Treatment of orders that appear after their booking has failed; cancelled by default. */
  lateOrders?: LateOrders;
  /** Limits and times of watches. */
  watches?: Partial<WatchOptions>;
  /** Timeouts and limits of client connections, used without a listener. */
  connections?: Partial<ConnectionLimits>;
  /** Port that is already open; by default the app opens its own. */
  listener?: Listener;
  /** Interval of health checks of a database that failed. */
  storageOutage?: { checkEveryMs: number };
  /** Event loop delay monitor; that of this process by default. */
  eventLoopDelay?: EventLoopDelay;
  /** Factor of all rate limits; 1 by default. */
  rateLimitFactor?: number;
  /** Clocks of limits and leases; by default the database clock and the monotonic clock of this process. */
  leaseTime?: LeaseTime;
  /** Timeout of a rate limit request to the database in milliseconds; one second by default. */
  limitTimeoutMs?: number;
  /** The request log; that of the database by default. */
  requestLog?: RequestLogAccess;
  /** Retention of the request log in the database; 30 days by default. */
  logRetentionMs?: number;
  /** Directory of the usage journal; without it, usage is kept only in memory until it is written to the database. */
  usageDirectory?: string;
  /** Addresses that webhooks may call; the public internet by default. */
  webhookRules?: GuardRules;
  /** Proxy of requests to identity providers; none by default. */
  proxy?: Proxy | null;
  /** Looks up TXT records, to verify domains; DNS by default. */
  findTexts?: SsoDeps["findTexts"];
  /** Retention of events; 30 days if absent. */
  eventRetentionMs?: number;
  /** Retry schedule of deliveries; the default one if absent. */
  retryDelaysMs?: readonly number[];
  /** Billing options; manual payment by default. */
  billing?: BillingOptions;
  /** Ways to create an account; only by operators by default. */
  signUp?: SignUpMode;
  /** Plan and currency of accounts that customers create; `free` in USD by default. */
  signUpTerms?: SignUpTerms;
  /** Outbox of mails; none by default. */
  mailer?: Mailer;
  /** False to serve only health and metrics, as on a worker; true by default. */
  servesApi?: boolean;
  /** Directory of the built portal; without it, placeholder pages explain how to build it. */
  pagesDirectory?: string;
  /** Intervals of live updates to the portal. */
  livePace?: Partial<LivePace>;
  log: FastifyBaseLogger;
  lifecycle?: Lifecycle;
  /** Metrics registry of the process; a new one by default. */
  metrics?: Metrics;
  /** Bearer token for `/metrics` and the details of `/readyz`; both are disabled without it. */
  metricsToken?: string | null;
  /** Called with the facts about this process that operators can read. */
  onProcessFacts?: (facts: ProcessFacts) => void;
  /** Called after a sign-in with a one-time link. */
  onFirstSignIn?: () => void;
}

/** Builds the HTTP API, which is not listening yet. */
export async function buildApp(deps: AppDeps): Promise<App> {
  const lifecycle = deps.lifecycle ?? makeLifecycle();
  const metrics = deps.metrics ?? makeMetrics();
  const overload = makeOverloadMetrics(metrics.registry);
  const { app, closeConnections } = createServer({ ...deps, onConnectionEnd: overload.countConnectionEnd });
  requireDeclaredAccess(app);
  announceDeprecations(app);
  limitPublicBodies(app, deps.clock);
  const pages = deps.servesApi === false ? undefined : findBuiltPages(deps.pagesDirectory);
  registerNotFoundHandler(app, deps.publicUrl, (request, reply) =>
    pages !== undefined && isPageRequest(request) ? sendPage(reply, pages) : undefined,
  );
  const outage = new StorageOutage({ ...deps, ...deps.storageOutage, metrics });
  app.addHook("onClose", () => outage.close());
  app.setErrorHandler(makeErrorHandler(deps.publicUrl, (error) => outage.report(error)));
  if (isTracing()) traceRequests(app);
  registerRequestBasics(app);
  registerSecurityHeaders(app, {
    publicUrl: deps.publicUrl,
    inlineScripts: pages?.inlineScripts ?? [],
  });
  onRequestEnd(app, [logRequest, metrics.observeRequest]);
  registerCompression(app);
  rejectWorkWhileDraining(app, lifecycle);
  const shedding = makeShedding({ ...deps, searchThreads: deps.supply.threads }, overload);
  overload.watch(shedding);
  shedLoad(app, shedding);
  // Cookies are parsed only for requests that look for a session.
  await app.register(cookie, { hook: false });
  const authenticator = await openAuthenticator({
    ...deps,
    ranges: deps.keyAllowlist.flatMap((text) => parseAddressRange(text) ?? []),
  });
  app.addHook("onClose", () => authenticator.close());
  registerAuthentication(app, authenticator);
  shedLateSearches(app, shedding);
  const requestLog = deps.requestLog ?? makePostgresAccess(deps.database);
  const usage =
    (deps.servesApi ?? true)
      ? await openMeter({
          ...deps,
          journalRoot: deps.usageDirectory ?? null,
          onDamaged: (lines) => metrics.countDamagedLines(lines),
          onWritten: (records) => requestLog.onWritten(records),
        })
      : undefined;
  const limits = await openLimits({ ...deps, holder: usage?.journalId, factor: deps.rateLimitFactor ?? 1 });
  app.addHook("onClose", () => limits.close());
  registerLimits(app, limits);
  registerReadLimits(app, deps.readLimits);
  registerJsonBody(app);
  registerValidators(app);
  registerSerializers(app);
  await registerOpenApi(app, deps.publicUrl);
  const access = makeMetricsAccess(deps.metricsToken ?? null);
  registerMetrics(app, metrics, access);
  const skew = { ...deps, monotonic: deps.leaseTime?.monotonic, databaseClock: deps.leaseTime?.database };
  const skewWatch = await watchClockSkew(skew, metrics.registry);
  app.addHook("onClose", async () => skewWatch.stop());
  const checks = makeReadinessChecks({ ...deps, lifecycle, clockSkew: skewWatch.clockSkew });
  registerHealth(app, { checks, loading: makeLoadingList({ ...deps, lifecycle }), access });
  if (usage !== undefined) {
    const { meter } = usage;
    app.addHook("onClose", () => usage.close());
    registerMeter(app, { meter, database: deps.database, clock: deps.clock });
    metrics.watchBacklog(() => usage.readBacklog());
    await registerApi(app, deps, {
      metrics,
      authenticator,
      shedding,
      meter,
      limits,
      requestLog,
      readHealth: makeProcessHealth({ ...deps, checks, clockSkew: skewWatch.clockSkew, shedding }),
      readUsageBacklog: () => usage.readBacklog(),
    });
    registerPageAssets(app, pages);
    const pace = deps.livePace === undefined ? {} : { pace: deps.livePace };
    await registerLive(app, { ...deps, ...pace, flush: () => skipIfDiskFull(meter.flush()) });
    if (pages === undefined) registerUnbuiltPages(app, deps);
    else await registerBuiltPages(app, pages);
  }
  app.addHook("preClose", closeConnections);
  return app;
}

interface ApiServices extends Pick<ProcessFacts, "readHealth" | "readUsageBacklog"> {
  metrics: Metrics;
  authenticator: Authenticator;
  shedding: Shedding;
  meter: Meter;
  limits: Limits;
  requestLog: RequestLogAccess;
}

/** Registers the routes of the API in several turns, so that the main thread responds in between. */
async function registerApi(app: App, deps: AppDeps, services: ApiServices): Promise<void> {
  const { metrics, authenticator, shedding, meter, requestLog } = services;
  const { database, clock, secrets } = deps;
  /** Makes the requests that this process has answered readable. */
  const flushLog = async (): Promise<void> => {
    await skipIfDiskFull(meter.flush());
    await requestLog.flush();
  };
  const resources: ResourceDeps = {
    database,
    clock,
    secrets,
    accessCache: authenticator,
    cursors: makeCursors(secrets),
    runIdempotent: makeIdempotentRunner({ database, clock }),
  };
  const box = logDecryptionFailures(makeSecretBox(secrets, "supplier credentials"), deps.log);
  const directory = new SupplierDirectory({
    database,
    clock,
    box,
    suppliers: deps.supply.liveSuppliers ?? [],
    deployment: deps.deploymentSuppliers ?? noDeploymentSuppliers,
    log: deps.log,
    reuseSeconds: deps.suppliersReuseSeconds ?? 0,
    onCall: makeCallCounter(metrics.registry),
  });
  app.addHook("onClose", () => directory.close());
  const reportUnknownCodes = makeUnknownCodeReporter(metrics.registry, deps.log);
  const search: SearchDeps = {
    store: makeSearchStore(deps.database, deps.supply.gazetteer),
    keptOffers: makeKeptOfferStore(database),
    findSales: (scope, query) => findSales(database, scope, query),
    priceSamples: {
      insert: (owner, trip, sample) => insertPriceSample(database, owner, trip, sample),
      list: (owner, trip, range) => listPriceSamples(database, owner, trip, range),
    },
    supply: deps.supply,
    supplierAccess: deps.supplierAccess ?? directory,
    clock: deps.clock,
    publicUrl: deps.publicUrl,
    deadlineMs: deps.searchDeadlineMs,
    shedding,
    onSearch: (outcome, unknownCodes) => {
      metrics.countSearch(outcome);
      reportUnknownCodes(unknownCodes);
    },
  };
  registerSearchRoutes(app, search);
  registerSupplierRoutes(app, { database, clock, directory, box, publicUrl: deps.publicUrl, hasOpenOrders });
  await nextTurn();
  registerBookings(app, { ...resources, queueOptions: deps.bookingQueue, supplierBox: box }, search, deps);
  registerWatches(app, { deps, resources, search, services });
  await nextTurn();
  registerKeyRoutes(app, resources);
  registerLeakedKeyRoute(app, resources);
  registerApplicationRoutes(app, {
    ...resources,
    revokeKeys: (unit, application) =>
      revokeKeysOfApplication(unit, { secrets, invalidate: authenticator.invalidate }, application),
    deleteEndpoints: deleteEndpointsOfApplication,
    deleteWatches: ({ tx }, { owner, applicationId }) => deleteWatchesOfApplication(tx, owner, applicationId),
  });
  registerAccountRoutes(app, resources);
  registerAuditRoutes(app, resources);
  await nextTurn();
  registerOperatorAccountRoutes(app, {
    ...resources,
    billing: deps.billing ?? defaultBilling,
    mailer: deps.mailer ?? noMailer,
    publicUrl: deps.publicUrl,
  });
  registerOperatorPlanRoutes(app, resources);
  registerSignUpInvitations(app, {
    ...resources,
    signUp: deps.signUp ?? "closed",
    mailer: deps.mailer ?? noMailer,
    publicUrl: deps.publicUrl,
  });
  registerOperatorPasswordReset(app, {
    ...resources,
    mailer: deps.mailer ?? noMailer,
    publicUrl: deps.publicUrl,
  });
  registerOperatorStatus(app, { deps, resources, services, directory });
  registerErasureRoutes(app, {
    ...resources,
    billing: deps.billing ?? defaultBilling,
    mailer: deps.mailer ?? noMailer,
    publicUrl: deps.publicUrl,
  });
  registerExportRoutes(app, {
    database,
    clock,
    box: logDecryptionFailures(makeSecretBox(secrets, personalDataPurpose), deps.log),
    billing: deps.billing ?? defaultBilling,
  });
  await nextTurn();
  registerOperatorBillingRoutes(app, {
    ...resources,
    meter,
    billing: deps.billing ?? defaultBilling,
    rateLimitFactor: deps.rateLimitFactor ?? 1,
  });
  registerUsageRoutes(app, { ...resources, meter });
  registerBillingRoutes(app, {
    ...resources,
    meter,
    options: deps.billing ?? defaultBilling,
    publicUrl: deps.publicUrl,
  });
  await nextTurn();
  registerRequestRoutes(app, { ...resources, requestLog: requestLog.log, flush: flushLog });
  registerWebhooks(app, {
    ...resources,
    box: makeSecretBox(secrets),
    rules: deps.webhookRules ?? publicInternetOnly,
    eventRetentionMs: deps.eventRetentionMs ?? 30 * 86_400_000,
    log: deps.log,
  });
  registerRetrySchedule(app, deps.retryDelaysMs ?? retryDelaysMs);
  registerTestClockRoutes(app, resources);
  await nextTurn();
  registerPlaceRoutes(app, deps.supply.gazetteer);
  registerReferenceRoutes(app, { lists: deps.supply.reference, cursors: resources.cursors, clock });
  registerDocuments(app, deps.publicUrl);
  registerErrorPages(app);
  await nextTurn();
  registerTextPages(app, deps.publicUrl);
  registerMcp(app, { secrets, clock, publicUrl: deps.publicUrl });
  await nextTurn();
  const oauth: OAuthDeps = {
    ...resources,
    clients: makeClientRegistry(secrets),
    publicUrl: deps.publicUrl,
    resource: `${deps.publicUrl}/mcp`,
  };
  registerOAuth(app, oauth);
  registerOAuthConsent(app, oauth);
  const attempts = makeSignInAttempts({ database, clock, registry: metrics.registry });
  app.addHook("onClose", () => attempts.close());
  const rules = deps.webhookRules ?? publicInternetOnly;
  const providers = createGuardedClient({
    rules,
    proxy: deps.proxy ?? null,
    timeoutMs: 10_000,
    maxBodyBytes: maxResponseBytes,
  });
  app.addHook("onClose", () => providers.close());
  const identity: SsoDeps = {
    issuers: new Issuers({ client: providers, clock }),
    findTexts: deps.findTexts ?? createTxtLookup(),
    rules,
    secretBox: logDecryptionFailures(makeSecretBox(secrets, ssoPurpose), deps.log),
    flowBox: makeSecretBox(secrets, "single sign-on flows"),
    database,
    clock,
    publicUrl: deps.publicUrl,
    cookie: makeSessionCookie(deps.publicUrl),
    box: logDecryptionFailures(makeSecretBox(secrets, "authenticator secrets"), deps.log),
    attempts,
    mailer: deps.mailer ?? noMailer,
    onFirstSignIn: deps.onFirstSignIn ?? (() => {}),
  };
  await nextTurn();
  registerIdentity(app, identity);
  await nextTurn();
  registerSignUp(app, {
    ...identity,
    mode: deps.signUp ?? "closed",
    terms: deps.signUpTerms ?? defaultSignUpTerms,
    accounts: {
      secrets,
      billing: deps.billing ?? defaultBilling,
      mailer: identity.mailer,
      publicUrl: deps.publicUrl,
      invalidate: (id) => authenticator.invalidate(id),
    },
  });
  registerActing(app, identity);
  registerOverview(app, { database, requestLog: requestLog.log, clock, flush: flushLog });
}

/** Registers the routes for the state of the deployment. */
function registerOperatorStatus(
  app: App,
  {
    deps,
    resources,
    services: { readHealth, readUsageBacklog },
    directory,
  }: { deps: AppDeps; resources: ResourceDeps; services: ApiServices; directory: SupplierDirectory },
): void {
  const facts: ProcessFacts = {
    readHealth,
    readUsageBacklog,
    flushSuppliers: () => directory.flush(),
    readSupplier: (environment, supplier) => directory.observations.read(environment, supplier),
  };
  deps.onProcessFacts?.(facts);
  registerOperatorStatusRoutes(app, {
    ...resources,
    databaseClock: deps.leaseTime?.database,
    catalog: {
      suppliers: deps.supply.liveSuppliers ?? [],
      deployment: deps.deploymentSuppliers ?? noDeploymentSuppliers,
    },
    process: facts,
  });
}

interface OrderTimes {
  /** Time for which a request waits for an order. */
  waitMs: number;
  /** Time limit of each call for an order. Airlines need up to half a minute. */
  deadlineMs: number;
  /** Time limit of the request for an order, for which airlines need up to two minutes. */
  createDeadlineMs: number;
  /** Interval of the search for due steps. */
  reconcileEveryMs: number;
}

const noEventSecrets = { test: {}, live: {} };

const orderTimes: OrderTimes = {
  waitMs: 10_000,
  deadlineMs: 30_000,
  createDeadlineMs: 130_000,
  reconcileEveryMs: 2_000,
};

/** Registers the routes of bookings, and settles the orders at suppliers while the service runs. */
function registerBookings(
  app: App,
  { supplierBox, ...resources }: ResourceDeps & Pick<BookingDeps, "queueOptions"> & { supplierBox: WebhookDeps["box"] },
  search: SearchDeps,
  deps: AppDeps,
): void {
  const { database, clock, secrets } = resources;
  const { log, supply } = deps;
  const box = logDecryptionFailures(makeSecretBox(secrets, personalDataPurpose), log);
  const { supplierAccess } = search;
  const times = { ...orderTimes, ...deps.orders };
  const { waitMs: orderWaitMs, deadlineMs, createDeadlineMs, reconcileEveryMs: everyMs } = times;
  const findOrders = makeFindOrders({ runner: supply.runner, supplierAccess, deadlineMs, createDeadlineMs });
  const lateOrders = deps.lateOrders ?? "cancel";
  const settler = new OrderSettler({ database, clock, box, findOrders, lateOrders, log });
  const scanner = new OrderScanner({ database, clock, box, findOrders, log });
  const ordering = (supply.liveSuppliers ?? []).filter(({ supplier }) => supplier.orders !== undefined);
  const orderingSuppliers = new Map(
    ordering.map(({ supplier, slot }) => [supplier.name, { slot, nameAlphabet: supplier.nameAlphabet ?? latinNames }]),
  );
  registerBookingRoutes(app, { ...resources, box, findOrders, settler, orderingSuppliers, orderWaitMs }, search);
  registerOperatorBookingRoutes(app, { ...resources, box, findOrders });
  if (orderingSuppliers.size === 0) return;
  const suppliers = ordering.map(({ supplier }) => supplier);
  registerSupplierEvents(app, {
    database,
    nowMs: () => clock.nowMs(),
    findSecret: (scope, supplier) => findWebhookSecret(database, scope, supplier),
    deploymentSecrets: deps.deploymentSuppliers?.eventSecrets ?? noEventSecrets,
    box: supplierBox,
    bookingBox: box,
    suppliers,
  });
  const stop = startReconciler({ settler, scanner, log, everyMs });
  app.addHook("onClose", () => stop());
}

interface WatchOptions {
  /** Maximum number of watches of an account in each environment. */
  maxPerAccount: number;
  /** Interval of looking for due watches in milliseconds; 0 to run none in this process. */
  everyMs: number;
}

const watchOptions: WatchOptions = { maxPerAccount: 10_000, everyMs: 1000 };

/** Registers the routes of watches, and runs due watches while the service runs. */
function registerWatches(
  app: App,
  {
    deps,
    resources,
    search,
    services: { limits, meter },
  }: { deps: AppDeps; resources: ResourceDeps; search: SearchDeps; services: ApiServices },
): void {
  const { database, clock, log, supply } = deps;
  const { maxPerAccount, everyMs } = { ...watchOptions, ...deps.watches };
  registerWatchRoutes(app, { ...resources, facts: supply, maxPerAccount });
  if (everyMs === 0) return;
  const runner = new WatchRunner({
    database,
    clock,
    search,
    searchUnits: limits.searchUnits,
    meter,
    log,
    findSellers: (accountIds, environment) => findSellers(database, accountIds, environment),
  });
  const stop = startWatches({ runner, everyMs, log });
  app.addHook("onClose", () => stop());
}

function registerWebhooks(app: App, deps: WebhookDeps): void {
  registerWebhookRoutes(app, deps);
  registerWebhookActions(app, deps);
  registerReplayRoutes(app, deps);
  registerDeliveryRoutes(app, deps);
  registerEventRoutes(app, deps);
}
