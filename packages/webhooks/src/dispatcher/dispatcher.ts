import { randomUUID } from "node:crypto";
import { type Database, groupCommit } from "@wayfare/database";
import { deliveriesChannel } from "../events.ts";
import { retryDelaysMs } from "../schedule.ts";
import { type Attempt, type AttemptParts, attemptDelivery } from "./attempt.ts";
import { type Claimed, type ClaimKind, claimDeliveries, findNextDueMs, renewLeases } from "./claims.ts";
import { completeAttempts } from "./completion.ts";

export interface DispatcherParts extends AttemptParts {
  database: Database;
  log: { error(details: object, message: string): void };
  /** Delays between the attempts of a schedule. */
  delaysMs?: readonly number[];
  /** Deliveries under way at once, and those of one endpoint. */
  concurrency?: number;
  perEndpoint?: number;
  /** How long a claim is believed without a heartbeat, which comes three times as often. */
  leaseMs?: number;
}

export interface Dispatcher {
  /** Looks for due deliveries now, as it does when it is notified. */
  wake(): void;
  /** Settles when nothing is under way and nothing is due. For tests and for a clean end. */
  idle(): Promise<void>;
  /** Takes nothing more and waits for what is under way. */
  stop(): Promise<void>;
}

const defaultLeaseMs = 15_000;
/** Without a notification, and with nothing due before, the database is asked this often. */
const pollMs = 1000;
/** What is due and was not claimed belongs to an endpoint that is not served just now: asking at once again would not end. */
const blockedMs = 100;
/** Seldom there, so that they are looked for only when somebody says so or after a while. */
const rareKinds: readonly ClaimKind[] = ["ahead", "left"];
/** A claim waits until so much of the room is free: many small ones would cost more than what they claim. */
const leastRoom = 1 / 4;

/**
 * Sends what is due, for as long as the process lives. A delivery row is the job: claimed in batches, held by a lease that a heartbeat
 * prolongs, completed in batches. No transaction is open while a request is under way, and a process that dies leaves leases that run out.
 */
export async function startDispatcher(parts: DispatcherParts): Promise<Dispatcher> {
  const loop = new DeliveryLoop(parts);
  const stopListening = await parts.database.listen(deliveriesChannel, {
    onMessage: () => loop.wake(),
    onGap: () => loop.wake(),
  });
  const running = loop.run();
  return {
    wake: () => loop.wake(),
    idle: () => loop.idle(),
    async stop() {
      await stopListening();
      loop.stop();
      await running;
    },
  };
}

