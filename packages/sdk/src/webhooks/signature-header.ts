import { WebhookVerificationError } from "./webhook-verification-error.ts";

export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** `timestamp` stays the text that was signed: `007` and `7` are one time and two signatures. */
export interface SignatureHeader {
  timestamp: string;
  /** 64 lowercase hexadecimal digits. */
  signature: string;
}

const headerName = "svc-signature";
/** Ours has 80; the rest is room for parts to come. */
const longestHeader = 1024;

/**
 * The value of `SVC-Signature`, whatever the case of its name.
 *
 * @param headers all headers, or the value itself
 * @throws WebhookVerificationError `header_missing`, or `header_malformed` where it is there more than once
 */
export function getSignatureHeader(headers: WebhookHeaders | string): string {
  const found = typeof headers === "string" ? [headers] : listValues(headers);
  const [value, ...others] = found;
  if (others.length > 0) throw malformed(`is there ${found.length} times; a delivery carries it once`);
  if (value === undefined || value === "") {
    throw new WebhookVerificationError(
      "header_missing",
      "The SVC-Signature header is missing. Hand over the request's headers or that header's value; a proxy in between may have dropped it.",
    );
  }
  if (typeof value !== "string") throw malformed("is not text");
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

/** By its method: a runtime, a polyfill and a test each have a class of their own. */
function isHeaders(headers: WebhookHeaders): headers is Headers {
  return typeof headers.get === "function";
}

/**
 * Reads `t=<unix seconds>,v1=<lowercase hex>`. Spaces and tabs around a comma are let pass, as proxies that fold headers
 * add them; parts with other names are skipped, so that another scheme can be sent beside this one.
 *
 * @throws WebhookVerificationError `header_malformed`
 */
export function parseSignatureHeader(value: string): SignatureHeader {
  if (value.length > longestHeader) throw malformed(`has ${value.length} characters; ${longestHeader} are read`);
  const parts = value.split(",").map((part) => /^[ \t]*([^ \t=]+)=([^ \t]*)[ \t]*$/.exec(part));
  if (parts.includes(null)) throw malformed("has a part that is not name=value");
  const valueOf = (name: string) => {
    const [only, ...others] = parts.filter((part) => part?.[1] === name);
    if (only?.[2] === undefined || others.length > 0) throw malformed(`has ${only ? "more than one" : "no"} ${name}`);
    return only[2];
  };
  const timestamp = valueOf("t");
  const signature = valueOf("v1");
  if (!/^[0-9]{1,12}$/.test(timestamp)) throw malformed("has a t that is not whole seconds since 1970");
  if (!/^[0-9a-f]{64}$/.test(signature)) throw malformed("has a v1 that is not 64 lowercase hexadecimal digits");
  return { timestamp, signature };
}

function malformed(found: string): WebhookVerificationError {
  return new WebhookVerificationError(
    "header_malformed",
    `The SVC-Signature header ${found}. It reads t=<unix seconds>,v1=<hex> and is handed over as it arrived.`,
  );
}
