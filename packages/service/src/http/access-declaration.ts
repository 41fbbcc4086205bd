import type { KeyEnvironment, Operation, Role, Scope } from "@wayfare/contract";
import type { FastifyContextConfig, FastifyInstance } from "fastify";

/** What only the pages of the portal call: a session whose user has one of the roles. An empty list takes any role. */
export interface SessionAccess {
  readonly roles: readonly Role[];
}

/**
 * Who may call a route: everybody; a key, or a session, with one of the scopes; or a session alone. An empty list of scopes takes any
 * key and any session.
 */
export type Access = "public" | readonly Scope[] | SessionAccess;

/**
 * Calls by a key that belongs to an application: `own` reads and writes rows of that application only, `shared` uses no rows of any
 * application, `refused` answers 403 because the route is about the account as a whole.
 */
export type ApplicationAccess = "own" | "shared" | "refused";

declare module "fastify" {
  interface FastifyContextConfig {
    access?: Access;
    /** Required on every route that takes keys. */
    applicationKeys?: ApplicationAccess;
    /** Kinds of key that may call; all where it is absent. */
    environments?: readonly KeyEnvironment[];
    /** Sentence for callers of the other environment: what to do instead. */
    environmentHint?: string;
    /** Whether a session has to have been confirmed a short while ago. Keys confirm nothing. */
    stepUp?: boolean;
    /** What an answer counts as against a plan; nothing where it is absent. */
    operation?: Operation;
  }
}

/** Refuses to register a route that does not declare who may call it, and what keys of an application see there. */
export function requireDeclaredAccess(app: FastifyInstance): void {
  app.addHook("onRoute", (route) => {
    const { access, applicationKeys } = route.config ?? {};
    const name = `${String(route.method)} ${route.url}`;
    if (access === undefined) throw new Error(`${name} does not declare config.access`);
    const takesKeys = access !== "public" && !isSessionAccess(access);
    if (takesKeys && applicationKeys === undefined) throw new Error(`${name} does not declare config.applicationKeys`);
  });
}

export function isSessionAccess(access: Access): access is SessionAccess {
  return typeof access === "object" && "roles" in access;
}

const applicationWords: Record<ApplicationAccess, string> = {
  own: " A key of an application reads and changes only rows of that application.",
  shared: "",
  refused: " Not for keys of an application.",
};

type RouteAccess = Pick<FastifyContextConfig, "access" | "environments" | "applicationKeys">;

/** The words of the OpenAPI document for who may call. */
export function describeAccess({ access = [], environments, applicationKeys }: RouteAccess): string {
  if (access === "public") return "No key is needed.";
  if (isSessionAccess(access)) return "For the pages of the portal.";
  const scope = access.length === 0 ? "Any key." : `Scope: ${access.map((each) => `\`${each}\``).join(" or ")}.`;
  const kinds = environments === undefined ? "" : ` Kinds of key: ${environments.join(" or ")}.`;
  const application = applicationKeys === undefined ? "" : applicationWords[applicationKeys];
  return scope + kinds + application;
}
