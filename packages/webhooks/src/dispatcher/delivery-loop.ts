import { randomUUID } from "node:crypto";
import { type AttemptParts, attemptDelivery } from "./attempt.ts";
import { AttemptWriter } from "./attempt-writer.ts";
import type { Claimed } from "./claimed.ts";
import type { DeliveryStore } from "./delivery-store.ts";
import { HeldDeliveries, type HeldDeliveriesParts } from "./held-deliveries.ts";
import { Lanes, type PlannedShare } from "./lanes.ts";
import { Nudges } from "./nudges.ts";

export interface DeliveryLoopParts extends AttemptParts, HeldDeliveriesParts {
  store: DeliveryStore;
  /** Deliveries under way at once, and those of one endpoint at most. */
  concurrency: number;
  perEndpoint: number;
}

/**
 * Claims are so far apart, so that each brings what has come meanwhile; one that brought little and left nothing is followed by a longer rest.
 * The first after a rest comes at once.
 */
const claimEveryMs = 10;
const restBehindLittleMs = 20;
const little = 8;
/**
 * Places in time are taken from so far ahead on: twice as far as the slowest claim of late took, so that none has passed when it is known. A
 * clock that jumps makes it no longer than is short beside a lease.
 */
const leastLeadMs = 100;
const mostLeadMs = 3000;
const leadKept = 0.95;
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
  readonly #held: HeldDeliveries;
  readonly #nudges = new Nudges();
  readonly #worker = randomUUID();
  #claims = 0;
  #leadMs = leastLeadMs;
  #isStopped = false;
  #isLookDue = true;
  #isResting = false;
  #cancelRest = () => {};
  #cancelLook = () => {};
  #idlers: (() => void)[] = [];

  constructor(parts: DeliveryLoopParts) {
    this.#parts = parts;
    const { concurrency, perEndpoint: most, timers } = parts;
    this.#lanes = new Lanes({ concurrency, most, first: firstWindow, slowMs });
    this.#held = new HeldDeliveries(parts);
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
    this.#nudges.nudge();
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
    this.#held.end();
    this.#nudges.nudge();
  }

  /** Runs until it is stopped and nothing is under way any more. */
  async run(): Promise<void> {
    this.#held.beat((claimed) => this.#letGo(claimed));
    while (!this.#isStopped || this.#held.size > 0) {
      this.#nudges.forget();
      if (!this.#isStopped) await this.#step();
      if (!this.#nudges.hasCome) await this.#untilNudged();
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
      const { ready, endpoints, nextDueMs } = await store.look(clock.nowMs());
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
    const leadMs = this.#leadMs;
    this.#restFor(claimEveryMs);
    try {
      const claimId = `${this.#worker}-${this.#claims++}`;
      const claimed = await store.claim({ nowMs, leaseMs, leadMs, shares, claimId });
      const slowMs = Math.max(2 * (clock.nowMs() - nowMs), leadMs * leadKept, leastLeadMs);
      this.#leadMs = Math.min(mostLeadMs, slowMs);
      this.#lanes.settle(shares, claimed, clock.nowMs(), this.#leadMs);
      for (const each of claimed) {
        this.#held.add(each, nowMs + leaseMs);
        void this.#deliver(each);
      }
      if (claimed.length < little && !this.#lanes.isWaiting) this.#restFor(restBehindLittleMs);
    } catch (error) {
      log.error({ err: error }, "due deliveries could not be claimed");
      this.#restFor(restMs);
    }
  }

  /** A failure here is ours, not the subscriber's: the lease runs out, and the delivery is tried again. */
  async #deliver(claimed: Claimed): Promise<void> {
    try {
      if (claimed.pace) await this.#until(this.#lanes.departAt(claimed, this.#parts.clock.nowMs()));
      if (!this.#held.isOurs(claimed)) {
        this.#lanes.end(claimed, null);
        this.#letGo(claimed);
        return;
      }
      const attempt = await attemptDelivery(this.#parts, claimed);
      this.#lanes.end(claimed, attempt.verdict.outcome === "delivered");
      this.#writer.add(attempt);
      this.#nudges.nudge();
    } catch (error) {
      this.#parts.log.error({ err: error, deliveryId: claimed.id }, "an attempt could not be made");
      this.#lanes.end(claimed, false);
      this.#letGo(claimed);
    }
  }

  #letGo(claimed: Claimed): void {
    this.#held.letGo(claimed);
    // What was written down may have caused something that nobody has heard of yet.
    if (this.#idlers.length > 0) this.#isLookDue = true;
    this.#nudges.nudge();
  }

  #restFor(ms: number): void {
    this.#cancelRest();
    this.#isResting = true;
    this.#cancelRest = this.#parts.timers.after(ms, () => {
      this.#isResting = false;
      this.#nudges.nudge();
    });
  }

  async #until(atMs: number): Promise<void> {
    const waitMs = atMs - this.#parts.clock.nowMs();
    if (waitMs > 0) await new Promise<void>((resolve) => void this.#parts.timers.after(waitMs, resolve));
  }

  /** Until something has happened: an answer, a message, the end of a rest, or that an endpoint with a rate may go on. */
  async #untilNudged(): Promise<void> {
    const { timers, clock } = this.#parts;
    const nowMs = clock.nowMs();
    const paceMs = this.#lanes.nextPaceMs(nowMs);
    const cancel = paceMs === null ? () => {} : timers.after(paceMs - nowMs, () => this.#nudges.nudge());
    await this.#nudges.next();
    cancel();
  }

  #release(): void {
    for (const resolve of this.#idlers.splice(0)) resolve();
  }
}
