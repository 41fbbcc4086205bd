import { DatabaseError } from "@wayfare/database";
import type { GuardedOutcome } from "@wayfare/egress";
import type { DeliveryStore } from "../../src/dispatcher/delivery-store.ts";
import { startDelivery } from "../../src/dispatcher/dispatcher.ts";
import type { DeliveryWatch } from "./delivery-watch.ts";
import type { SeededRandom } from "./seeded-random.ts";
import type { SimulatedNetwork } from "./simulated-network.ts";
import type { VirtualTime } from "./virtual-time.ts";

export interface ProcessParts {
  time: VirtualTime;
  random: SeededRandom;
  network: SimulatedNetwork;
  store: DeliveryStore;
  watch: DeliveryWatch;
  /** Whether the database takes statements now. */
  isDatabaseUp(): boolean;
  /** Share of messages that are lost. */
  lostMessages: number;
  /** The most that a statement takes on its way to the database, and its answer on the way back. */
  databaseMs: number;
  concurrency: number;
  perEndpoint: number;
  leaseMs: number;
  delaysMs: readonly number[];
}

const outage = () => new DatabaseError("CONNECTION_LOST", "The database is away.");

/**
 * A worker process whose every wait goes through virtual time. Killed, it hears of nothing any more: what it had asked of the database or of a
 * receiver takes its course without it.
 */
export class SimulatedProcess {
  readonly worker: number;
  readonly startedMs: number;
  /** When the database last failed it. */
  troubledMs = Number.NEGATIVE_INFINITY;
  readonly #parts: ProcessParts;
  #isAlive = true;
  #stopListening: () => Promise<void> = async () => {};

  constructor(worker: number, parts: ProcessParts) {
    this.worker = worker;
    this.#parts = parts;
    this.startedMs = parts.time.nowMs;
  }

  start(): void {
    const { time, concurrency, perEndpoint, leaseMs } = this.#parts;
    void startDelivery({
      store: this.#store(),
      client: { send: (request) => this.#send(request), close: async () => {} },
      box: { seal: () => new Uint8Array(), open: () => "secret" },
      clock: { nowMs: () => time.nowMs },
      timers: { after: (ms, run) => time.after(ms, () => void (this.#isAlive && run())) },
      log: { error: () => {} },
      concurrency,
      perEndpoint,
      leaseMs,
    });
  }

  kill(): void {
    this.#isAlive = false;
    void this.#parts.time.hold(this.#stopListening());
    this.#parts.watch.died(this.worker);
  }

  #send(request: Parameters<SimulatedNetwork["send"]>[0]): Promise<GuardedOutcome> {
    const { network, watch, time } = this.#parts;
    const id = request.headers["svc-delivery-id"] ?? "";
    watch.sent(this.worker, id, time.nowMs);
    return new Promise((resolve) => {
      network.send(request, (outcome) => {
        if (!this.#isAlive) return;
        watch.answered(this.worker, id, outcome.ok && outcome.status === 200);
        resolve(outcome);
      });
    });
  }

  #store(): DeliveryStore {
    const { store, watch, time, random, lostMessages } = this.#parts;
    const { worker } = this;
    return {
      // A real database takes real time to connect to, in which virtual time must not go on.
      listen: async (onReady) => {
        const stop = await time.hold(
          store.listen((ids) => {
            if (!random.chance(lostMessages))
              time.after(random.between(0, 3), () => void (this.#isAlive && onReady(ids)));
          }),
        );
        if (this.#isAlive) this.#stopListening = stop;
        else await time.hold(stop());
        return stop;
      },
      look: (nowMs) => this.#ask(() => store.look(nowMs)),
      claim: (order) =>
        this.#ask(async () => {
          const claimed = await store.claim(order);
          watch.claimed(worker, claimed, { nowMs: time.nowMs, untilMs: order.nowMs + order.leaseMs });
          return claimed;
        }),
      renew: (claimed, untilMs) =>
        this.#ask(async () => {
          const ids = await store.renew(claimed, untilMs);
          watch.renewed(worker, ids, claimed, untilMs);
          return ids;
        }),
      complete: (attempts) =>
        this.#ask(async () => {
          await store.complete(attempts);
          watch.written(attempts);
        }),
    };
  }

  /** On its way there and back a statement or its answer may be lost; a dead process sends none and hears none. */
  #ask<T>(statement: () => Promise<T>): Promise<T> {
    const { time, random, isDatabaseUp, databaseMs } = this.#parts;
    return new Promise((resolve, reject) => {
      const fail = () => {
        this.troubledMs = time.nowMs;
        if (this.#isAlive) reject(outage());
      };
      const reach = async () => {
        if (!isDatabaseUp()) return fail();
        const result = await time.hold(statement());
        time.after(random.between(1, databaseMs), () => {
          if (!isDatabaseUp()) fail();
          else if (this.#isAlive) resolve(result);
        });
      };
      time.after(random.between(1, databaseMs), () => void (this.#isAlive && reach().catch(reject)));
    });
  }
}
