import type { App } from "../http/app-type.ts";
import { registerSessionRoutes } from "../sessions/routes.ts";
import { registerLinkSignIn } from "../sign-in/link-routes.ts";
import type { PortalParts } from "./parts.ts";

/** Everything under /portal, which our own pages call beside the public API. Nothing of it is to be kept by a browser. */
export function registerPortal(app: App, parts: PortalParts): void {
  app.addHook("onRequest", (request, reply, done) => {
    if (request.url.startsWith("/portal/")) reply.header("cache-control", "no-store");
    done();
  });
  registerLinkSignIn(app, parts);
  registerSessionRoutes(app, parts);
}
