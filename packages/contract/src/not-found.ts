import { DomainError } from "./domain-error.ts";

const maxEchoed = 100;

/** Prefixes of secrets: raw API keys, webhook secrets and bearer tokens. */
const secretShape = /(key_(test|live|svc)_|whsec_|bearer)/i;

/** Returns NOT_FOUND for an object. The response is the same for an unknown id, a malformed id and an id of another account. */
export function notFound(kind: string, id: string): DomainError {
  const named = describeId(id);
  return new DomainError("NOT_FOUND", { detail: named === "" ? `No such ${kind}.` : `No such ${kind}: '${named}'.` });
}

/** Returns NOT_FOUND for a path that no route matches, without its query string. */
export function routeNotFound(method: string, url: string): DomainError {
  const path = describeId(url.split("?")[0] ?? "");
  const named = path === "" ? "this path" : path;
  return new DomainError("NOT_FOUND", { detail: `No route matches ${method.slice(0, 20)} ${named}.` });
}

/** Returns a printable form of the id, at most `maxEchoed` characters, or "" if it may contain a secret (percent-encoded or not). */
function describeId(text: string): string {
  if (secretShape.test(text) || secretShape.test(decodeBytes(text))) return "";
  const printable = text.replaceAll(/[^\x20-\x7e]|['"`<>\\]/g, "?");
  return printable.length <= maxEchoed ? printable : `${printable.slice(0, maxEchoed - 1)}…`;
}

/** Decodes percent-encoded bytes. Accepts malformed sequences, unlike `decodeURIComponent`. */
function decodeBytes(text: string): string {
  return text.replaceAll(/%([0-9a-f]{2})/gi, (_, byte: string) => String.fromCodePoint(Number.parseInt(byte, 16)));
}
