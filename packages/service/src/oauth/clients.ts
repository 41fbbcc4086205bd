import { nameTextPattern } from "@wayfare/contract";
import type { ServerSecrets } from "../secrets/server-secret.ts";
import { makeTextSigner, type Sign } from "../secrets/text-signer.ts";
import { OAuthError } from "./oauth-error.ts";
import { assertRedirectUri } from "./redirect-uri.ts";

/** A registered client. Its name is an unverified text. */
export interface OAuthClient {
  name: string;
  redirectUris: string[];
  issuedAtSeconds: number;
}

/**
 * Clients that register themselves (RFC 7591). A client id contains the registration and is signed with the server secret: nothing is
 * stored, so that registrations that are never used cost nothing, and any process accepts the id.
 */
export interface ClientRegistry {
  register(metadata: unknown, nowMs: number): { clientId: string; client: OAuthClient };
  /** Returns undefined for an id that was not issued here. */
  find(clientId: string): OAuthClient | undefined;
}

const maxRedirectUris = 5;
const maxNameLength = 60;
/** Limit of the id, which is part of a URL. */
const maxIdLength = 2000;
const namePattern = new RegExp(nameTextPattern, "u");

export function makeClientRegistry(secrets: ServerSecrets): ClientRegistry {
  const signer = makeTextSigner(secrets, "oauth clients");
  const compose = (payload: string) => (sign: Sign) => `${payload}.${sign(payload).toString("base64url")}`;
  return {
    register(metadata, nowMs) {
      const client = { ...readMetadata(metadata), issuedAtSeconds: Math.floor(nowMs / 1000) };
      const { name, redirectUris, issuedAtSeconds } = client;
      const payload = Buffer.from(JSON.stringify([issuedAtSeconds, name, redirectUris])).toString("base64url");
      const clientId = signer.sign(compose(payload));
      if (clientId.length > maxIdLength) throw invalid("The metadata is too long: register fewer or shorter URIs.");
      return { clientId, client };
    },
    find(clientId) {
      const [payload = ""] = clientId.split(".");
      if (clientId.length > maxIdLength || !signer.verify(clientId, compose(payload))) return undefined;
      // The signature proves that the content was written above.
      const [issuedAtSeconds, name, redirectUris]: [number, string, string[]] = JSON.parse(
        Buffer.from(payload, "base64url").toString(),
      );
      return { name, redirectUris, issuedAtSeconds };
    },
  };
}

function readMetadata(metadata: unknown): Pick<OAuthClient, "name" | "redirectUris"> {
  if (typeof metadata !== "object" || metadata === null || Array.isArray(metadata)) {
    throw invalid("The metadata must be a JSON object.");
  }
  const given = new Map<string, unknown>(Object.entries(metadata));
  const uris = given.get("redirect_uris");
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > maxRedirectUris) {
    throw new OAuthError("invalid_redirect_uri", `redirect_uris must have 1 to ${maxRedirectUris} URIs.`);
  }
  const redirectUris = uris.map((uri: unknown) => {
    assertRedirectUri(uri);
    return uri;
  });
  assertIncludes(given, "grant_types", "authorization_code");
  assertIncludes(given, "response_types", "code");
  const name = given.get("client_name") ?? new URL(redirectUris[0] ?? "").host;
  if (typeof name !== "string" || name.length > maxNameLength || !namePattern.test(name)) {
    throw invalid(`client_name must be a text on one line with at most ${maxNameLength} characters.`);
  }
  return { name: name.trim(), redirectUris: [...new Set(redirectUris)] };
}

/** An absent list has the default of RFC 7591, which is the required value. */
function assertIncludes(metadata: ReadonlyMap<string, unknown>, name: string, needed: string): void {
  const values = metadata.get(name) ?? [needed];
  if (Array.isArray(values) && values.includes(needed)) return;
  throw invalid(`${name} must include ${needed}.`);
}

function invalid(description: string): OAuthError {
  return new OAuthError("invalid_client_metadata", description);
}
