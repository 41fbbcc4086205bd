import { OAuthError } from "./oauth-error.ts";

const maxLength = 500;
/** The loopback interface (RFC 8252, section 7.3), where programs listen on a port that the system assigns. */
const loopbackHosts = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Address at which a client receives codes. */
export interface RedirectTarget {
  /** Host and port, or `this computer` for the loopback interface. */
  host: string;
  isLoopback: boolean;
}

/**
 * Checks an address of a registration: HTTPS, or HTTP on the loopback interface. Other schemes are refused, because any program of a
 * computer can claim them.
 *
 * @throws OAuthError invalid_redirect_uri
 */
export function assertRedirectUri(uri: unknown): asserts uri is string {
  const fault = findFault(uri);
  if (fault !== undefined) throw new OAuthError("invalid_redirect_uri", `redirect_uris ${fault}.`);
}

function findFault(uri: unknown): string | undefined {
  if (typeof uri !== "string" || uri.length > maxLength || !URL.canParse(uri)) {
    return `must be absolute URIs of at most ${maxLength} characters`;
  }
  // A parser may drop or encode other characters, so that the address that is shown would not be the one that is opened.
  if (!/^[\x21-\x7e]+$/.test(uri) || uri.includes("\\")) return "must contain printable ASCII characters only";
  const { protocol, hostname, username, password } = new URL(uri);
  if (uri.includes("#")) return "must not have a fragment";
  if (username !== "" || password !== "") return "must not contain credentials";
  if (protocol === "https:" || (protocol === "http:" && loopbackHosts.has(hostname))) return undefined;
  return "must use https, or http on localhost, 127.0.0.1 or [::1]";
}

/** True if an address is exactly the registered one. The port of the loopback interface may differ. */
export function matchesRedirectUri(registered: string, requested: string): boolean {
  if (registered === requested) return true;
  const [known, given] = [splitLoopback(registered), splitLoopback(requested)];
  return known !== undefined && given !== undefined && known.host === given.host && known.rest === given.rest;
}

function splitLoopback(uri: string): { host: string; rest: string } | undefined {
  const [, host, rest] = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(?::[0-9]{1,5})?(\/[\x21-\x7e]*)?$/.exec(uri) ?? [];
  return host === undefined ? undefined : { host, rest: rest ?? "" };
}

export function describeRedirect(uri: string): RedirectTarget {
  const { host, hostname, protocol } = new URL(uri);
  const isLoopback = protocol === "http:" && loopbackHosts.has(hostname);
  return { host, isLoopback };
}

/** Adds parameters of a response to a redirect URI, which stays unchanged otherwise. */
export function addParameters(uri: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const added = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) added.append(name, value);
  return `${uri}${uri.includes("?") ? "&" : "?"}${added.toString()}`;
}
