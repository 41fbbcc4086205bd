import type { KeyEnvironment, Operation, Role, Scope } from "@wayfare/contract";
import type { FastifyContextConfig, FastifyInstance } from "fastify";

/** Access of portal routes: a session whose user has one of the roles. An empty list accepts any role. */
export interface SessionAccess {
  readonly roles: readonly Role[];
}

/**
 * Callers that a route accepts: everyone, a key or session with one of the scopes, or a session with one of the roles. An empty list of
 * scopes accepts any key and any session.
 */
export type Access = "public" | readonly Scope[] | SessionAccess;

/**
 * Access for keys that belong to an application: `own` reads and writes rows of that application only, `shared` uses no rows of any
 * application, `refused` responds with 403 because the route concerns the whole account.
 */
export type ApplicationAccess = "own" | "shared" | "refused";

declare module "fastify" {
  interface FastifyContextConfig {
    access?: Access;
    /** Required on every route that accepts keys. */
    applicationKeys?: ApplicationAccess;
    /** Kinds of key that the route accepts; all if absent. */
    environments?: readonly KeyEnvironment[];
    /** Sentence for callers of another environment that says what to do instead. */
    environmentHint?: string;
    /** True if sessions need a recent step-up. Does not apply to keys. */
    stepUp?: boolean;
    /** True for a route of the portal that operators can call while they act for a customer. They can call all routes of the API. */
    acting?: boolean;
    /** True for a route of the portal that accepts sessions whose account is suspended or closed. */
    closedAccounts?: boolean;
    /** True for a route of the portal that concerns the user in all accounts. Sessions of single sign-on cannot call it. */
    allAccounts?: boolean;
    /** Value of `WWW-Authenticate` of its 401 responses; `Bearer` if absent. */
    challenge?: string;
    /** Operation that a successful response counts as in the plan; none if absent. */
    operation?: Operation;
  }
}

/** Throws at the registration of a route without `access`, or without `applicationKeys` if it accepts keys. */
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
  own: " Keys of an application access only data of that application.",
  shared: "",
  refused: " Not available to keys of an application.",
};

type RouteAccess = Pick<FastifyContextConfig, "access" | "environments" | "applicationKeys">;

/** Describes the access of a route for the OpenAPI document. */
export function describeAccess({ access = [], environments, applicationKeys }: RouteAccess): string {
  if (access === "public") return "No authentication required.";
  if (isSessionAccess(access)) return "For the portal only.";
  const scope = access.length === 0 ? "Any key." : `Scope: ${access.map((each) => `\`${each}\``).join(" or ")}.`;
  const kinds = environments === undefined ? "" : ` Kinds of key: ${environments.join(" or ")}.`;
  const application = applicationKeys === undefined ? "" : applicationWords[applicationKeys];
  return scope + kinds + application;
}
