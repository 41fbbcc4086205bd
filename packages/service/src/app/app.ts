import cookie from "@fastify/cookie";
import { type BillingOptions } from "@wayfare/billing";
import type { Clock, LeaseTime } from "@wayfare/contract";
import { type Database, skipIfDiskFull } from "@wayfare/database";
import { type GuardRules, parseAddressRange } from "@wayfare/egress";
import type { FastifyBaseLogger } from "fastify";
import { type Gate, openGate, registerGate } from "../access/gate.ts";
import { limitPublicBodies } from "../access/public-routes.ts";
import { registerAccountRoutes } from "../accounts/routes.ts";
import { registerApplicationRoutes } from "../applications/routes.ts";
import { registerAuditRoutes } from "../audit/routes.ts";
import { registerBillingRoutes } from "../billing/routes.ts";
import { defaultBilling } from "../billing/settings.ts";
import type { BookingQueueOptions } from "../bookings/booking-queue.ts";
import { registerBookingRoutes } from "../bookings/routes.ts";
import { requireDeclaredAccess } from "../http/access-declaration.ts";
import type { App } from "../http/app-type.ts";
import type { ConnectionLimits } from "../http/connections.ts";
import { announceDeprecations } from "../http/deprecation.ts";
import { makeErrorHandler } from "../http/error-handler.ts";
import { registerJsonBody } from "../http/json-body.ts";
import { type Lifecycle, makeLifecycle, refuseWorkWhileDraining } from "../http/lifecycle.ts";
import { registerUnknownRoutes } from "../http/methods.ts";
import { registerOpenApi } from "../http/openapi.ts";
import { makeCursors } from "../http/pages.ts";
import { logRequest, whenAnswered } from "../http/request-log.ts";
import { registerSecurityHeaders } from "../http/security-headers.ts";
import { registerSerializers } from "../http/serializers.ts";
import { createServer, registerRequestBasics } from "../http/server.ts";
import { registerValidators } from "../http/validators.ts";
import { registerIdentity } from "../identity/routes.ts";
import { makeSessionCookie } from "../identity/sessions/cookie.ts";
import { makeSignInAttempts } from "../identity/sign-in/attempts.ts";
import type { IdentityParts } from "../identity/sign-in/identity-parts.ts";
import { registerLeakedKeyRoute } from "../keys/leaked-routes.ts";
import { registerKeyRoutes } from "../keys/routes.ts";
import { revokeKeysOfApplication } from "../keys/rules.ts";
import { openLimits } from "../limits/limits.ts";
import { registerLimits } from "../limits/register.ts";
import { registerLive } from "../live/routes.ts";
import type { LivePace } from "../live/streams.ts";
import { watchClockSkew } from "../observability/clock-skew.ts";
import { makeReadinessChecks, registerHealth } from "../observability/health.ts";
import { type Metrics, makeMetrics, registerMetrics } from "../observability/metrics.ts";
import { makeMetricsAccess } from "../observability/metrics-token.ts";
import { StorageOutage } from "../observability/storage-outage.ts";
import type { EventLoopDelay } from "../overload/event-loop-delay.ts";
import { makeOverloadMetrics } from "../overload/metrics.ts";
import { type ReadLimitOptions, registerReadLimits } from "../overload/read-limits.ts";
import { makeShedding, type OverloadLimits, type Shedding, shedLateSearches, shedLoad } from "../overload/shedding.ts";
import { registerOverview } from "../overview/routes.ts";
import { asksForPage, findBuiltPages, registerBuiltPages, sendPage } from "../pages/built-pages.ts";
import { registerDocuments } from "../pages/documents.ts";
import { registerErrorPages } from "../pages/error-pages.ts";
import { registerPageAssets } from "../pages/page-assets.ts";
import { registerUnbuiltPages } from "../pages/unbuilt-pages.ts";
import { registerPlaceRoutes } from "../places/routes.ts";
import { registerReferenceRoutes } from "../reference/routes.ts";
import { registerRequestRoutes } from "../requests/routes.ts";
import type { SearchParts } from "../search/parts.ts";
import { registerSearchRoutes } from "../search/routes.ts";
import { findSales } from "../search/sales-store.ts";
import { makeSearchStore } from "../search/store.ts";
import { logUnreadable, makeSecretBox } from "../secrets/secret-box.ts";
import type { ServerSecrets } from "../secrets/server-secret.ts";
import { makeRunOnce } from "../storage/idempotency.ts";
import type { ResourceParts } from "../storage/resource-parts.ts";
import { registerTestClockRoutes } from "../test-clock/routes.ts";
import type { Meter } from "../usage/meter.ts";
import { openMeter, registerMeter } from "../usage/open.ts";
import { registerUsageRoutes } from "../usage/routes.ts";
import { registerWebhookActions } from "../webhooks/action-routes.ts";
import { registerDeliveryRoutes } from "../webhooks/delivery-routes.ts";
import { registerEventRoutes } from "../webhooks/event-routes.ts";
import { publicInternetOnly } from "../webhooks/guard-rules.ts";
import { registerReplayRoutes } from "../webhooks/replay-routes.ts";
import { registerWebhookRoutes } from "../webhooks/routes.ts";
import { deleteEndpointsOfApplication, type WebhookParts } from "../webhooks/rules.ts";
import type { Supply } from "./supply.ts";

