import type { DeliveryStore } from "../../src/dispatcher/delivery-store.ts";

export interface StoredEndpoint {
  id: string;
  url: string;
  maxPerSecond: number | null;
}

export interface DeliveryRecord {
  id: string;
  endpointId: string;
  status: string;
  attempts: number;
  dueAtMs: number | null;
  claimId: string | null;
  leaseEndsAtMs: number | null;
}

/** A store and test access to its data: the in-memory model, or a real database. */
export interface StoreUnderTest {
  readonly store: DeliveryStore;
  addEndpoint(endpoint: Omit<StoredEndpoint, "id">): Promise<string>;
  /** Records an event for these endpoints and returns the ids of its deliveries, in the same order. */
  accept(endpointIds: readonly string[], nowMs: number): Promise<string[]>;
  records(): Promise<DeliveryRecord[]>;
}
