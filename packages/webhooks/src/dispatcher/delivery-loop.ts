import { randomUUID } from "node:crypto";
import { type AttemptParts, attemptDelivery } from "./attempt.ts";
import { AttemptWriter } from "./attempt-writer.ts";
import type { Claimed } from "./claimed.ts";
import type { DeliveryStore } from "./delivery-store.ts";
import { HeldDeliveries, type HeldDeliveriesParts } from "./held-deliveries.ts";
import { Lanes, type PlannedShare } from "./lanes.ts";
import { Lookout } from "./lookout.ts";
import { Nudges } from "./nudges.ts";

export interface DeliveryLoopParts extends AttemptParts, HeldDeliveriesParts {
  store: DeliveryStore;
  /** Deliveries under way at once, and those of one endpoint at most. */
  concurrency: number;
  perEndpoint: number;
}

/**
 * Claims are so far apart, so that each brings what has come meanwhile; one that brought little, though it asked for more, is followed by a longer rest.
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
  readonly #lookout: Lookout;
  readonly #worker = randomUUID();
  #claims = 0;
  #leadMs = leastLeadMs;
  #isStopped = false;
  #isResting = false;
  #cancelRest = () => {};
  #idlers: (() => void)[] = [];

  constructor(parts: DeliveryLoopParts) {
    this.#parts = parts;
    const { concurrency, perEndpoint: most, timers } = parts;
    this.#lanes = new Lanes({ concurrency, most, first: firstWindow, slowMs });
    this.#held = new HeldDeliveries(parts);
    this.#lookout = new Lookout(parts, () => this.#nudges.nudge());
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
    if (endpointIds === null) this.#lookout.ask();
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
    this.#lookout.end();
    this.#release();
  }

  async #step(): Promise<void> {
    if (this.#lookout.isDue) for (const id of await this.#lookout.look()) this.#lanes.call(id);
    if (this.#isResting || this.#isStopped) return;
    const shares = this.#lanes.plan(this.#parts.clock.nowMs(), this.#parts.concurrency - this.#held.size);
    if (shares.length > 0) await this.#claim(shares);
    else if (this.#held.size === 0 && !this.#lanes.isWaiting && !this.#lookout.isDue) this.#release();
  }

  async #claim(shares: readonly PlannedShare[]): Promise<void> {
    const { store, clock, log, leaseMs } = this.#parts;
    const nowMs = clock.nowMs();
    const leadMs = this.#leadMs;
    this.#restFor(claimEveryMs);
    try {
      const claimId = `${this.#worker}-${this.#claims++}`;
      const claimed = await store.claim({ nowMs, leaseMs, leadMs, shares, claimId });
      const neededMs = Math.max(2 * (clock.nowMs() - nowMs), leadMs * leadKept, leastLeadMs);
      this.#leadMs = Math.min(mostLeadMs, neededMs);
      this.#lanes.settle(shares, claimed, clock.nowMs(), this.#leadMs);
      for (const each of claimed) {
        this.#held.add(each, nowMs + leaseMs);
        void this.#deliver(each);
      }
      const asked = shares.reduce((sum, { count }) => sum + count, 0);
      if (claimed.length < Math.min(little, asked)) this.#restFor(restBehindLittleMs);
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
    if (this.#idlers.length > 0) this.#lookout.ask();
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
