import { fastifyHelmet } from "@fastify/helmet";
import type { App } from "./app-type.ts";

const yearSeconds = 31_536_000;

/**
 * Adds security headers to every response. Pages get all headers of helmet and load only from their own origin. API responses are data and
 * get only headers that browsers apply to data. Strict-Transport-Security is sent if the public URL uses HTTPS.
 */
export async function registerSecurityHeaders(app: App, publicUrl: string): Promise<void> {
  const https = publicUrl.startsWith("https:");
  const dataHeaders = {
    "content-security-policy": "default-src 'none';frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
    ...(https ? { "strict-transport-security": `max-age=${yearSeconds}; includeSubDomains` } : {}),
  };
  // Browsers must not cache responses of portal routes.
  const portalHeaders = { ...dataHeaders, "cache-control": "no-store" };
  app.addHook("onRoute", (route) => {
    if (isApi(route.url) || isPortal(route.url)) route.helmet = false;
  });
  await app.register(fastifyHelmet, {
    contentSecurityPolicy: { useDefaults: false, directives: pagePolicy },
    strictTransportSecurity: https ? { maxAge: yearSeconds } : false,
    crossOriginEmbedderPolicy: false,
  });
  app.addHook("onRequest", ({ url }, reply, done) => {
    if (isApi(url)) reply.headers(dataHeaders);
    else if (isPortal(url)) reply.headers(portalHeaders);
    done();
  });
}

const isApi = (url: string): boolean => url.startsWith("/v1/");
const isPortal = (url: string): boolean => url.startsWith("/portal/");

const pagePolicy = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", "data:"],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
  baseUri: ["'none'"],
};
