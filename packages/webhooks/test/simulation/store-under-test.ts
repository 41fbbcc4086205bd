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

/** A store with what a test does around it: the model, or a real database. */
export interface StoreUnderTest {
  readonly store: DeliveryStore;
  addEndpoint(endpoint: Omit<StoredEndpoint, "id">): Promise<string>;
  /** Accepts an event for these endpoints, and answers the ids of its deliveries in their order. */
  accept(endpointIds: readonly string[], nowMs: number): Promise<string[]>;
  records(): Promise<DeliveryRecord[]>;
}
