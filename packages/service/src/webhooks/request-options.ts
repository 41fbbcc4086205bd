import { DomainError, type WebhookAuth } from "@wayfare/contract";
import { checkClientCertificate, checkUrl } from "@wayfare/egress";
import type { RequestOptions } from "@wayfare/webhooks";
import type { WebhookDeps } from "./rules.ts";

/** Headers that the service or the connection sets: Host, hop-by-hop headers (RFC 9110, section 7.6.1) and those of deliveries. */
const reserved = new Set([
  "accept-encoding",
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "expect",
  "host",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent",
]);
const reservedPrefixes = ["svc-", "webhook-"];
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/;
/** Visible ASCII and inner spaces. */
const fieldValue = /^[\x21-\x7e]([\x20-\x7e]{0,1022}[\x21-\x7e])?$/;
const maxHeaders = 10;

/** Credentials of an endpoint, of one type at most. */
type Credentials = Omit<RequestOptions, "headers">;
type AuthDeps = Pick<WebhookDeps, "rules" | "clock">;

/**
 * Returns validated request options.
 *
 * @param deps rules for the token URL of OAuth 2.0 credentials, and the time at which a certificate must be valid.
 * @throws DomainError REQUEST_INVALID with the pointer of the invalid member.
 */
export function readRequestOptions(
  deps: AuthDeps,
  headers: Readonly<Record<string, string>>,
  auth: WebhookAuth | null,
): RequestOptions {
  return withHeaders(headers, readCredentials(deps, auth));
}

/**
 * Returns validated headers with credentials that were validated before.
 *
 * @throws DomainError REQUEST_INVALID with the pointer of the invalid member.
 */
export function withHeaders(headers: Readonly<Record<string, string>>, credentials: Credentials): RequestOptions {
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  if (names.length > maxHeaders) throw invalid("/headers", `\`headers\` must have at most ${maxHeaders} members.`);
  if (new Set(names).size < names.length)
    throw invalid("/headers", "Two names in `headers` differ only in upper and lower case.");
  for (const [name, value] of Object.entries(headers)) assertHeader(name, value);
  const setsAuthorization = credentials.basicAuth !== null || credentials.oauth2 !== null;
  if (setsAuthorization && names.includes("authorization")) {
    throw invalid("/headers/authorization", "`headers` must not contain `Authorization` if `auth` sends it.");
  }
  return { ...credentials, headers };
}

/**
 * Returns validated credentials.
 *
 * @throws DomainError REQUEST_INVALID with the pointer of the invalid member.
 */
export function readCredentials({ rules, clock }: AuthDeps, auth: WebhookAuth | null): Credentials {
  const none = { basicAuth: null, oauth2: null, mtls: null };
  if (auth === null) return none;
  if (auth.type === "basic") {
    const { username, password } = auth;
    if (username.includes(":")) throw invalid("/auth/username", "`username` must not contain a colon.");
    return { ...none, basicAuth: { username, password } };
  }
  if (auth.type === "mtls") {
    const { certificate, privateKey } = auth;
    const checked = checkClientCertificate({ certificate, privateKey }, clock.nowMs());
    if ("detail" in checked) throw invalid(`/auth/${checked.member}`, checked.detail);
    return { ...none, mtls: { certificate, privateKey, ...checked } };
  }
  const { tokenUrl, clientId, clientSecret, scope = null } = auth;
  const fault = checkUrl(rules, tokenUrl);
  if (fault !== null) throw invalid("/auth/tokenUrl", fault);
  return { ...none, oauth2: { tokenUrl, clientId, clientSecret, scope } };
}

function assertHeader(name: string, value: string): void {
  const pointer = `/headers/${name}`;
  const lower = name.toLowerCase();
  if (!token.test(name)) throw invalid(pointer, `${JSON.stringify(name)} is not a header name.`);
  if (reserved.has(lower) || reservedPrefixes.some((prefix) => lower.startsWith(prefix)))
    throw invalid(pointer, `The header ${name} is set by the service.`);
  if (!fieldValue.test(value))
    throw invalid(pointer, `The value of ${name} must be 1 to 1,024 visible ASCII characters or inner spaces.`);
}

function invalid(pointer: string, detail: string): DomainError {
  return new DomainError("REQUEST_INVALID", { detail, errors: [{ pointer, code: "INVALID", detail }] });
}
