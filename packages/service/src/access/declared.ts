import type { KeyEnvironment, Operation, Role, Scope } from "@wayfare/contract";
import type { FastifyInstance } from "fastify";

/** What only the pages of the portal call: a session whose user has one of the roles. An empty list takes any role. */
export interface SessionAccess {
  readonly roles: readonly Role[];
}

/**
 * Who may call a route: everybody; a key, or a session, with one of the scopes; or a session alone. An empty list of scopes takes any
 * key and any session.
 */
export type Access = "public" | readonly Scope[] | SessionAccess;

declare module "fastify" {
  interface FastifyContextConfig {
    access?: Access;
    /** Kinds of key that may call; all where it is absent. */
    environments?: readonly KeyEnvironment[];
    /** Whether a session has to have been confirmed a short while ago. Keys confirm nothing. */
    stepUp?: boolean;
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

export function isSessionAccess(access: Access): access is SessionAccess {
  return typeof access === "object" && "roles" in access;
}

/** The words of the OpenAPI document for who may call. */
export function describeAccess(access: Access, environments?: readonly KeyEnvironment[]): string {
  if (access === "public") return "No key is needed.";
  if (isSessionAccess(access)) return "For the pages of the portal.";
  const scope = access.length === 0 ? "Any key." : `Scope: ${access.map((each) => `\`${each}\``).join(" or ")}.`;
  return environments === undefined ? scope : `${scope} Kinds of key: ${environments.join(" or ")}.`;
}
