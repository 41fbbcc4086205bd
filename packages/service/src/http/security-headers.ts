import { securityHeaders } from "@wayfare/listener";
import type { App } from "./app-type.ts";

/** Adds security headers to every response. */
export function registerSecurityHeaders(app: App, options: Parameters<typeof securityHeaders>[0]): void {
  const headersOf = securityHeaders(options);
  app.addHook("onRequest", ({ url }, reply, done) => {
    reply.headers(headersOf(url));
    done();
  });
}
