import type { EventOf } from "@wayfare/sdk";

/** Parsed `SVC-Signature` header. */
export interface SignatureParts {
  /** Seconds since 1970, as signed text. */
  timestamp: string;
  /** 64 hexadecimal digits. */
  digest: string;
}

/** Parses the signature header of an attempt; null if absent. */
export function readSignature(headers: object): SignatureParts | null {
  const header = new Map<string, unknown>(Object.entries(headers)).get("svc-signature");
  const [, timestamp, digest] = typeof header === "string" ? (/^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? []) : [];
  return timestamp === undefined || digest === undefined ? null : { timestamp, digest };
}

/** Renders the exact body of a delivery: the event envelope with members in this order, without spaces. */
export function renderDeliveryBody(
  { id, type, subject, createdAt, environment, data }: EventOf,
  deliveryId: string,
): string {
  return JSON.stringify({ id, type, createdAt, environment, apiVersion: "v1", deliveryId, subject, data });
}

/** Renders a POSIX shell command that computes the digest of the base string. */
export function renderDigestCommand(timestamp: string, body: string): string {
  const quoted = `${timestamp}.${body}`.replaceAll("'", `'\\''`);
  return `printf '%s' '${quoted}' |\n  openssl dgst -sha256 -hmac "$WAYFARE_WEBHOOK_SECRET"`;
}
