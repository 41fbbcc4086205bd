import type { SecretBox } from "./secrets.ts";

/** Request options of an endpoint that are stored encrypted. */
export interface RequestOptions {
  /** Custom headers by name. */
  headers: Readonly<Record<string, string>>;
  /** Credentials of HTTP Basic authentication (RFC 7617); null for none. */
  basicAuth: { username: string; password: string } | null;
  /** Credentials that are exchanged for a bearer token; null for none. Excludes `basicAuth`. */
  oauth2: OAuth2Credentials | null;
  /** Presented to the endpoint in the TLS handshake; null for none. Excludes the other two. */
  mtls: MtlsCredentials | null;
}

/** Client certificate of mutual TLS. */
interface MtlsCredentials {
  /** Certificate chain in PEM. */
  certificate: string;
  /** In PEM. */
  privateKey: string;
  /** End of validity of the certificate, in real time. */
  expiresAtMs: number;
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
  const { headers, basicAuth, oauth2, mtls } = options;
  const isEmpty = Object.keys(headers).length === 0 && basicAuth === null && oauth2 === null && mtls === null;
  return isEmpty ? null : box.seal(JSON.stringify(options));
}

/** Decrypts options. @throws Error if the server secret is missing. */
export function openOptions(box: SecretBox, sealed: Uint8Array | null): RequestOptions {
  if (sealed === null) return { headers: {}, basicAuth: null, oauth2: null, mtls: null };
  const options: Pick<RequestOptions, "headers" | "basicAuth"> & Partial<RequestOptions> = JSON.parse(box.open(sealed));
  // Options stored by earlier versions do not have all members.
  return { oauth2: null, mtls: null, ...options };
}

/** Returns the client certificate of an endpoint as a member of a request; nothing if it has none. */
export function clientCertificateOf({ mtls }: RequestOptions, endpointId: string) {
  if (mtls === null) return {};
  const { certificate, privateKey } = mtls;
  return { clientCertificate: { scope: endpointId, certificate, privateKey } };
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
