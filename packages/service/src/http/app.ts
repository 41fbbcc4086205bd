import helmet from "@fastify/helmet";
import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import { newId } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import fastify, { type FastifyBaseLogger, LogController } from "fastify";
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
import { makeClientErrorHandler } from "./raw-errors.ts";
import { registerRequestLog } from "./request-log.ts";
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

const bodyLimitBytes = 256 * 1024;

/** The whole HTTP API, not listening yet. */
export async function buildApp(parts: AppParts): Promise<App> {
  const app = createServer(parts);
  const lifecycle = parts.lifecycle ?? makeLifecycle();
  const metrics = makeMetrics();
  requireDeclaredAccess(app);
  registerUnknownRoutes(app, parts.publicUrl);
  app.setErrorHandler(makeErrorHandler(parts.publicUrl));
  app.addHook("onRequest", async (request, reply) => {
    reply.header("request-id", request.id);
  });
  await app.register(helmet, helmetOptions(parts.publicUrl));
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
    onSearch: metrics.countSearch,
  });
  registerPlaceRoutes(app, parts.supply.gazetteer);
  registerDocuments(app);
  registerErrorPages(app);
  registerWelcome(app, parts);
  registerSignIn(app, parts);
}

function createServer({ clock, log, publicUrl, trustProxy }: AppParts): App {
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
    genReqId: () => newId("req", clock.nowMs()),
    bodyLimit: bodyLimitBytes,
    requestTimeout: 30_000,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    maxRequestsPerSocket: 0,
    routerOptions: { maxParamLength: 200 },
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    return503OnClosing: false,
    forceCloseConnections: "idle",
    http: { maxHeaderSize: 16 * 1024, headersTimeout: 20_000 },
    frameworkErrors: (error, request, reply) => {
      reply.header("request-id", request.id);
      makeErrorHandler(publicUrl)(error, request, reply);
    },
    clientErrorHandler: makeClientErrorHandler(publicUrl, clock),
  }).withTypeProvider<TypeBoxTypeProvider>();
  // Node would answer 417 by itself, without a problem in it; an expectation that is not known is best ignored.
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));
  return app;
}

/** Nothing from elsewhere is ever loaded. https is only demanded where the service is reached by it. */
function helmetOptions(publicUrl: string) {
  const https = publicUrl.startsWith("https:");
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", "data:"],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
      },
    },
    strictTransportSecurity: https ? { maxAge: 31_536_000 } : false,
    crossOriginEmbedderPolicy: false,
  };
}
