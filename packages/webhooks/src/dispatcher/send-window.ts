import type { SendSlot } from "./claimed-delivery.ts";

/** Limits of the send window of an endpoint: the deliveries that this process may have in flight to it. */
export interface SendWindowOptions {
  /** Maximum size of the window. */
  maxSize: number;
  /** Size before the first response. */
  initialSize: number;
  /** A request that is pending for this long reduces the window to one. */
  slowMs: number;
}

/**
 * Send window of one endpoint in this process: its deliveries in flight, and how many there may be. It grows by one with each success and
 * halves with each failure, down to one, so that a failing endpoint still receives its retries on schedule.
 */
export class SendWindow {
  readonly endpointId: string;
  readonly #options: SendWindowOptions;
  /** Start time by delivery id, oldest first. */
  readonly #inFlight = new Map<string, number>();
  #size: number;
  #isHealthy = false;
  /** True if the endpoint probably has due deliveries. */
  hasDue = false;
  /** Number of notifications of due deliveries. */
  notifications = 0;
  /** Deficit counter of the round-robin: deliveries it may still claim in its turn. */
  deficit = 0;
  /** No claims before this time, because of the rate limit. */
  pausedUntilMs = 0;
  #lastSendMs = 0;

  constructor(endpointId: string, options: SendWindowOptions) {
    this.endpointId = endpointId;
    this.#options = options;
    this.#size = Math.min(options.initialSize, options.maxSize);
  }

  /** True if the last attempt succeeded. */
  get isHealthy(): boolean {
    return this.#isHealthy;
  }

  get inFlight(): number {
    return this.#inFlight.size;
  }

  /** Number of deliveries that may be sent now. */
  freeSlots(nowMs: number): number {
    if (nowMs < this.pausedUntilMs) return 0;
    const [oldestMs = nowMs] = this.#inFlight.values();
    const size = nowMs - oldestMs >= this.#options.slowMs ? 1 : this.#size;
    return Math.max(0, size - this.#inFlight.size);
  }

  /** Returns the send time of a delivery with a slot. If the slot has passed, later deliveries are postponed too. */
  scheduleSend({ startMs, intervalMs: gapMs }: SendSlot, nowMs: number): number {
    this.#lastSendMs = Math.max(startMs, nowMs, this.#lastSendMs + gapMs);
    return Math.ceil(this.#lastSendMs);
  }

  start(deliveryId: string, nowMs: number): void {
    this.#inFlight.set(deliveryId, nowMs);
  }

  /** @param hasSucceeded null if the delivery was not sent. */
  end(deliveryId: string, hasSucceeded: boolean | null): void {
    this.#inFlight.delete(deliveryId);
    if (hasSucceeded === null) return;
    this.#isHealthy = hasSucceeded;
    this.#size = hasSucceeded ? Math.min(this.#options.maxSize, this.#size + 1) : Math.max(1, this.#size >> 1);
  }
}
