import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import helmet from "helmet";
import type { App } from "./app-type.ts";

/**
 * Nothing from elsewhere is ever loaded, and https is demanded where the service is reached by it. What helmet decides is the same
 * for every answer, so it is asked once. Answers of the API are data: they get only what browsers heed for data.
 */
export function registerSecurityHeaders(app: App, publicUrl: string): void {
  const https = publicUrl.startsWith("https:");
  const pageHeaders = decideHeaders(https, pagePolicy);
  const decidedForData = Object.entries(decideHeaders(https, dataPolicy));
  const dataHeaders = Object.fromEntries(decidedForData.filter(([name]) => heededForData.has(name)));
  // What our own pages ask for is not to be kept by a browser.
  const portalHeaders = { ...dataHeaders, "cache-control": "no-store" };
  app.addHook("onRequest", ({ url }, reply, done) => {
    if (url.startsWith("/v1/")) reply.headers(dataHeaders);
    else reply.headers(url.startsWith("/portal/") ? portalHeaders : pageHeaders);
    done();
  });
}

const heededForData = new Set([
  "content-security-policy",
  "cross-origin-resource-policy",
  "strict-transport-security",
  "x-content-type-options",
]);

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

/** Where a browser is made to show data as a page, it loads nothing. */
const dataPolicy = { defaultSrc: ["'none'"], frameAncestors: ["'none'"] };

function decideHeaders(https: boolean, directives: Record<string, string[]>): Record<string, string> {
  const decide = helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    strictTransportSecurity: https ? { maxAge: 31_536_000 } : false,
    crossOriginEmbedderPolicy: false,
  });
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  decide(request, response, () => {});
  return Object.fromEntries(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]));
}
