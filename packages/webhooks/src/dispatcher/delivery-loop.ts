import { randomUUID } from "node:crypto";
import { AccessTokens } from "../signing/access-tokens.ts";
import { type AttemptDeps, type AttemptRunDeps, attemptDelivery } from "./attempt.ts";
import { AttemptWriter } from "./attempt-writer.ts";
import { ClaimInterval } from "./claim-interval.ts";
import type { ClaimedDelivery } from "./claimed-delivery.ts";
import type { DeliveryStore } from "./delivery-store.ts";
import { EndpointScheduler, type PlannedShare } from "./endpoint-scheduler.ts";
import { LeaseTable, type LeaseTableDeps } from "./lease-table.ts";
import { Poller } from "./poller.ts";
import { WakeSignal } from "./wake-signal.ts";

export interface DeliveryLoopDeps extends AttemptDeps, LeaseTableDeps {
  store: DeliveryStore;
  /** Maximum number of deliveries in flight. */
  concurrency: number;
  /** Maximum number of deliveries in flight to one endpoint. */
  perEndpoint: number;
}

/** Pause of claims until a claim has returned. */
const claimingMs = 10;
/**
 * Lead time of reserved send slots: twice the duration of the slowest recent claim, so that no slot has passed when the claim returns. The
 * maximum keeps the lead short compared with a lease when the clock jumps.
 */
const minLeadMs = 100;
const maxLeadMs = 3000;
const leadDecay = 0.95;
/** Backoff after a database error. */
const backoffMs = 1000;
/** The send window of an endpoint starts at one delivery, and falls back to one while a request is pending for two seconds. */
const initialWindow = 1;
const slowMs = 2000;

/**
 * Delivers due events while the process runs: polls for due deliveries, claims as many as the send windows allow, sends them outside any
 * transaction and writes the attempts. The leases of a process that dies expire.
 */
export class DeliveryLoop {
  readonly #deps: DeliveryLoopDeps;
  readonly #attemptDeps: AttemptRunDeps;
  readonly #scheduler: EndpointScheduler;
  readonly #writer: AttemptWriter;
  readonly #leases: LeaseTable;
  readonly #wakeSignal = new WakeSignal();
  readonly #poller: Poller;
  readonly #workerId = randomUUID();
  readonly #interval = new ClaimInterval();
  #claims = 0;
  #leadMs = minLeadMs;
  #isStopped = false;
  #isPaused = false;
  #cancelPause = () => {};
  #idleWaiters: (() => void)[] = [];