class DeliveryLoop {
  readonly #parts: DispatcherParts;
  readonly #concurrency: number;
  readonly #perEndpoint: number;
  readonly #leaseMs: number;
  readonly #worker = randomUUID();
  readonly #underWay = new Map<string, { claimed: Claimed; done: Promise<void> }>();
  readonly #perEndpointNow = new Map<string, number>();
  readonly #complete: (attempt: Attempt) => Promise<void>;
  #claims = 0;
  #stopped = false;
  #woken = false;
  /** Whether to look for what is rare too. */
  #looksAround = true;
  #wakeUp: () => void = () => {};
  #idlers: (() => void)[] = [];

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
    this.#concurrency = parts.concurrency ?? 128;
    this.#perEndpoint = parts.perEndpoint ?? 16;
    this.#leaseMs = parts.leaseMs ?? defaultLeaseMs;
    const delaysMs = parts.delaysMs ?? retryDelaysMs;
    this.#complete = groupCommit<Attempt>((attempts) => completeAttempts(parts.database, delaysMs, attempts), 200);
  }

  wake(): void {
    this.#looksAround = true;
    this.#goOn();
  }

  #goOn(): void {
    this.#woken = true;
    this.#wakeUp();
  }

  stop(): void {
    this.#stopped = true;
    this.wake();
  }

  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#idlers.push(resolve);
      this.wake();
    });
  }

  async run(): Promise<void> {
    const heartbeat = setInterval(() => void this.#renew(), this.#leaseMs / 3);
    while (!this.#stopped) {
      this.#woken = false;
      const taken = await this.#claim();
      if (taken > 0) continue;
      if (this.#underWay.size === 0 && !this.#woken) for (const resolve of this.#idlers.splice(0)) resolve();
      await this.#sleep();
    }
    await Promise.all([...this.#underWay.values()].map(({ done }) => done));
    clearInterval(heartbeat);
    for (const resolve of this.#idlers.splice(0)) resolve();
  }

  /** Takes as many deliveries as there is room for, and starts them. */
  async #claim(): Promise<number> {
    let taken = 0;
    const kinds: ClaimKind[] = this.#looksAround ? ["due", ...rareKinds] : ["due"];
    this.#looksAround = false;
    for (const kind of kinds) {
      const limit = this.#concurrency - this.#underWay.size;
      if (limit < this.#concurrency * leastRoom || this.#stopped) {
        this.#looksAround ||= kinds.length > 1;
        return taken;
      }
      const order = {
        nowMs: this.#parts.clock.nowMs(),
        leaseMs: this.#leaseMs,
        claimId: `${this.#worker}-${this.#claims++}`,
        limit,
        perEndpoint: this.#perEndpoint,
        underWay: this.#perEndpointNow,
      };
      try {
        const claimed = await claimDeliveries(this.#parts.database, kind, order);
        for (const delivery of claimed) this.#start(delivery);
        taken += claimed.length;
      } catch (error) {
        this.#parts.log.error({ err: error }, "due deliveries could not be claimed");
        return 0;
      }
    }
    this.#looksAround ||= kinds.length > 1 && taken > 0;
    return taken;
  }

  #start(claimed: Claimed): void {
    const { endpointId } = claimed;
    this.#perEndpointNow.set(endpointId, (this.#perEndpointNow.get(endpointId) ?? 0) + 1);
    const done = this.#deliver(claimed).finally(() => {
      this.#underWay.delete(claimed.id);
      const left = (this.#perEndpointNow.get(endpointId) ?? 1) - 1;
      if (left === 0) this.#perEndpointNow.delete(endpointId);
      else this.#perEndpointNow.set(endpointId, left);
      this.#goOn();
    });
    this.#underWay.set(claimed.id, { claimed, done });
  }

  /** A failure here is ours, not the subscriber's: the lease runs out, and the delivery is tried again. */
  async #deliver(claimed: Claimed): Promise<void> {
    try {
      await this.#complete(await attemptDelivery(this.#parts, claimed));
    } catch (error) {
      this.#parts.log.error({ err: error, deliveryId: claimed.id }, "an attempt could not be made or written down");
    }
  }

  async #renew(): Promise<void> {
    const claimed = [...this.#underWay.values()].map((each) => each.claimed);
    if (claimed.length === 0) return;
    try {
      await renewLeases(this.#parts.database, claimed, this.#parts.clock.nowMs() + this.#leaseMs);
    } catch (error) {
      this.#parts.log.error({ err: error }, "leases of deliveries could not be renewed");
    }
  }

  /** Until woken, until the next delivery falls due, or for a second. */
  async #sleep(): Promise<void> {
    if (this.#woken) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wakeUp = resolve;
    const lookAround = () => {
      this.#looksAround = true;
      resolve();
    };
    const timer = setTimeout(lookAround, await this.#untilNextDue());
    await promise;
    clearTimeout(timer);
    this.#wakeUp = () => {};
  }

  /** While something is under way its end wakes, and there is no need to ask. */
  async #untilNextDue(): Promise<number> {
    if (this.#underWay.size > 0) return pollMs;
    try {
      const dueMs = await findNextDueMs(this.#parts.database);
      if (dueMs === null) return pollMs;
      const waitMs = dueMs - this.#parts.clock.nowMs();
      return waitMs > 0 ? Math.min(pollMs, waitMs) : blockedMs;
    } catch {
      return pollMs;
    }
  }
}