export interface AppParts {
  database: Database;
  supply: Supply;
  secrets: ServerSecrets;
  clock: Clock;
  /** Where callers reach the service, without a slash at the end. */
  publicUrl: string;
  trustProxy: readonly string[];
  /** Ranges that a test or live key must call from, beside the account's and the key's; empty for everywhere. */
  keyAllowlist: readonly string[];
  searchDeadlineMs: number;
  /** When requests are turned away for load. */
  overload?: Partial<OverloadLimits>;
  /** How many expensive reads run at once. */
  readLimits?: Partial<ReadLimitOptions>;
  /** How long bookings wait, for each other and for the database. */
  bookingQueue?: Partial<BookingQueueOptions>;
  /** What a client's connection may cost. */
  connections?: Partial<ConnectionLimits>;
  /** How often a database that failed is checked. */
  storageOutage?: { checkEveryMs: number };
  /** The process's own event loop by default. */
  eventLoopDelay?: EventLoopDelay;
  /** What every rate limit is multiplied by; 1 by default. */
  rateLimitFactor?: number;
  /** The clocks of limits and leases; the database's and this process's monotonic clock by default. */
  leaseTime?: LeaseTime;
  /** How long a request waits for a permit from the database; a second by default. */
  limitPatienceMs?: number;
  /** Where usage is taken down before it is in the database; kept in memory alone where it is absent. */
  usageDirectory?: string;
  /** What webhooks may call; the public internet by default. */
  webhookRules?: GuardRules;
  /** How plans are paid for; by hand, by default. */
  billing?: BillingOptions;
  /** False where only health and metrics are served, as on a worker; true by default. */
  servesApi?: boolean;
  /** Where the built pages of the portal are; without them, plain pages say how to build them. */
  pagesDirectory?: string;
  /** How often pages are told of news. */
  livePace?: Partial<LivePace>;
  log: FastifyBaseLogger;
  lifecycle?: Lifecycle;
  /** Where others of this process count too; its own by default. */
  metrics?: Metrics;
  /** Bearer token that opens `/metrics` and the details of `/readyz`; both are closed without it. */
  metricsToken?: string | null;
  /** Called when a one-time link has been used. */
  onFirstSignIn?: () => void;
}

/** The whole HTTP API, not listening yet. */
export async function buildApp(parts: AppParts): Promise<App> {
  const lifecycle = parts.lifecycle ?? makeLifecycle();
  const metrics = parts.metrics ?? makeMetrics();
  const overload = makeOverloadMetrics(metrics.registry);
  const app = createServer({ ...parts, onConnectionEnd: overload.countConnectionEnd });
  requireDeclaredAccess(app);
  announceDeprecations(app);
  limitPublicBodies(app, parts.clock);
  const pages = parts.servesApi === false ? undefined : findBuiltPages(parts.pagesDirectory);
  registerUnknownRoutes(app, parts.publicUrl, (request, reply) =>
    pages !== undefined && asksForPage(request) ? sendPage(reply) : undefined,
  );
  const outage = new StorageOutage({ ...parts, ...parts.storageOutage, metrics });
  app.addHook("onClose", () => outage.close());
  app.setErrorHandler(makeErrorHandler(parts.publicUrl, (error) => outage.report(error)));
  registerRequestBasics(app);
  await registerSecurityHeaders(app, parts.publicUrl);
  whenAnswered(app, [logRequest, metrics.observeRequest]);
  refuseWorkWhileDraining(app, lifecycle);
  const shedding = makeShedding(parts, overload);
  overload.watch(shedding);
  shedLoad(app, shedding);
  // Read where a session is looked for, and not for every request.
  await app.register(cookie, { hook: false });
  const gate = await openGate({
    ...parts,
    ranges: parts.keyAllowlist.flatMap((text) => parseAddressRange(text) ?? []),
  });
  app.addHook("onClose", () => gate.close());
  registerGate(app, gate);
  shedLateSearches(app, shedding);
  const usage =
    (parts.servesApi ?? true)
      ? await openMeter({
          ...parts,
          journalRoot: parts.usageDirectory ?? null,
          onDamaged: (lines) => metrics.countDamagedLines(lines),
        })
      : undefined;
  const limits = await openLimits({ ...parts, holder: usage?.journalId, factor: parts.rateLimitFactor ?? 1 });
  app.addHook("onClose", () => limits.close());
  registerLimits(app, limits);
  registerReadLimits(app, parts.readLimits);
  registerJsonBody(app);
  registerValidators(app);
  registerSerializers(app);
  await registerOpenApi(app, parts.publicUrl);
  const access = makeMetricsAccess(parts.metricsToken ?? null);
  registerMetrics(app, metrics, access);
  const skew = { ...parts, monotonic: parts.leaseTime?.monotonic, databaseClock: parts.leaseTime?.database };
  const watched = await watchClockSkew(skew, metrics.registry);
  app.addHook("onClose", async () => watched.stop());
  const checks = makeReadinessChecks({ ...parts, lifecycle, clockSkew: watched.clockSkew });
  registerHealth(app, { checks, access });
  if (usage !== undefined) {
    const { meter } = usage;
    app.addHook("onClose", () => usage.close());
    registerMeter(app, { meter, database: parts.database, clock: parts.clock });
    metrics.watchBacklog(() => usage.readBacklog());
    registerApi(app, parts, { metrics, gate, shedding, meter });
    registerPageAssets(app, pages);
    const pace = parts.livePace === undefined ? {} : { pace: parts.livePace };
    await registerLive(app, { ...parts, ...pace, flush: () => skipIfDiskFull(meter.flush()) });
    if (pages === undefined) registerUnbuiltPages(app, parts);
    else await registerBuiltPages(app, pages);
  }
  return app;
}

