import type { Attempt } from "./attempt.ts";
import type { ClaimedDelivery } from "./claimed-delivery.ts";

/** Number of deliveries requested of one endpoint. */
export interface ClaimShare {
  endpointId: string;
  count: number;
}

export interface ClaimRequest {
  /** In real time. */
  nowMs: number;
  leaseMs: number;
  /** Reserved send slots start this far ahead: longer than the claim takes, so that none has passed when it returns. */
  leadMs: number;
  /** Unique id of the claim. */
  claimId: string;
  shares: readonly ClaimShare[];
}

/** Result of a poll. */
export interface DueEndpoints {
  /** Endpoints with due deliveries, the longest waiting first. */
  dueEndpointIds: readonly string[];
  /** Number of endpoints with pending deliveries, due now or later. */
  waitingEndpoints: number;
  /** Due time of the next delivery, in real time; null if none is scheduled. */
  nextDueMs: number | null;
  /** Due time of the oldest due delivery, in real time; null if none is due. */
  oldestDueMs: number | null;
}

/** Called with the endpoints that have due deliveries, or with null if any endpoint may have some. */
export type ReadyListener = (endpointIds: readonly string[] | null) => void;

/** Storage of deliveries and their leases. Several processes share one store. */
export interface DeliveryStore {
  /** Subscribes to notifications of due deliveries. Returns a function that unsubscribes. */
  listen(onReady: ReadyListener): Promise<() => Promise<void>>;
  /** Finds endpoints with due deliveries that no process has leased. */
  poll(nowMs: number): Promise<DueEndpoints>;
  /**
   * Claims due deliveries of these endpoints, oldest first, until the lease ends. Includes deliveries whose lease has expired. Two
   * processes never hold a lease of the same delivery at the same time.
   */
  claim(request: ClaimRequest): Promise<ClaimedDelivery[]>;
  /** Extends leases. Returns the ids of the extended ones, without deliveries that another process has claimed. */
  renew(claimed: readonly ClaimedDelivery[], leaseEndsAtMs: number): Promise<ReadonlySet<string>>;
  /**
   * Writes attempts and updates their deliveries if the claim still holds them; all or none of one endpoint's. Idempotent.
   */
  complete(attempts: readonly Attempt[]): Promise<void>;
}
