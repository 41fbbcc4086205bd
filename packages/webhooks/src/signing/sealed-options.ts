import type { SecretBox } from "./secrets.ts";

/** Request options of an endpoint that are stored encrypted. */
export interface RequestOptions {
  /** Custom headers by name. */
  headers: Readonly<Record<string, string>>;
  /** Credentials of HTTP Basic authentication (RFC 7617); null for none. */
  basicAuth: { username: string; password: string } | null;
  /** Credentials that are exchanged for a bearer token; null for none. Excludes `basicAuth`. */
  oauth2: OAuth2Credentials | null;
}

/** OAuth 2.0 client credentials (RFC 6749, section 4.4). */
export interface OAuth2Credentials {
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  /** Space-separated scopes; null for those that the server grants by default. */
  scope: string | null;
}

/** Replaces the values of custom headers in attempt records. */
const hiddenValue = "(hidden)";

/** Encrypts options; null if there are none. */
export function sealOptions(box: SecretBox, options: RequestOptions): Uint8Array | null {
  const isEmpty = Object.keys(options.headers).length === 0 && options.basicAuth === null && options.oauth2 === null;
  return isEmpty ? null : box.seal(JSON.stringify(options));
}

/** Decrypts options. @throws Error if the server secret is missing. */
export function openOptions(box: SecretBox, sealed: Uint8Array | null): RequestOptions {
  if (sealed === null) return { headers: {}, basicAuth: null, oauth2: null };
  const options: Omit<RequestOptions, "oauth2"> & Partial<RequestOptions> = JSON.parse(box.open(sealed));
  // Options stored by earlier versions have no member `oauth2`.
  return { oauth2: null, ...options };
}

/**
 * Returns the custom request headers, with lower-case names, and the same headers as they are recorded: without their values.
 *
 * @param bearerToken the access token if the options have OAuth 2.0 credentials.
 */
export function customHeadersOf({ headers, basicAuth }: RequestOptions, bearerToken: string | null = null) {
  const sent: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) sent[name.toLowerCase()] = value;
  if (basicAuth !== null) {
    const { username, password } = basicAuth;
    sent.authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  }
  if (bearerToken !== null) sent.authorization = `Bearer ${bearerToken}`;
  const recorded = Object.fromEntries(Object.keys(sent).map((name) => [name, hiddenValue]));
  return { sent, recorded };
}