  constructor(deps: DeliveryLoopDeps) {
    this.#deps = deps;
    this.#attemptDeps = { client: deps.client, box: deps.box, clock: deps.clock, tokens: new AccessTokens(deps) };
    const { concurrency, perEndpoint: maxSize, timers } = deps;
    this.#scheduler = new EndpointScheduler({ concurrency, maxSize, initialSize: initialWindow, slowMs });
    this.#leases = new LeaseTable(deps);
    this.#poller = new Poller(deps, () => this.#wakeSignal.wake());
    this.#writer = new AttemptWriter({
      timers,
      write: (attempts) => deps.store.complete(attempts),
      onDone: ({ claimed }) => {
        // The next delivery of the subject was due before, but could not be claimed.
        if (claimed.isOrdered) this.#scheduler.markDue(claimed.endpointId);
        this.#releaseLease(claimed);
      },
      onError: (error) => deps.log.error({ err: error }, "delivery attempt write failed"),
    });
  }

  get inFlight(): number {
    return this.#leases.size;
  }

  /**
   * Reports due deliveries.
   *
   * @param endpointIds endpoints with due deliveries; null to poll for them.
   */
  notify(endpointIds: readonly string[] | null): void {
    if (endpointIds === null) this.#poller.requestPoll();
    else for (const id of endpointIds) this.#scheduler.markDue(id);
    this.#wakeSignal.wake();
  }

  /** Resolves when no delivery is in flight and none is due. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#idleWaiters.push(resolve);
      this.notify(null);
    });
  }

  stop(): void {
    this.#isStopped = true;
    this.#leases.stop();
    this.#wakeSignal.wake();
  }

  /** Runs until the loop is stopped and no delivery is in flight. */
  async run(): Promise<void> {
    this.#leases.startHeartbeat((claimed) => this.#releaseLease(claimed));
    while (!this.#isStopped || this.#leases.size > 0) {
      this.#wakeSignal.reset();
      if (!this.#isStopped) await this.#step();
      if (!this.#wakeSignal.isSet) await this.#waitForWake();
    }
    this.#poller.stop();
    this.#resolveIdle();
  }

  async #step(): Promise<void> {
    if (this.#poller.isDue) for (const id of await this.#poller.poll()) this.#scheduler.markDue(id);
    if (this.#isPaused || this.#isStopped) return;
    const shares = this.#scheduler.plan(this.#deps.clock.nowMs(), this.#deps.concurrency - this.#leases.size);
    if (shares.length > 0) await this.#claim(shares);
    else if (this.#leases.size === 0 && !this.#scheduler.hasDue && !this.#poller.isDue) this.#resolveIdle();
  }

  async #claim(shares: readonly PlannedShare[]): Promise<void> {
    const { store, clock, log, leaseMs } = this.#deps;
    const nowMs = clock.nowMs();
    const leadMs = this.#leadMs;
    this.#pauseClaims(claimingMs);
    try {
      const claimId = `${this.#workerId}-${this.#claims++}`;
      const claimed = await store.claim({ nowMs, leaseMs, leadMs, shares, claimId });
      const neededMs = Math.max(2 * (clock.nowMs() - nowMs), leadMs * leadDecay, minLeadMs);
      this.#leadMs = Math.min(maxLeadMs, neededMs);
      this.#scheduler.settle(shares, claimed, clock.nowMs(), this.#leadMs);
      for (const each of claimed) {
        this.#leases.add(each, nowMs + leaseMs);
        void this.#deliver(each);
      }
      const requested = shares.reduce((sum, { count }) => sum + count, 0);
      const intervalMs = this.#interval.next({ requested, claimed: claimed.length }, nowMs);
      this.#pauseClaims(Math.max(0, nowMs + intervalMs - clock.nowMs()));
    } catch (error) {
      log.error({ err: error }, "delivery claim failed");
      this.#pauseClaims(backoffMs);
    }
  }

  /** Sends one delivery. An error here is an internal one, not the endpoint's: the lease expires and the delivery is retried. */
  async #deliver(claimed: ClaimedDelivery): Promise<void> {
    try {
      if (claimed.sendSlot) await this.#waitUntil(this.#scheduler.scheduleSend(claimed, this.#deps.clock.nowMs()));
      if (!this.#leases.isHeld(claimed)) {
        this.#scheduler.end(claimed, null);
        this.#releaseLease(claimed);
        return;
      }
      const attempt = await attemptDelivery(this.#attemptDeps, claimed);
      this.#scheduler.end(claimed, attempt.result.outcome === "delivered");
      this.#writer.add(attempt);
      this.#wakeSignal.wake();
    } catch (error) {
      this.#deps.log.error({ err: error, deliveryId: claimed.id }, "delivery attempt failed with an internal error");
      this.#scheduler.end(claimed, false);
      this.#releaseLease(claimed);
    }
  }

  #releaseLease(claimed: ClaimedDelivery): void {
    this.#leases.release(claimed);
    // The write may have created deliveries whose notification has not arrived yet.
    if (this.#idleWaiters.length > 0) this.#poller.requestPoll();
    this.#wakeSignal.wake();
  }

  #pauseClaims(ms: number): void {
    this.#cancelPause();
    this.#isPaused = true;
    this.#cancelPause = this.#deps.timers.after(ms, () => {
      this.#isPaused = false;
      this.#wakeSignal.wake();
    });
  }

  async #waitUntil(atMs: number): Promise<void> {
    const waitMs = atMs - this.#deps.clock.nowMs();
    if (waitMs > 0) await new Promise<void>((resolve) => void this.#deps.timers.after(waitMs, resolve));
  }

  /** Waits for a response, a notification, the end of a pause, or the next send slot of an endpoint with a rate limit. */
  async #waitForWake(): Promise<void> {
    const { timers, clock } = this.#deps;
    const nowMs = clock.nowMs();
    const slotMs = this.#scheduler.nextSlotMs(nowMs);
    const cancel = slotMs === null ? () => {} : timers.after(slotMs - nowMs, () => this.#wakeSignal.wake());
    await this.#wakeSignal.wait();
    cancel();
  }

  #resolveIdle(): void {
    for (const resolve of this.#idleWaiters.splice(0)) resolve();
  }
}
