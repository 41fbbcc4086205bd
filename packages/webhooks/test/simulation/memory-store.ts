import type { Attempt } from "../../src/dispatcher/attempt.ts";
import type { ClaimedDelivery } from "../../src/dispatcher/claimed-delivery.ts";
import type { ClaimRequest, DeliveryStore, DueEndpoints, ReadyListener } from "../../src/dispatcher/delivery-store.ts";
import {
  type DeliveryRecord,
  defaultSubject,
  type NewEndpoint,
  type StoredEndpoint,
  type StoreUnderTest,
} from "./store-under-test.ts";

interface Row extends DeliveryRecord {
  scheduleAttempts: number;
  createdAtMs: number;
  /** Null if the endpoint is not ordered. */
  orderingKey: string | null;
}

interface OpenRow extends Row {
  dueAtMs: number;
}

interface Endpoint extends StoredEndpoint {
  nextSlotMs: number;
}

const reservedMs = 250;

/** Reference model of the delivery store, as simple as possible. It passes the same tests as the SQL store. */
export class MemoryStore implements DeliveryStore, StoreUnderTest {
  readonly store = this;
  readonly rows = new Map<string, Row>();
  readonly #delaysMs: readonly number[];
  readonly #endpoints = new Map<string, Endpoint>();
  readonly #listeners = new Set<ReadyListener>();
  #nextId = 0;

  constructor(delaysMs: readonly number[]) {
    this.#delaysMs = delaysMs;
  }

  async addEndpoint({ url, maxPerSecond, ordered = false }: NewEndpoint): Promise<string> {
    const id = `whk_${String(this.#endpoints.size).padStart(4, "0")}`;
    this.#endpoints.set(id, { id, url, maxPerSecond, ordered, nextSlotMs: 0 });
    return id;
  }

  async accept(endpointIds: readonly string[], nowMs: number, subject = defaultSubject): Promise<string[]> {
    const rows = endpointIds.map((endpointId): Row => {
      const id = `dlv_${String(this.#nextId++).padStart(6, "0")}`;
      const state = {
        status: "pending",
        attempts: 0,
        scheduleAttempts: 0,
        dueAtMs: nowMs,
        claimId: null,
        leaseEndsAtMs: null,
      };
      const orderingKey = this.#endpoints.get(endpointId)?.ordered === true ? subject : null;
      return { id, endpointId, createdAtMs: nowMs, orderingKey, ...state };
    });
    for (const row of rows) this.rows.set(row.id, row);
    for (const notify of this.#listeners) notify(endpointIds);
    return rows.map(({ id }) => id);
  }

  async records(): Promise<DeliveryRecord[]> {
    return [...this.rows.values()];
  }

  async listen(onReady: ReadyListener): Promise<() => Promise<void>> {
    this.#listeners.add(onReady);
    return async () => void this.#listeners.delete(onReady);
  }

  async poll(nowMs: number): Promise<DueEndpoints> {
    const heads = new Map<string, number>();
    for (const row of this.#firstRows()) {
      const { endpointId, dueAtMs } = row;
      if (isUnleased(row, nowMs)) heads.set(endpointId, Math.min(dueAtMs, heads.get(endpointId) ?? dueAtMs));
    }
    const later = [...heads.values()].filter((dueAtMs) => dueAtMs > nowMs);
    const due = [...heads.values()].filter((dueAtMs) => dueAtMs <= nowMs);
    return {
      oldestDueMs: due.length === 0 ? null : Math.min(...due),
      dueEndpointIds: [...heads].filter(([, dueAtMs]) => dueAtMs <= nowMs).map(([id]) => id),
      waitingEndpoints: heads.size,
      nextDueMs: later.length === 0 ? null : Math.min(...later),
    };
  }

  async claim({ nowMs, leaseMs, leadMs, claimId, shares }: ClaimRequest): Promise<ClaimedDelivery[]> {
    const claimable = this.#firstRows().filter((row) => row.dueAtMs <= nowMs && isUnleased(row, nowMs));
    return shares.flatMap(({ endpointId, count }) => {
      const endpoint = this.#endpoints.get(endpointId);
      if (endpoint === undefined) return [];
      const due = claimable
        .filter((row) => row.endpointId === endpointId)
        .sort((a, b) => a.dueAtMs - b.dueAtMs || (a.id < b.id ? -1 : 1))
        .slice(0, slotsOf(endpoint, nowMs + leadMs, count))
        .sort((a, b) => (a.id < b.id ? -1 : 1));
      const starts = reserveSlots(endpoint, nowMs + leadMs, due.length);
      return due.map((row, index): ClaimedDelivery => {
        Object.assign(row, { status: "delivering", claimId, leaseEndsAtMs: nowMs + leaseMs });
        const startMs = starts[index];
        return {
          ...claimedOf(row, endpoint, claimId),
          sendSlot:
            startMs === undefined
              ? null
              : { startMs, intervalMs: intervalOf(endpoint), nextSlotMs: endpoint.nextSlotMs },
        };
      });
    });
  }

  /** Returns the open deliveries that have no earlier open delivery of the same subject to the same endpoint, in order of id. */
  #firstRows(): OpenRow[] {
    const subjects = new Set<string>();
    return [...this.rows.values()].filter((row): row is OpenRow => {
      if (row.dueAtMs === null) return false;
      if (row.orderingKey === null) return true;
      const subject = `${row.endpointId} ${row.orderingKey}`;
      return subjects.size < subjects.add(subject).size;
    });
  }

