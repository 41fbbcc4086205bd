import type { DeliveredEvent } from "../signing/delivery-message.ts";

/** A delivery that this process has claimed, with everything needed to send it. */
export interface ClaimedDelivery {
  id: string;
  claimId: string;
  accountId: string;
  environment: "test" | "live";
  endpointId: string;
  url: string;
  secret: Uint8Array;
  previousSecret: Uint8Array | null;
  previousSecretEndsAtMs: number | null;
  /** Custom headers and credentials, encrypted; null for none. */
  sealedOptions: Uint8Array | null;
  event: DeliveredEvent;
  /** True if the next delivery of the same subject waits for this one. */
  isOrdered: boolean;
  /** Attempts before this one: total, and of the current retry schedule. */
  attempts: number;
  scheduleAttempts: number;
  /** Milliseconds that the account's data clock is ahead of real time. */
  clockOffsetMs: number;
  /** Null if the endpoint has no rate limit. */
  sendSlot: SendSlot | null;
}

/** Send time of a delivery to an endpoint with a rate limit, in real time. */
export interface SendSlot {
  startMs: number;
  /** Time between two slots of the endpoint. */
  intervalMs: number;
  /** The first slot that is not reserved yet. */
  nextSlotMs: number;
}
