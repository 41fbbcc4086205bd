import type { Attempt } from "./attempt.ts";
import type { Claimed } from "./claimed.ts";

/** How much is wanted of an endpoint. */
export interface Share {
  endpointId: string;
  count: number;
}

export interface ClaimOrder {
  /** On the wall's clock. */
  nowMs: number;
  leaseMs: number;
  /** Places in time are taken from so far ahead on: longer than the claim takes, so that none has passed when it is known. */
  leadMs: number;
  /** Names this claim and no other. */
  claimId: string;
  shares: readonly Share[];
}

/** What a look around found. */
export interface Waiting {
  /** Endpoints with something due. */
  ready: readonly string[];
  /** How many endpoints wait for anything, now or later. */
  endpoints: number;
  /** When the next delivery falls due, on the wall's clock; null where none will. */
  nextDueMs: number | null;
  /** Since when something has been due, on the wall's clock; null where nothing is. */
  oldestDueMs: number | null;
}

/** Told of endpoints that have something due, or of nothing in particular: something may be due anywhere. */
export type ReadyListener = (endpointIds: readonly string[] | null) => void;

/** Where deliveries are kept, and who holds which. Several processes share one. */
export interface DeliveryStore {
  /** Hears of deliveries that have become due, until the answer is called. */
  listen(onReady: ReadyListener): Promise<() => Promise<void>>;
  /** Looks for endpoints with something due that nobody holds. */
  look(nowMs: number): Promise<Waiting>;
  /**
   * Takes what is due of these endpoints, oldest first, and holds it until the lease ends: what was never held, or by a process that let its
   * lease run out. Two processes never hold the same delivery.
   */
  claim(order: ClaimOrder): Promise<Claimed[]>;
  /** Holds deliveries longer, and answers the ids of those that are still ours: one that another process has claimed stays its. */
  renew(claimed: readonly Claimed[], leaseEndsAtMs: number): Promise<ReadonlySet<string>>;
  /**
   * Writes attempts down and moves their deliveries on where they are still ours, those of one endpoint all or none. Writing again changes
   * nothing.
   */
  complete(attempts: readonly Attempt[]): Promise<void>;
}