  async renew(claimed: readonly ClaimedDelivery[], leaseEndsAtMs: number): Promise<ReadonlySet<string>> {
    const renewed = claimed.filter(({ id, claimId }) => this.rows.get(id)?.claimId === claimId);
    for (const { id } of renewed) Object.assign(this.rows.get(id) ?? {}, { leaseEndsAtMs });
    return new Set(renewed.map(({ id }) => id));
  }

  async complete(attempts: readonly Attempt[]): Promise<void> {
    for (const { claimed, result, endedAtMs } of attempts) {
      const row = this.rows.get(claimed.id);
      if (row === undefined || row.claimId !== claimed.claimId) continue;
      row.attempts++;
      row.scheduleAttempts++;
      row.claimId = null;
      row.leaseEndsAtMs = null;
      row.dueAtMs = null;
      const delayMs = this.#delaysMs[row.scheduleAttempts - 1];
      if (result.outcome === "delivered") row.status = "delivered";
      else if (delayMs === undefined) row.status = "dead_lettered";
      else Object.assign(row, { status: "awaiting_retry", dueAtMs: endedAtMs + delayMs });
    }
  }
}

const isUnleased = ({ leaseEndsAtMs }: Row, nowMs: number): boolean => leaseEndsAtMs === null || leaseEndsAtMs <= nowMs;

function slotsOf({ maxPerSecond, nextSlotMs }: Endpoint, fromMs: number, count: number): number {
  if (maxPerSecond === null) return count;
  const firstMs = Math.max(nextSlotMs, fromMs);
  return Math.min(count, Math.max(0, Math.ceil(((fromMs + reservedMs - firstMs) * maxPerSecond) / 1000)));
}

const intervalOf = ({ maxPerSecond }: Endpoint): number => (maxPerSecond === null ? 0 : 1000 / maxPerSecond);

/** Reserves send slots and returns their times; empty if the endpoint has no rate limit. */
function reserveSlots(endpoint: Endpoint, fromMs: number, count: number): number[] {
  if (endpoint.maxPerSecond === null || count === 0) return [];
  const intervalMs = intervalOf(endpoint);
  const firstMs = Math.max(endpoint.nextSlotMs, fromMs);
  endpoint.nextSlotMs = firstMs + count * intervalMs;
  return Array.from({ length: count }, (_, index) => firstMs + index * intervalMs);
}

function claimedOf(row: Row, { url }: Endpoint, claimId: string): ClaimedDelivery {
  return {
    id: row.id,
    claimId,
    accountId: "acct_1",
    environment: "live",
    endpointId: row.endpointId,
    url,
    secret: new Uint8Array(),
    previousSecret: null,
    previousSecretEndsAtMs: null,
    sealedOptions: null,
    event: { id: "evt_1", type: "webhook.test", subject: null, data: {}, createdAtMs: row.createdAtMs },
    isOrdered: row.orderingKey !== null,
    attempts: row.attempts,
    scheduleAttempts: row.scheduleAttempts,
    clockOffsetMs: 0,
    sendSlot: null,
  };
}
