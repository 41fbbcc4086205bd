import type { KeyEnvironment, Operation, Scope } from "@wayfare/contract";
import type { FastifyInstance } from "fastify";

/** Who may call a route: everybody, or a key with one of the scopes. An empty list takes any key. */
export type Access = "public" | readonly Scope[];

declare module "fastify" {
  interface FastifyContextConfig {
    access?: Access;
    /** Kinds of key that may call; all where it is absent. */
    environments?: readonly KeyEnvironment[];
    /** What an answer counts as against a plan; nothing where it is absent. */
    operation?: Operation;
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

/** The words of the OpenAPI document for who may call. */
export function describeAccess(access: Access, environments?: readonly KeyEnvironment[]): string {
  if (access === "public") return "No key is needed.";
  const scope = access.length === 0 ? "Any key." : `Scope: ${access.map((each) => `\`${each}\``).join(" or ")}.`;
  return environments === undefined ? scope : `${scope} Kinds of key: ${environments.join(" or ")}.`;
}
