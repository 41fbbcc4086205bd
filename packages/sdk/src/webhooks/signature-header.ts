import { WebhookVerificationError } from "./webhook-verification-error.ts";

/** Request headers, as a `Headers` object or a plain object such as Node's `request.headers`. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** `timestamp` is the signed text: `007` and `7` are the same time but have different signatures. */
export interface SignatureHeader {
  timestamp: string;
  /** 64 lowercase hexadecimal digits. */
  signature: string;
}

const headerName = "svc-signature";
/** The current format has 80 characters; the rest is reserved for future parts. */
const maxHeaderLength = 1024;

/**
 * Returns the value of `SVC-Signature`. Header names are case-insensitive.
 *
 * @param headers All headers, or the value itself.
 * @throws WebhookVerificationError with the reason `header_missing`, or `header_malformed` if the header is repeated.
 */
export function getSignatureHeader(headers: WebhookHeaders | string): string {
  const found = typeof headers === "string" ? [headers] : listValues(headers);
  const [value, ...others] = found;
  if (others.length > 0) throw malformed(`appears ${found.length} times`);
  if (value === undefined || value === "") {
    throw new WebhookVerificationError(
      "header_missing",
      "The SVC-Signature header is missing. Pass the request headers or the value of this header, and check that no proxy removes it.",
    );
  }
  if (typeof value !== "string") throw malformed("is not a string");
  return value;
}

function listValues(headers: WebhookHeaders | null | undefined): unknown[] {
  if (typeof headers !== "object" || headers === null) return [];
  if (isHeaders(headers)) return [headers.get(headerName) ?? undefined];
  return Object.entries(headers)
    .filter(([name]) => name.toLowerCase() === headerName)
    .flatMap(([, value]) => value)
    .filter((value) => value !== undefined);
}

/** Checks for the `get` method, because runtimes and polyfills have different Headers classes. */
function isHeaders(headers: WebhookHeaders): headers is Headers {
  return typeof headers.get === "function";
}

/**
 * Parses `t=<unix seconds>,v1=<lowercase hex>`. Allows spaces and tabs around a comma, which proxies add when they fold
 * headers. Ignores parts with other names, so that further signature schemes can be added.
 *
 * @throws WebhookVerificationError with the reason `header_malformed`.
 */
export function parseSignatureHeader(value: string): SignatureHeader {
  if (value.length > maxHeaderLength)
    throw malformed(`has ${value.length} characters, more than the maximum of ${maxHeaderLength}`);
  const parts = value.split(",").map((part) => /^[ \t]*([^ \t=]+)=([^ \t]*)[ \t]*$/.exec(part));
  if (parts.includes(null)) throw malformed("contains a part that is not name=value");
  const valueOf = (name: string) => {
    const [only, ...others] = parts.filter((part) => part?.[1] === name);
    if (only?.[2] === undefined || others.length > 0) throw malformed(`has ${only ? "more than one" : "no"} ${name}`);
    return only[2];
  };
  const timestamp = valueOf("t");
  const signature = valueOf("v1");
  if (!/^[0-9]{1,12}$/.test(timestamp)) throw malformed("has an invalid timestamp t");
  if (!/^[0-9a-f]{64}$/.test(signature))
    throw malformed("has a signature v1 that is not 64 lowercase hexadecimal digits");
  return { timestamp, signature };
}

function malformed(found: string): WebhookVerificationError {
  return new WebhookVerificationError(
    "header_malformed",
    `The SVC-Signature header ${found}. Pass it unchanged; its format is t=<unix seconds>,v1=<hex>.`,
  );
}
