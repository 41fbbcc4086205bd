import type { ClaimedDelivery } from "./claimed-delivery.ts";
import type { ClaimShare } from "./delivery-store.ts";
import { SendWindow, type SendWindowOptions } from "./send-window.ts";

export interface EndpointSchedulerOptions extends SendWindowOptions {
  /** Maximum number of deliveries in flight. */
  concurrency: number;
}

/** Deliveries that an endpoint may claim per turn. */
const quantum = 4;
/** Maximum number of endpoints in one claim. */
const maxShares = 128;
/** Maximum number of deliveries in one claim. */
const maxClaimed = 200;
/** Part of the concurrency for endpoints that are not known to be healthy. The rest is left to healthy ones, however many hang. */
const unhealthyShare = 1 / 2;
/** Maximum number of windows kept for endpoints without due deliveries. */
const maxWindows = 10_000;

/**
 * Divides the concurrency of a process among endpoints by deficit round-robin (Shreedhar and Varghese, 1996): in its turn, an endpoint
 * claims its quantum and the deficit of earlier turns, so that the backlog of one endpoint does not delay the others.
 */
export class EndpointScheduler {
  readonly #options: EndpointSchedulerOptions;
  readonly #windows = new Map<string, SendWindow>();
  /** Windows with due deliveries, in the order of their turns. */
  readonly #ring = new Map<string, SendWindow>();
  /** Deliveries in flight to endpoints that are not known to be healthy. */
  #unhealthyInFlight = 0;

  constructor(options: EndpointSchedulerOptions) {
    this.#options = options;
  }

  /** True if an endpoint probably has due deliveries. */
  get hasDue(): boolean {
    return this.#ring.size > 0;
  }

  /** Time of the next send slot; null if no endpoint waits for its rate limit. */
  nextSlotMs(nowMs: number): number | null {
    let nextMs = Number.POSITIVE_INFINITY;
    for (const { pausedUntilMs } of this.#ring.values()) {
      if (pausedUntilMs > nowMs) nextMs = Math.min(nextMs, pausedUntilMs);
    }
    return Number.isFinite(nextMs) ? nextMs : null;
  }

  /** Marks an endpoint as having due deliveries. */
  markDue(endpointId: string): void {
    const window = this.#windowOf(endpointId);
    window.notifications++;
    if (window.hasDue) return;
    window.hasDue = true;
    this.#ring.set(endpointId, window);
  }

  /** Returns the endpoints to claim for and the number of deliveries of each, at most `limit` in total. */
  plan(nowMs: number, limit: number): PlannedShare[] {
    const budget: Budget = {
      total: Math.min(limit, maxClaimed),
      unhealthy: Math.ceil(this.#options.concurrency * unhealthyShare) - this.#unhealthyInFlight,
    };
    const shares = new Map<string, PlannedShare>();
    let hasProgress = true;
    while (hasProgress && budget.total > 0) {
      hasProgress = false;
      // A copy, because the end of a turn moves its window to the end of the ring.
      const round = [...this.#ring.values()];
      for (const window of round) {
        if (budget.total === 0) break;
        const granted = grantTurn(window, nowMs, budget, shares);
        if (granted === 0) continue;
        hasProgress = true;
        // The turn ends when the quantum is used up. If the budget ran out first, the window starts the next round.
        if (window.deficit < 1) this.#moveToEnd(window);
      }
    }
    return [...shares.values()];
  }

  /**
   * Records the result of a claim.
   *
   * @param leadMs lead time of the claim's send slots.
   */
  settle(shares: readonly PlannedShare[], claimed: readonly ClaimedDelivery[], nowMs: number, leadMs = 0): void {
    const claimedCounts = new Map<string, number>();
    for (const { id, endpointId, sendSlot } of claimed) {
      const window = this.#windowOf(endpointId);
      claimedCounts.set(endpointId, (claimedCounts.get(endpointId) ?? 0) + 1);
      if (!window.isHealthy) this.#unhealthyInFlight++;
      window.start(id, nowMs);
      if (sendSlot) window.pausedUntilMs = Math.max(window.pausedUntilMs, sendSlot.nextSlotMs - leadMs - slotMarginMs);
    }
    for (const { endpointId, count, notifications } of shares) {
      const window = this.#windowOf(endpointId);
      const isDrained = (claimedCounts.get(endpointId) ?? 0) < count && window.notifications === notifications;
      // A rate limit returns fewer deliveries than requested although more are due.
      if (isDrained && !(window.pausedUntilMs > nowMs && claimedCounts.has(endpointId))) this.#clearDue(window);
    }
  }

  /** Returns the send time of a claimed delivery: now, or the next send slot of an endpoint with a rate limit. */
  scheduleSend({ endpointId, sendSlot }: ClaimedDelivery, nowMs: number): number {
    return sendSlot === null ? nowMs : this.#windowOf(endpointId).scheduleSend(sendSlot, nowMs);
  }

  /** @param hasSucceeded null if the delivery was not sent. */
  end({ id, endpointId }: ClaimedDelivery, hasSucceeded: boolean | null): void {
    const window = this.#windowOf(endpointId);
    const wasHealthy = window.isHealthy;
    const before = window.inFlight;
    window.end(id, hasSucceeded);
    if (!wasHealthy) this.#unhealthyInFlight -= before;
    if (!window.isHealthy) this.#unhealthyInFlight += window.inFlight;
  }

  #windowOf(endpointId: string): SendWindow {
    const known = this.#windows.get(endpointId);
    if (known) return known;
    const window = new SendWindow(endpointId, this.#options);
    this.#windows.set(endpointId, window);
    if (this.#windows.size > maxWindows) this.#evictOldest();
    return window;
  }

  #clearDue(window: SendWindow): void {
    window.hasDue = false;
    window.deficit = 0;
    this.#ring.delete(window.endpointId);
  }

  #moveToEnd(window: SendWindow): void {
    this.#ring.delete(window.endpointId);
    this.#ring.set(window.endpointId, window);
  }

  /** Removes the oldest window without due or pending deliveries. */
  #evictOldest(): void {
    for (const window of this.#windows.values()) {
      if (window.hasDue || window.inFlight > 0) continue;
      this.#windows.delete(window.endpointId);
      return;
    }
  }
}

/** A share, and the endpoint's number of notifications when it was planned. */
export interface PlannedShare extends ClaimShare {
  notifications: number;
}

interface Budget {
  total: number;
  unhealthy: number;
}

/** An endpoint with a rate limit is claimed this long before its next slot, so that no slot is missed. */
const slotMarginMs = 50;

/** Adds the quantum to a window's deficit and grants as many deliveries as fit. Returns their number. */
function grantTurn(window: SendWindow, nowMs: number, budget: Budget, shares: Map<string, PlannedShare>): number {
  const share = shares.get(window.endpointId);
  if (share === undefined && shares.size === maxShares) return 0;
  const free = window.freeSlots(nowMs) - (share?.count ?? 0);
  const allowed = Math.min(free, budget.total, window.isHealthy ? budget.total : budget.unhealthy);
  if (allowed <= 0) return 0;
  if (window.deficit < 1) window.deficit += quantum;
  const granted = Math.min(allowed, window.deficit);
  // A full window carries no deficit over to its next turn.
  window.deficit = free > granted ? window.deficit - granted : 0;
  budget.total -= granted;
  if (!window.isHealthy) budget.unhealthy -= granted;
  shares.set(window.endpointId, {
    endpointId: window.endpointId,
    count: (share?.count ?? 0) + granted,
    notifications: window.notifications,
  });
  return granted;
}
