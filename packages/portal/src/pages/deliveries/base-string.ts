import type { EventOf } from "@wayfare/sdk";

/** `SVC-Signature` taken apart. */
export interface SignatureParts {
  /** Seconds since 1970, as the text that was signed. */
  timestamp: string;
  /** 64 hexadecimal digits. */
  digest: string;
}

/** Reads the header that an attempt kept; null where it has none. */
export function readSignature(headers: object): SignatureParts | null {
  const header = new Map<string, unknown>(Object.entries(headers)).get("svc-signature");
  const [, timestamp, digest] = typeof header === "string" ? (/^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? []) : [];
  return timestamp === undefined || digest === undefined ? null : { timestamp, digest };
}

/** The body of every attempt of a delivery, byte by byte: the event in its envelope, members in this order, no spaces. */
export function renderDeliveryBody({ id, type, createdAt, environment, data }: EventOf, deliveryId: string): string {
  return JSON.stringify({ id, type, createdAt, environment, apiVersion: "v1", deliveryId, data });
}

/** A command that makes the digest anew from the base string, for a POSIX shell. */
export function renderDigestCommand(timestamp: string, body: string): string {
  const quoted = `${timestamp}.${body}`.replaceAll("'", `'\\''`);
  return `printf '%s' '${quoted}' |\n  openssl dgst -sha256 -hmac "$WAYFARE_WEBHOOK_SECRET"`;
}
