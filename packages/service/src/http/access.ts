import type { FastifyInstance } from "fastify";
import type { Scope } from "../keys/scopes.ts";

/** Who may call a route: everybody, or a key with one of the scopes. An empty list takes any key. */
export type Access = "public" | readonly Scope[];

declare module "fastify" {
  interface FastifyContextConfig {
    access?: Access;
  }
}

/** Refuses to register a route that does not say who may call it. */
export function requireDeclaredAccess(app: FastifyInstance): void {
  app.addHook("onRoute", (route) => {
    if (route.config?.access === undefined) {
      throw new Error(`${String(route.method)} ${route.url} does not declare config.access`);
    }
  });
}
