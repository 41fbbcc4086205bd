import { hash } from "node:crypto";

/** An order: what a user confirms besides the price. */
interface Order {
  offerId: string;
  travelers: unknown;
  contact: unknown;
}

/** Issues and checks the confirmation tokens of quotes. Tokens contain no personal data, and nothing is stored. */
export interface Confirmations {
  issue(order: Order, price: string, nowMs: number): { token: string; expiresAtMs: number };
  /** Checks that a token was issued to this caller for this order. */
  check(token: string, order: Order, nowMs: number): ConfirmationCheck;
}

type ConfirmationCheck =
  | { result: "valid"; idempotencyKey: string }
  | { result: "expired" }
  /** The token is malformed, of another caller, or of another order. */
  | { result: "invalid" };

/** Signs texts, and verifies that a text was composed in the same way with one of the server secrets. */
export interface ConfirmationSigner {
  sign(compose: (sign: (message: string) => Buffer) => string): string;
  verify(text: string, compose: (sign: (message: string) => Buffer) => string): boolean;
}

/** Time for which a quote can be confirmed. */
const confirmationMs = 10 * 60_000;

/** @param callerId id of the key: another key cannot use its tokens */
export function makeConfirmations(signer: ConfirmationSigner, callerId: string): Confirmations {
  const composeToken = (payload: string, order: Order) => (sign: (message: string) => Buffer) =>
    `${payload}.${sign(JSON.stringify([callerId, payload, canonical(order)])).toString("base64url")}`;
  return {
    issue(order, price, nowMs) {
      const expiresAtMs = nowMs + confirmationMs;
      const payload = Buffer.from(JSON.stringify([expiresAtMs, price])).toString("base64url");
      return { token: signer.sign(composeToken(payload, order)), expiresAtMs };
    },
    check(token, order, nowMs) {
      const [payload = ""] = token.split(".");
      if (!signer.verify(token, composeToken(payload, order))) return { result: "invalid" };
      const values: unknown = JSON.parse(Buffer.from(payload, "base64url").toString());
      const expiresAtMs = Array.isArray(values) ? Number(values[0]) : 0;
      if (nowMs >= expiresAtMs) return { result: "expired" };
      return { result: "valid", idempotencyKey: `mcp-book-${hash("sha256", token, "base64url")}` };
    },
  };
}

/** The same for objects with the same members in another order: a model may write them in any order. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return members.map(([name, member]) => [name, canonical(member)]);
}
