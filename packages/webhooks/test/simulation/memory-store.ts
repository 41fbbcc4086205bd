import type { Attempt } from "../../src/dispatcher/attempt.ts";
import type { Claimed } from "../../src/dispatcher/claimed.ts";
import type { ClaimOrder, DeliveryStore, ReadyListener, Waiting } from "../../src/dispatcher/delivery-store.ts";
import type { DeliveryRecord, StoredEndpoint, StoreUnderTest } from "./store-under-test.ts";

interface Row extends DeliveryRecord {
  scheduleAttempts: number;
  createdAtMs: number;
}

interface Endpoint extends StoredEndpoint {
  nextSlotMs: number;
}

const placesForMs = 250;

/** A model of the deliveries in a database, as plain as it can be. It passes the same tests as the real one. */
export class MemoryStore implements DeliveryStore, StoreUnderTest {
  readonly store = this;
  readonly rows = new Map<string, Row>();
  readonly #delaysMs: readonly number[];
  readonly #endpoints = new Map<string, Endpoint>();
  readonly #listeners = new Set<ReadyListener>();
  #made = 0;

  constructor(delaysMs: readonly number[]) {
    this.#delaysMs = delaysMs;
  }

  async addEndpoint({ url, maxPerSecond }: Omit<StoredEndpoint, "id">): Promise<string> {
    const id = `whk_${String(this.#endpoints.size).padStart(4, "0")}`;
    this.#endpoints.set(id, { id, url, maxPerSecond, nextSlotMs: 0 });
    return id;
  }

  async accept(endpointIds: readonly string[], nowMs: number): Promise<string[]> {
    const made = endpointIds.map((endpointId): Row => {
      const id = `dlv_${String(this.#made++).padStart(6, "0")}`;
      const state = {
        status: "pending",
        attempts: 0,
        scheduleAttempts: 0,
        dueAtMs: nowMs,
        claimId: null,
        leaseEndsAtMs: null,
      };
      return { id, endpointId, createdAtMs: nowMs, ...state };
    });
    for (const row of made) this.rows.set(row.id, row);
    for (const hear of this.#listeners) hear(endpointIds);
    return made.map(({ id }) => id);
  }

  async records(): Promise<DeliveryRecord[]> {
    return [...this.rows.values()];
  }

  async listen(onReady: ReadyListener): Promise<() => Promise<void>> {
    this.#listeners.add(onReady);
    return async () => void this.#listeners.delete(onReady);
  }

  async look(nowMs: number): Promise<Waiting> {
    const heads = new Map<string, number>();
    for (const row of this.rows.values()) {
      const { endpointId, dueAtMs } = row;
      if (dueAtMs !== null && isFree(row, nowMs))
        heads.set(endpointId, Math.min(dueAtMs, heads.get(endpointId) ?? dueAtMs));
    }
    const later = [...heads.values()].filter((dueAtMs) => dueAtMs > nowMs);
    const due = [...heads.values()].filter((dueAtMs) => dueAtMs <= nowMs);
    return {
      oldestDueMs: due.length === 0 ? null : Math.min(...due),
      ready: [...heads].filter(([, dueAtMs]) => dueAtMs <= nowMs).map(([id]) => id),
      endpoints: heads.size,
      nextDueMs: later.length === 0 ? null : Math.min(...later),
    };
  }

  async claim({ nowMs, leaseMs, leadMs, claimId, shares }: ClaimOrder): Promise<Claimed[]> {
    return shares.flatMap(({ endpointId, count }) => {
      const endpoint = this.#endpoints.get(endpointId);
      if (endpoint === undefined) return [];
      const due = [...this.rows.values()]
        .filter(
          (row) => row.endpointId === endpointId && row.dueAtMs !== null && row.dueAtMs <= nowMs && isFree(row, nowMs),
        )
        .sort((a, b) => (a.dueAtMs ?? 0) - (b.dueAtMs ?? 0) || (a.id < b.id ? -1 : 1))
        .slice(0, slotsOf(endpoint, nowMs + leadMs, count))
        .sort((a, b) => (a.id < b.id ? -1 : 1));
      const starts = takeSlots(endpoint, nowMs + leadMs, due.length);
      return due.map((row, at): Claimed => {
        Object.assign(row, { status: "delivering", claimId, leaseEndsAtMs: nowMs + leaseMs });
        const startMs = starts[at];
        return {
          ...claimedOf(row, endpoint, claimId),
          pace: startMs === undefined ? null : { startMs, gapMs: gapOf(endpoint), nextSlotMs: endpoint.nextSlotMs },
        };
      });
    });
  }

  async renew(claimed: readonly Claimed[], leaseEndsAtMs: number): Promise<ReadonlySet<string>> {
    const ours = claimed.filter(({ id, claimId }) => this.rows.get(id)?.claimId === claimId);
    for (const { id } of ours) Object.assign(this.rows.get(id) ?? {}, { leaseEndsAtMs });
    return new Set(ours.map(({ id }) => id));
  }

  async complete(attempts: readonly Attempt[]): Promise<void> {
    for (const { claimed, verdict, endedAtMs } of attempts) {
      const row = this.rows.get(claimed.id);
      if (row === undefined || row.claimId !== claimed.claimId) continue;
      row.attempts++;
      row.scheduleAttempts++;
      row.claimId = null;
      row.leaseEndsAtMs = null;
      row.dueAtMs = null;
      const delayMs = this.#delaysMs[row.scheduleAttempts - 1];
      if (verdict.outcome === "delivered") row.status = "delivered";
      else if (delayMs === undefined) row.status = "dead_lettered";
      else Object.assign(row, { status: "awaiting_retry", dueAtMs: endedAtMs + delayMs });
    }
  }
}

const isFree = ({ leaseEndsAtMs }: Row, nowMs: number): boolean => leaseEndsAtMs === null || leaseEndsAtMs <= nowMs;

function slotsOf({ maxPerSecond, nextSlotMs }: Endpoint, fromMs: number, count: number): number {
  if (maxPerSecond === null) return count;
  const firstMs = Math.max(nextSlotMs, fromMs);
  return Math.min(count, Math.max(0, Math.ceil(((fromMs + placesForMs - firstMs) * maxPerSecond) / 1000)));
}

const gapOf = ({ maxPerSecond }: Endpoint): number => (maxPerSecond === null ? 0 : 1000 / maxPerSecond);

/** The instants at which deliveries may leave; none where the endpoint has no rate. */
function takeSlots(endpoint: Endpoint, fromMs: number, count: number): number[] {
  if (endpoint.maxPerSecond === null || count === 0) return [];
  const gapMs = gapOf(endpoint);
  const firstMs = Math.max(endpoint.nextSlotMs, fromMs);
  endpoint.nextSlotMs = firstMs + count * gapMs;
  return Array.from({ length: count }, (_, at) => firstMs + at * gapMs);
}

function claimedOf(row: Row, { url }: Endpoint, claimId: string): Claimed {
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
    event: { id: "evt_1", type: "webhook.test", data: {}, createdAtMs: row.createdAtMs },
    attempts: row.attempts,
    scheduleAttempts: row.scheduleAttempts,
    clockOffsetMs: 0,
    pace: null,
  };
}
