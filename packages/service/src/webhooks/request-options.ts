import { DomainError, type WebhookAuth } from "@wayfare/contract";
import { checkUrl, type GuardRules } from "@wayfare/egress";
import type { RequestOptions } from "@wayfare/webhooks";

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

/**
 * Returns validated request options.
 *
 * @param rules for the token URL of OAuth 2.0 credentials.
 * @throws DomainError REQUEST_INVALID with the pointer of the invalid member.
 */
export function readRequestOptions(
  rules: GuardRules,
  headers: Readonly<Record<string, string>>,
  auth: WebhookAuth | null,
): RequestOptions {
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  if (names.length > maxHeaders) throw invalid("/headers", `\`headers\` must have at most ${maxHeaders} members.`);
  if (new Set(names).size < names.length)
    throw invalid("/headers", "Two names in `headers` differ only in upper and lower case.");
  for (const [name, value] of Object.entries(headers)) assertHeader(name, value);
  if (auth !== null && names.includes("authorization")) {
    throw invalid("/headers/authorization", "`headers` must not contain `Authorization` if `auth` is set.");
  }
  return { headers, ...readAuth(rules, auth) };
}

function readAuth(rules: GuardRules, auth: WebhookAuth | null): Pick<RequestOptions, "basicAuth" | "oauth2"> {
  if (auth === null) return { basicAuth: null, oauth2: null };
  if (auth.type === "basic") {
    const { username, password } = auth;
    if (username.includes(":")) throw invalid("/auth/username", "`username` must not contain a colon.");
    return { basicAuth: { username, password }, oauth2: null };
  }
  const { tokenUrl, clientId, clientSecret, scope = null } = auth;
  const fault = checkUrl(rules, tokenUrl);
  if (fault !== null) throw invalid("/auth/tokenUrl", fault);
  return { basicAuth: null, oauth2: { tokenUrl, clientId, clientSecret, scope } };
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
