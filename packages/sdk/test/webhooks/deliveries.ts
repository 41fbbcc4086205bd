import { createHmac } from "node:crypto";
import { WebhookVerificationError } from "../../src/index.ts";

export const secret = `whsec_${"a".repeat(43)}`;
export const newSecret = `whsec_${"B".repeat(43)}`;
export const signedAtSeconds = 1_790_000_000;
export const nowMs = signedAtSeconds * 1000;

export const event = {
  id: "evt_01k5",
  type: "booking.confirmed",
  createdAt: "2026-09-21T14:13:20.000Z",
  environment: "test",
  apiVersion: "v1",
  deliveryId: "dlv_01k5",
  subject: "bkg_01k5",
  data: { bookingId: "bkg_01k5", name: "Zoë 🛫" },
};
export const body = JSON.stringify(event);

/** Returns the header signed with Node's HMAC, as a reference for the SDK. */
export function signByNode(
  rawBody: string | Uint8Array,
  key = secret,
  seconds: number | string = signedAtSeconds,
): string {
  const digest = createHmac("sha256", key).update(`${seconds}.`).update(rawBody).digest("hex");
  return `t=${seconds},v1=${digest}`;
}

/** Returns the reason of a WebhookVerificationError, or `accepted`. Rethrows any other error. */
export async function outcomeOf(verification: Promise<unknown>): Promise<string> {
  try {
    await verification;
    return "accepted";
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.reason;
    throw error;
  }
}
