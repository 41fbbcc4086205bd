import { DomainError } from "./domain-error.ts";

const maxEchoed = 100;

/** The prefixes of secrets: raw keys, webhook secrets, and anything that looks like one. */
const secretShape = /(key_(test|live|svc)_|whsec_|bearer)/i;

/** NOT_FOUND for one thing: the same answer whether the id is unknown, malformed or belongs to another account. */
export function notFound(kind: string, id: string): DomainError {
  const named = describeId(id);
  return new DomainError("NOT_FOUND", { detail: named === "" ? `No such ${kind}.` : `No such ${kind}: '${named}'.` });
}

/** NOT_FOUND for a path that no route matches. The query string is left out. */
export function noRoute(method: string, url: string): DomainError {
  const path = describeId(url.split("?")[0] ?? "");
  const named = path === "" ? "this path" : path;
  return new DomainError("NOT_FOUND", { detail: `No route matches ${method.slice(0, 20)} ${named}.` });
}

/** Printable and bounded; empty if it may contain a secret, percent-encoded or not. */
function describeId(text: string): string {
  if (secretShape.test(text) || secretShape.test(decodeBytes(text))) return "";
  const printable = text.replaceAll(/[^\x20-\x7e]|['"`<>\\]/g, "?");
  return printable.length <= maxEchoed ? printable : `${printable.slice(0, maxEchoed - 1)}…`;
}

/** Decodes percent-encoded bytes. Unlike decodeURIComponent, it accepts malformed sequences. */
function decodeBytes(text: string): string {
  return text.replaceAll(/%([0-9a-f]{2})/gi, (_, byte: string) => String.fromCodePoint(Number.parseInt(byte, 16)));
}
