import type { ClaimedDelivery } from "./claimed-delivery.ts";
import type { DeliveryStore } from "./delivery-store.ts";
import type { Timers } from "./timers.ts";

export interface LeaseTableDeps {
  store: Pick<DeliveryStore, "renew">;
  clock: { nowMs(): number };
  timers: Timers;
  log: { error(details: object, message: string): void };
  /** Lifetime of a lease without a heartbeat. A heartbeat is sent every third of it. */
  leaseMs: number;
}

/** Leases of the deliveries that this process has claimed and not finished, kept alive by a heartbeat. */
export class LeaseTable {
  readonly #deps: LeaseTableDeps;
  /** By delivery id. `endsAtMs` is 0 after the lease was lost. */
  readonly #leases = new Map<string, { claimed: ClaimedDelivery; endsAtMs: number }>();
  #isStopping = false;

  constructor(deps: LeaseTableDeps) {
    this.#deps = deps;
  }

  get size(): number {
    return this.#leases.size;
  }

  add(claimed: ClaimedDelivery, leaseEndsAtMs: number): void {
    this.#leases.set(claimed.id, { claimed, endsAtMs: leaseEndsAtMs });
  }

  /** True if the claim still holds the lease, so that the delivery may be sent. */
  isHeld(claimed: ClaimedDelivery): boolean {
    return (this.#leaseOf(claimed)?.endsAtMs ?? 0) > this.#deps.clock.nowMs();
  }

  release(claimed: ClaimedDelivery): void {
    if (this.#leaseOf(claimed) !== undefined) this.#leases.delete(claimed.id);
  }

  /** Undefined if this process claimed the delivery again after the lease expired: the lease then belongs to the later claim. */
  #leaseOf(claimed: ClaimedDelivery): { endsAtMs: number } | undefined {
    const lease = this.#leases.get(claimed.id);
    return lease?.claimed.claimId === claimed.claimId ? lease : undefined;
  }

  /** Ends the heartbeat after the last delivery. Leases that expire while the database is unreachable are given up. */
  stop(): void {
    this.#isStopping = true;
  }

  /**
   * Extends every lease three times in its lifetime.
   *
   * @param onLost called for each delivery whose lease expired while stopping.
   */
  startHeartbeat(onLost: (claimed: ClaimedDelivery) => void): void {
    const { timers, leaseMs } = this.#deps;
    timers.after(leaseMs / 3, () => {
      if (this.#isStopping && this.size === 0) return;
      void this.#renew(onLost).then(() => this.startHeartbeat(onLost));
    });
  }

  async #renew(onLost: (claimed: ClaimedDelivery) => void): Promise<void> {
    const { store, clock, log, leaseMs } = this.#deps;
    const all = [...this.#leases.values()];
    if (all.length === 0) return;
    const endsAtMs = clock.nowMs() + leaseMs;
    try {
      const renewed = await store.renew(
        all.map(({ claimed }) => claimed),
        endsAtMs,
      );
      for (const lease of all) lease.endsAtMs = renewed.has(lease.claimed.id) ? endsAtMs : 0;
    } catch (error) {
      log.error({ err: error }, "delivery lease renewal failed");
      // A shutdown does not wait for an unreachable database: deliveries with an expired lease belong to other processes.
      const expired = all.filter((lease) => this.#isStopping && lease.endsAtMs <= clock.nowMs());
      for (const { claimed } of expired) onLost(claimed);
    }
  }
}
