import { randomUUID } from "node:crypto";
import { type AttemptParts, attemptDelivery } from "./attempt.ts";
import { AttemptWriter } from "./attempt-writer.ts";
import type { Claimed } from "./claimed.ts";
import type { DeliveryStore } from "./delivery-store.ts";
import { Lanes, type PlannedShare } from "./lanes.ts";
import type { Timers } from "./timers.ts";

export interface DeliveryLoopParts extends AttemptParts {
  store: DeliveryStore;
  timers: Timers;
  log: { error(details: object, message: string): void };
  /** Deliveries under way at once, and those of one endpoint at most. */
  concurrency: number;
  perEndpoint: number;
  /** How long a claim is believed without a heartbeat, which comes three times as often. */
  leaseMs: number;
}

/** A delivery that this process holds, until it is written down. */
interface Held {
  claimed: Claimed;
  leaseEndsAtMs: number;
}

/** Claims are so far apart, so that each brings what has come meanwhile; the first after a rest comes at once. */
const claimEveryMs = 10;
/** After a failure of the database. */
const restMs = 1000;
/** A look around comes when the next delivery falls due, and this often without that; with many endpoints, seldomer. */
const lookEveryMs = 1000;
const lookMsPerEndpoint = 0.1;
const leastLookMs = 20;
/** An endpoint has to prove itself from one at a time on, and has no more beside one that is out for two seconds. */
const firstWindow = 1;
const slowMs = 2000;

/**
 * Sends what is due, for as long as the process lives: looks around, takes what the lanes have room for, sends it outside any transaction and
 * writes down what came of it. Whatever dies leaves leases that run out.
 */
export class DeliveryLoop {
  readonly #parts: DeliveryLoopParts;
  readonly #lanes: Lanes;
  readonly #writer: AttemptWriter;
  readonly #worker = randomUUID();
  readonly #held = new Map<string, Held>();
  #claims = 0;
  #isStopped = false;
  #isNudged = false;
  #isLookDue = true;
  #isResting = false;
  #cancelRest = () => {};
  #cancelLook = () => {};
  #goOn = () => {};
  #idlers: (() => void)[] = [];

