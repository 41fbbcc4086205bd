import type { Database } from "@wayfare/database";
import type { FastifyBaseLogger } from "fastify";
import type { Clock } from "../clock.ts";
import type { ServerSecrets } from "../keys/server-secret.ts";
import { registerDocuments } from "../operations/documents.ts";
import { registerErrorPages } from "../operations/error-pages.ts";
import { registerHealth } from "../operations/health.ts";
import { type Metrics, makeMetrics, registerMetrics } from "../operations/metrics.ts";
import { registerWelcome } from "../operations/welcome.ts";
import { registerPlaceRoutes } from "../places/routes.ts";
import { registerSearchRoutes } from "../search/routes.ts";
import { makeSearchStore } from "../search/store.ts";
import { registerSignIn } from "../sign-in/routes.ts";
import type { Supply } from "../supply.ts";
import { requireDeclaredAccess } from "./access.ts";
import type { App } from "./app-type.ts";
import { registerAuthentication } from "./authenticate.ts";
import { makeErrorHandler } from "./error-handler.ts";
import { registerJsonBody } from "./json-body.ts";
import { type Lifecycle, makeLifecycle, refuseWorkWhileDraining } from "./lifecycle.ts";
import { registerUnknownRoutes } from "./methods.ts";
import { registerOpenApi } from "./openapi.ts";
import { registerRequestLog } from "./request-log.ts";
import { registerSecurityHeaders } from "./security-headers.ts";
import { createServer, registerRequestBasics } from "./server.ts";
import { registerValidators } from "./validators.ts";

export interface AppParts {
  database: Database;
  supply: Supply;
  secrets: ServerSecrets;
  clock: Clock;
  /** Where callers reach the service, without a slash at the end. */
  publicUrl: string;
  trustProxy: readonly string[];
  searchDeadlineMs: number;
  /** False where only health and metrics are served, as on a worker; true by default. */
  servesApi?: boolean;
  log: FastifyBaseLogger;
  lifecycle?: Lifecycle;
  /** Called when the first sign-in link has been used. */
  onFirstSignIn?: () => void;
}

/** The whole HTTP API, not listening yet. */
export async function buildApp(parts: AppParts): Promise<App> {
  const app = createServer(parts);
  const lifecycle = parts.lifecycle ?? makeLifecycle();
  const metrics = makeMetrics();
  requireDeclaredAccess(app);
  registerUnknownRoutes(app, parts.publicUrl);
  app.setErrorHandler(makeErrorHandler(parts.publicUrl));
  registerRequestBasics(app);
  await registerSecurityHeaders(app, parts.publicUrl);
  registerRequestLog(app);
  refuseWorkWhileDraining(app, lifecycle);
  registerAuthentication(app, parts);
  registerJsonBody(app);
  registerValidators(app);
  await registerOpenApi(app);
  registerMetrics(app, metrics);
  registerHealth(app, { ...parts, lifecycle });
  if (parts.servesApi ?? true) registerApi(app, parts, metrics);
  return app;
}

function registerApi(app: App, parts: AppParts, metrics: Metrics): void {
  registerSearchRoutes(app, {
    store: makeSearchStore(parts.database),
    supply: parts.supply,
    clock: parts.clock,
    deadlineMs: parts.searchDeadlineMs,
    onSearch: (outcome) => metrics.countSearch(outcome),
  });
  registerPlaceRoutes(app, parts.supply.gazetteer);
  registerDocuments(app);
  registerErrorPages(app);
  registerWelcome(app, parts);
  registerSignIn(app, parts);
}
