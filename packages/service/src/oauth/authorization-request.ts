import { DomainError, type OAuthScope, oauthScopes } from "@wayfare/contract";
import type { ClientRegistry, OAuthClient } from "./clients.ts";
import { OAuthError } from "./oauth-error.ts";
import { matchesRedirectUri } from "./redirect-uri.ts";

/** A request of a known client to a redirect URI that it has registered. */
export interface AuthorizationRequest {
  clientId: string;
  client: OAuthClient;
  redirectUri: string;
  /** Opaque to this server. */
  state: string | undefined;
  /** Reason why the client gets an error; undefined if the user can decide. */
  error: OAuthError | undefined;
  scopes: OAuthScope[];
  /** S256 challenge of PKCE; empty with an error. */
  codeChallenge: string;
}

export interface AuthorizationDeps {
  clients: ClientRegistry;
  /** The protected resource, which clients may name (RFC 8707). */
  resource: string;
}

/**
 * Reads the query of an authorization request. Faults of the client and its redirect URI are shown to the user; other faults are also
 * reported to the client.
 *
 * @throws DomainError REQUEST_INVALID if the client is unknown, or has not registered the redirect URI.
 */
export function readAuthorizationRequest(
  query: string,
  { clients, resource }: AuthorizationDeps,
): AuthorizationRequest {
  const parameters = new URLSearchParams(query);
  const clientId = readOnce(parameters, "client_id") ?? "";
  const client = clients.find(clientId);
  if (client === undefined) {
    throw refused("The client is unknown. Remove the connection in the client and add it again, so that it registers.");
  }
  const redirectUri = readRedirectUri(readOnce(parameters, "redirect_uri"), client);
  const read = (): Pick<AuthorizationRequest, "error" | "scopes" | "codeChallenge"> => {
    try {
      return { error: undefined, ...readGrant(parameters, resource) };
    } catch (error) {
      if (error instanceof OAuthError) return { error, scopes: [], codeChallenge: "" };
      throw error;
    }
  };
  const states = parameters.getAll("state");
  return { clientId, client, redirectUri, state: states.length === 1 ? states[0] : undefined, ...read() };
}

function readGrant(parameters: URLSearchParams, resource: string) {
  const repeated = [...new Set(parameters.keys())].find((name) => parameters.getAll(name).length > 1);
  if (repeated !== undefined) throw new OAuthError("invalid_request", `${clip(repeated)} must not be repeated.`);
  if (parameters.get("response_type") !== "code") {
    throw new OAuthError("unsupported_response_type", "response_type must be code.");
  }
  const codeChallenge = parameters.get("code_challenge") ?? "";
  if (!/^[\w-]{43}$/.test(codeChallenge) || parameters.get("code_challenge_method") !== "S256") {
    throw new OAuthError("invalid_request", "PKCE is required: code_challenge with code_challenge_method S256.");
  }
  assertResource(parameters.get("resource"), resource);
  return { scopes: readScopes(parameters.get("scope")), codeChallenge };
}

/** @throws OAuthError invalid_target if another resource than that of this server is named. */
export function assertResource(given: string | null | undefined, resource: string): void {
  if (given === null || given === undefined || given === resource) return;
  throw new OAuthError("invalid_target", `resource must be ${resource}.`);
}

/** Without scopes, a client can search. */
function readScopes(text: string | null): OAuthScope[] {
  const names = (text ?? "").split(" ").filter((name) => name !== "");
  if (names.length === 0) return ["flights.search"];
  const unknown = names.find((name) => !oauthScopes.some((scope) => scope === name));
  if (unknown === undefined) return oauthScopes.filter((scope) => names.includes(scope));
  throw new OAuthError("invalid_scope", `Unknown scope ${clip(unknown)}. Scopes: ${oauthScopes.join(", ")}.`);
}

function readRedirectUri(given: string | undefined, { redirectUris }: OAuthClient): string {
  const [only] = redirectUris;
  const uri = given ?? (redirectUris.length === 1 ? only : undefined);
  if (uri !== undefined && redirectUris.some((registered) => matchesRedirectUri(registered, uri))) return uri;
  throw refused("The client did not register this redirect URI. The request may be an attempt to steal access.");
}

function readOnce(parameters: URLSearchParams, name: string): string | undefined {
  const values = parameters.getAll(name);
  return values.length === 1 ? values[0] : undefined;
}

/** Shows an unknown value in an error, whose characters RFC 6749 limits. */
function clip(text: string): string {
  return text.slice(0, 60).replaceAll(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, "?");
}

function refused(detail: string): DomainError {
  return new DomainError("REQUEST_INVALID", { detail, errors: [] });
}
