import type { EventType } from "@wayfare/contract";

/** A delivery that this process has taken, with all that sending it takes. */
export interface Claimed {
  id: string;
  claimId: string;
  accountId: string;
  environment: "test" | "live";
  endpointId: string;
  url: string;
  secret: Uint8Array;
  previousSecret: Uint8Array | null;
  previousSecretEndsAtMs: number | null;
  event: { id: string; type: EventType; data: Record<string, unknown>; createdAtMs: number };
  /** Attempts before this one: in all, and of the present schedule. */
  attempts: number;
  scheduleAttempts: number;
  /** How far the clock of the data is ahead of the wall's. */
  clockOffsetMs: number;
  /** Null where the endpoint has no rate. */
  pace: Pace | null;
}

/** The place in time of a delivery whose endpoint has a rate, on the wall's clock. */
export interface Pace {
  startMs: number;
  /** How far two deliveries are apart. */
  gapMs: number;
  /** The first place that nobody has taken. */
  nextSlotMs: number;
}