interface Standing {
  metrics: Metrics;
  gate: Gate;
  shedding: Shedding;
  meter: Meter;
}

function registerApi(app: App, parts: AppParts, { metrics, gate, shedding, meter }: Standing): void {
  const { database, clock, secrets } = parts;
  const resources: ResourceParts = {
    database,
    clock,
    secrets,
    gate,
    cursors: makeCursors(secrets),
    runOnce: makeRunOnce({ database, clock }),
  };
  const search: SearchParts = {
    store: makeSearchStore(parts.database, parts.supply.gazetteer),
    findSales: (owner, question) => findSales(database, owner, question),
    supply: parts.supply,
    clock: parts.clock,
    deadlineMs: parts.searchDeadlineMs,
    shedding,
    onSearch: (outcome) => metrics.countSearch(outcome),
  };
  registerSearchRoutes(app, search);
  registerBookingRoutes(app, resources, search, parts.bookingQueue);
  registerKeyRoutes(app, resources);
  registerLeakedKeyRoute(app, resources);
  registerApplicationRoutes(app, {
    ...resources,
    revokeKeys: (unit, application) => revokeKeysOfApplication(unit, { secrets, forget: gate.forget }, application),
    deleteEndpoints: deleteEndpointsOfApplication,
  });
  registerAccountRoutes(app, resources);
  registerAuditRoutes(app, resources);
  registerUsageRoutes(app, { ...resources, meter });
  registerBillingRoutes(app, {
    ...resources,
    meter,
    options: parts.billing ?? defaultBilling,
    publicUrl: parts.publicUrl,
  });
  registerRequestRoutes(app, { ...resources, flush: () => skipIfDiskFull(meter.flush()) });
  registerWebhooks(app, {
    ...resources,
    box: makeSecretBox(secrets),
    rules: parts.webhookRules ?? publicInternetOnly,
  });
  registerTestClockRoutes(app, resources);
  registerPlaceRoutes(app, parts.supply.gazetteer);
  registerReferenceRoutes(app, { lists: parts.supply.reference, cursors: resources.cursors });
  registerDocuments(app, parts.publicUrl);
  registerErrorPages(app);
  const attempts = makeSignInAttempts({ database, clock, registry: metrics.registry });
  app.addHook("onClose", () => attempts.close());
  const identity: IdentityParts = {
    database,
    clock,
    publicUrl: parts.publicUrl,
    cookie: makeSessionCookie(parts.publicUrl),
    box: logUnreadable(makeSecretBox(secrets, "authenticator secrets"), parts.log),
    attempts,
    onFirstSignIn: parts.onFirstSignIn ?? (() => {}),
  };
  registerIdentity(app, identity);
  registerOverview(app, { database, clock, flush: () => skipIfDiskFull(meter.flush()) });
}

function registerWebhooks(app: App, parts: WebhookParts): void {
  registerWebhookRoutes(app, parts);
  registerWebhookActions(app, parts);
  registerReplayRoutes(app, parts);
  registerDeliveryRoutes(app, parts);
  registerEventRoutes(app, parts);
}
