import { fastifyHelmet } from "@fastify/helmet";
import fastify from "fastify";
import type { App } from "./app-type.ts";

const yearSeconds = 31_536_000;

/**
 * Adds security headers to every response. Pages get all headers of helmet and load only from their own origin. API responses are data and
 * get only headers that browsers apply to data. Strict-Transport-Security is sent if the public URL uses HTTPS.
 *
 * @param inlineScripts CSP hash sources of the inline scripts that pages may run, such as `'sha256-…'`
 */
export async function registerSecurityHeaders(
  app: App,
  { publicUrl, inlineScripts }: { publicUrl: string; inlineScripts: readonly string[] },
): Promise<void> {
  const https = publicUrl.startsWith("https:");
  const pageHeaders = await readHelmetHeaders(https, inlineScripts);
  const dataHeaders = {
    "content-security-policy": "default-src 'none';frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
    ...(https ? { "strict-transport-security": `max-age=${yearSeconds}; includeSubDomains` } : {}),
  };
  // Browsers must not cache responses of portal routes.
  const portalHeaders = { ...dataHeaders, "cache-control": "no-store" };
  app.addHook("onRequest", ({ url }, reply, done) => {
    reply.headers(isApi(url) ? dataHeaders : isPortal(url) ? portalHeaders : pageHeaders);
    done();
  });
}

/** Reads the headers that helmet sets, once: they are the same for every response, and its hooks cost 3 µs per request. */
async function readHelmetHeaders(https: boolean, inlineScripts: readonly string[]): Promise<Record<string, string>> {
  const probe = fastify();
  await probe.register(fastifyHelmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { ...pagePolicy, scriptSrc: ["'self'", ...inlineScripts] },
    },
    strictTransportSecurity: https ? { maxAge: yearSeconds } : false,
    crossOriginEmbedderPolicy: false,
  });
  const headers: Record<string, string> = {};
  probe.get("/", async (_request, reply) => {
    for (const [name, value] of Object.entries(reply.raw.getHeaders())) headers[name] = String(value);
    return null;
  });
  await probe.inject("/");
  await probe.close();
  if (headers["content-security-policy"] === undefined) throw new Error("helmet set no headers");
  return headers;
}

const isApi = (url: string): boolean => url.startsWith("/v1/") || /^\/mcp(\?|$)/.test(url);
const isPortal = (url: string): boolean => url.startsWith("/portal/");

const pagePolicy = {
  defaultSrc: ["'none'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", "data:"],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
  baseUri: ["'none'"],
};
