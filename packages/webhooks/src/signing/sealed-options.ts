import type { SecretBox } from "./secrets.ts";

/** Request options of an endpoint that are stored encrypted. */
export interface RequestOptions {
  /** Custom headers by name. */
  headers: Readonly<Record<string, string>>;
  /** Credentials of HTTP Basic authentication (RFC 7617); null for none. */
  basicAuth: { username: string; password: string } | null;
}

/** Replaces the values of custom headers in attempt records. */
const hiddenValue = "(hidden)";

/** Encrypts options; null if there are none. */
export function sealOptions(box: SecretBox, options: RequestOptions): Uint8Array | null {
  const isEmpty = Object.keys(options.headers).length === 0 && options.basicAuth === null;
  return isEmpty ? null : box.seal(JSON.stringify(options));
}

/** Decrypts options. @throws Error if the server secret is missing. */
export function openOptions(box: SecretBox, sealed: Uint8Array | null): RequestOptions {
  if (sealed === null) return { headers: {}, basicAuth: null };
  const options: RequestOptions = JSON.parse(box.open(sealed));
  return options;
}

/** Returns the custom request headers, with lower-case names, and the same headers as they are recorded: without their values. */
export function customHeadersOf({ headers, basicAuth }: RequestOptions) {
  const sent: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) sent[name.toLowerCase()] = value;
  if (basicAuth !== null) {
    const { username, password } = basicAuth;
    sent.authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  }
  const recorded = Object.fromEntries(Object.keys(sent).map((name) => [name, hiddenValue]));
  return { sent, recorded };
}