  constructor(parts: DeliveryLoopParts) {
    this.#parts = parts;
    const { concurrency, perEndpoint: most, timers } = parts;
    this.#lanes = new Lanes({ concurrency, most, first: firstWindow, slowMs });
    this.#writer = new AttemptWriter({
      timers,
      write: (attempts) => parts.store.complete(attempts),
      onDone: (attempt) => this.#letGo(attempt.claimed),
      onError: (error) => parts.log.error({ err: error }, "attempts could not be written down"),
    });
  }

  get inFlight(): number {
    return this.#held.size;
  }

  /** Hears that something is due, at these endpoints or anywhere. */
  hear(endpointIds: readonly string[] | null): void {
    if (endpointIds === null) this.#isLookDue = true;
    else for (const id of endpointIds) this.#lanes.call(id);
    this.#nudge();
  }

  /** Settles when nothing is under way and nothing is due. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#idlers.push(resolve);
      this.hear(null);
    });
  }

  stop(): void {
    this.#isStopped = true;
    this.#nudge();
  }

  /** Runs until it is stopped and nothing is under way any more. */
  async run(): Promise<void> {
    this.#beat();
    while (!this.#isStopped || this.#held.size > 0) {
      this.#isNudged = false;
      if (!this.#isStopped) await this.#step();
      if (!this.#isNudged) await this.#rest();
    }
    this.#cancelLook();
    this.#release();
  }

  async #step(): Promise<void> {
    if (this.#isLookDue) await this.#look();
    if (this.#isResting || this.#isStopped) return;
    const shares = this.#lanes.plan(this.#parts.clock.nowMs(), this.#parts.concurrency - this.#held.size);
    if (shares.length > 0) await this.#claim(shares);
    else if (this.#held.size === 0 && !this.#lanes.isWaiting && !this.#isLookDue) this.#release();
  }

  async #look(): Promise<void> {
    const { store, clock, log } = this.#parts;
    this.#isLookDue = false;
    this.#cancelLook();
    try {
      const nowMs = clock.nowMs();
      await store.reclaim(nowMs);
      const { ready, endpoints, nextDueMs } = await store.look(nowMs);
      for (const id of ready) this.#lanes.call(id);
      const regularMs = Math.max(lookEveryMs, endpoints * lookMsPerEndpoint);
      const dueMs = nextDueMs === null ? regularMs : Math.max(leastLookMs, nextDueMs - clock.nowMs());
      // No sooner than a tenth of what it costs: ten thousand endpoints that wait are looked at every 100 ms at most.
      this.#lookIn(Math.min(regularMs, Math.max(dueMs, regularMs / 10, leastLookMs)));
    } catch (error) {
      log.error({ err: error }, "due deliveries could not be looked for");
      this.#lookIn(restMs);
    }
  }

  #lookIn(ms: number): void {
    this.#cancelLook = this.#parts.timers.after(ms, () => this.hear(null));
  }

  async #claim(shares: readonly PlannedShare[]): Promise<void> {
    const { store, clock, log, leaseMs } = this.#parts;
    const nowMs = clock.nowMs();
    this.#restFor(claimEveryMs);
    try {
      const claimed = await store.claim({ nowMs, leaseMs, shares, claimId: `${this.#worker}-${this.#claims++}` });
      this.#lanes.settle(shares, claimed, clock.nowMs());
      for (const each of claimed) {
        const held = { claimed: each, leaseEndsAtMs: nowMs + leaseMs };
        this.#held.set(each.id, held);
        void this.#deliver(held);
      }
    } catch (error) {
      log.error({ err: error }, "due deliveries could not be claimed");
      this.#restFor(restMs);
    }
  }

  /** A failure here is ours, not the subscriber's: the lease runs out, and the delivery is tried again. */
  async #deliver(held: Held): Promise<void> {
    const { claimed } = held;
    try {
      if (claimed.pace) await this.#until(this.#lanes.departAt(claimed, this.#parts.clock.nowMs()));
      if (held.leaseEndsAtMs <= this.#parts.clock.nowMs()) {
        this.#lanes.end(claimed, null);
        this.#letGo(claimed);
        return;
      }
      const attempt = await attemptDelivery(this.#parts, claimed);
      this.#lanes.end(claimed, attempt.verdict.outcome === "delivered");
      this.#writer.add(attempt);
      this.#nudge();
    } catch (error) {
      this.#parts.log.error({ err: error, deliveryId: claimed.id }, "an attempt could not be made");
      this.#lanes.end(claimed, false);
      this.#letGo(claimed);
    }
  }

  #letGo({ id }: Claimed): void {
    this.#held.delete(id);
    // What was written down may have caused something that nobody has heard of yet.
    if (this.#idlers.length > 0) this.#isLookDue = true;
    this.#nudge();
  }

  /** Prolongs every lease, three times in its life; what another process has meanwhile is not sent any more. */
  #beat(): void {
    const { timers, leaseMs } = this.#parts;
    timers.after(leaseMs / 3, () => {
      if (this.#isStopped && this.#held.size === 0) return;
      void this.#renew().then(() => this.#beat());
    });
  }

  async #renew(): Promise<void> {
    const { store, clock, log, leaseMs } = this.#parts;
    const all = [...this.#held.values()];
    if (all.length === 0) return;
    const leaseEndsAtMs = clock.nowMs() + leaseMs;
    try {
      const ours = await store.renew(
        all.map(({ claimed }) => claimed),
        leaseEndsAtMs,
      );
      for (const held of all) held.leaseEndsAtMs = ours.has(held.claimed.id) ? leaseEndsAtMs : 0;
    } catch (error) {
      log.error({ err: error }, "leases of deliveries could not be renewed");
      // Whoever stops need not wait for a database that stays away: what has run out is somebody else's.
      const lost = all.filter((held) => this.#isStopped && held.leaseEndsAtMs <= clock.nowMs());
      for (const { claimed } of lost) this.#letGo(claimed);
    }
  }

  #restFor(ms: number): void {
    this.#cancelRest();
    this.#isResting = true;
    this.#cancelRest = this.#parts.timers.after(ms, () => {
      this.#isResting = false;
      this.#nudge();
    });
  }

  async #until(atMs: number): Promise<void> {
    const waitMs = atMs - this.#parts.clock.nowMs();
    if (waitMs > 0) await new Promise<void>((resolve) => void this.#parts.timers.after(waitMs, resolve));
  }

  #nudge(): void {
    this.#isNudged = true;
    this.#goOn();
  }

  /** Until something has happened: an answer, a message, the end of a rest, or that an endpoint with a rate may go on. */
  async #rest(): Promise<void> {
    const { timers, clock } = this.#parts;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#goOn = resolve;
    const nowMs = clock.nowMs();
    const paceMs = this.#lanes.nextPaceMs(nowMs);
    const cancel = paceMs === null ? () => {} : timers.after(paceMs - nowMs, resolve);
    await promise;
    cancel();
    this.#goOn = () => {};
  }

  #release(): void {
    for (const resolve of this.#idlers.splice(0)) resolve();
  }
}
