import { fastifyHelmet } from "@fastify/helmet";
import type { App } from "./app-type.ts";

const yearSeconds = 31_536_000;

/**
 * Security headers of every answer. Pages get all of helmet's and load nothing from elsewhere. Answers of the API are data and get
 * only the headers that browsers apply to data. HTTPS is demanded if the service is reached over it.
 */
export async function registerSecurityHeaders(app: App, publicUrl: string): Promise<void> {
  const https = publicUrl.startsWith("https:");
  const dataHeaders = {
    "content-security-policy": "default-src 'none';frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
    ...(https ? { "strict-transport-security": `max-age=${yearSeconds}; includeSubDomains` } : {}),
  };
  // Answers to the portal's pages must not be kept by a browser.
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
