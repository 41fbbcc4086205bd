import type { Claimed } from "./claimed.ts";
import type { DeliveryStore } from "./delivery-store.ts";
import type { Timers } from "./timers.ts";

export interface HeldDeliveriesParts {
  store: Pick<DeliveryStore, "renew">;
  clock: { nowMs(): number };
  timers: Timers;
  log: { error(details: object, message: string): void };
  /** How long a claim is believed without a heartbeat, which comes three times as often. */
  leaseMs: number;
}

/** What this process holds, until it is written down, and the heartbeat that says so. */
export class HeldDeliveries {
  readonly #parts: HeldDeliveriesParts;
  /** When the lease of each ends, 0 where it is lost. */
  readonly #leases = new Map<string, { claimed: Claimed; endsAtMs: number }>();
  #isEnding = false;

  constructor(parts: HeldDeliveriesParts) {
    this.#parts = parts;
  }

  get size(): number {
    return this.#leases.size;
  }

  add(claimed: Claimed, leaseEndsAtMs: number): void {
    this.#leases.set(claimed.id, { claimed, endsAtMs: leaseEndsAtMs });
  }

  /** Whether a delivery is still ours, so that it may be sent. */
  isOurs(claimed: Claimed): boolean {
    return (this.#leaseOf(claimed)?.endsAtMs ?? 0) > this.#parts.clock.nowMs();
  }

  letGo(claimed: Claimed): void {
    if (this.#leaseOf(claimed) !== undefined) this.#leases.delete(claimed.id);
  }

  /** A delivery whose lease ran out may have been claimed anew by this very process: the lease then is of the later claim. */
  #leaseOf(claimed: Claimed): { endsAtMs: number } | undefined {
    const lease = this.#leases.get(claimed.id);
    return lease?.claimed.claimId === claimed.claimId ? lease : undefined;
  }

  /** The heart stops with the last delivery, and waits no more for a database that stays away. */
  end(): void {
    this.#isEnding = true;
  }

  /**
   * Prolongs every lease, three times in its life.
   *
   * @param onLost told of what need not be waited for any more.
   */
  beat(onLost: (claimed: Claimed) => void): void {
    const { timers, leaseMs } = this.#parts;
    timers.after(leaseMs / 3, () => {
      if (this.#isEnding && this.size === 0) return;
      void this.#renew(onLost).then(() => this.beat(onLost));
    });
  }

  async #renew(onLost: (claimed: Claimed) => void): Promise<void> {
    const { store, clock, log, leaseMs } = this.#parts;
    const all = [...this.#leases.values()];
    if (all.length === 0) return;
    const endsAtMs = clock.nowMs() + leaseMs;
    try {
      const ours = await store.renew(
        all.map(({ claimed }) => claimed),
        endsAtMs,
      );
      for (const lease of all) lease.endsAtMs = ours.has(lease.claimed.id) ? endsAtMs : 0;
    } catch (error) {
      log.error({ err: error }, "leases of deliveries could not be renewed");
      // Whoever stops need not wait for a database that stays away: what has run out is somebody else's.
      const lost = all.filter((lease) => this.#isEnding && lease.endsAtMs <= clock.nowMs());
      for (const { claimed } of lost) onLost(claimed);
    }
  }
}
