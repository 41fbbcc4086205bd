import type { DeliveryStore } from "../../src/dispatcher/delivery-store.ts";

export interface StoredEndpoint {
  id: string;
  url: string;
  maxPerSecond: number | null;
  ordered: boolean;
}

/** By default not ordered. */
export type NewEndpoint = Omit<StoredEndpoint, "id" | "ordered"> & { ordered?: boolean };

/** Subject of events for which a test names none. */
export const defaultSubject = "bkg_1";

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
  addEndpoint(endpoint: NewEndpoint): Promise<string>;
  /** Records an event about `subject` for these endpoints and returns the ids of its deliveries, in the same order. */
  accept(endpointIds: readonly string[], nowMs: number, subject?: string): Promise<string[]>;
  records(): Promise<DeliveryRecord[]>;
}
