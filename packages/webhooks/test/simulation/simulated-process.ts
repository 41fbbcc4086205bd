import { DatabaseError } from "@wayfare/database";
import type { GuardedOutcome } from "@wayfare/egress";
import type { SeededRandom } from "../../../../tests/seeded-random.ts";
import type { DeliveryStore } from "../../src/dispatcher/delivery-store.ts";
import { startDeliveryLoop } from "../../src/dispatcher/dispatcher.ts";
import type { InvariantChecker } from "./invariant-checker.ts";
import type { SimulatedNetwork } from "./simulated-network.ts";
import type { VirtualTime } from "./virtual-time.ts";

export interface ProcessDeps {
  time: VirtualTime;
  random: SeededRandom;
  network: SimulatedNetwork;
  store: DeliveryStore;
  checker: InvariantChecker;
  /** True if the database accepts statements. */
  isDatabaseUp(): boolean;
  /** Share of notifications that are lost. */
  lostMessages: number;
  /** Maximum latency to the database, each way. */
  databaseMs: number;
  concurrency: number;
  perEndpoint: number;
  leaseMs: number;
  delaysMs: readonly number[];
}

const outage = () => new DatabaseError("CONNECTION_LOST", "The database is unavailable.");

/**
 * A worker process that waits only in virtual time. After `kill` it receives nothing more; statements and requests that it had sent still
 * take effect.
 */
export class SimulatedProcess {
  readonly worker: number;
  readonly startedMs: number;
  /** Time of the last database error. */
  lastErrorMs = Number.NEGATIVE_INFINITY;
  readonly #deps: ProcessDeps;
  #isAlive = true;
  #stopListening: () => Promise<void> = async () => {};

  constructor(worker: number, deps: ProcessDeps) {
    this.worker = worker;
    this.#deps = deps;
    this.startedMs = deps.time.nowMs;
  }

  start(): void {
    const { time, concurrency, perEndpoint, leaseMs } = this.#deps;
    void startDeliveryLoop({
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
    void this.#deps.time.waitFor(this.#stopListening());
    this.#deps.checker.crashed(this.worker);
  }

  #send(request: Parameters<SimulatedNetwork["send"]>[0]): Promise<GuardedOutcome> {
    const { network, checker, time } = this.#deps;
    const id = request.headers["svc-delivery-id"] ?? "";
    checker.sent(this.worker, id, time.nowMs);
    return new Promise((resolve) => {
      network.send(request, (outcome) => {
        if (!this.#isAlive) return;
        checker.responded(this.worker, id, outcome.ok && outcome.status === 200);
        resolve(outcome);
      });
    });
  }

  #store(): DeliveryStore {
    const { store, checker, time, random, lostMessages } = this.#deps;
    const { worker } = this;
    return {
      // Connecting to a real database takes real time, during which virtual time must stand still.
      listen: async (onReady) => {
        const stop = await time.waitFor(
          store.listen((ids) => {
            if (!random.chance(lostMessages))
              time.after(random.between(0, 3), () => void (this.#isAlive && onReady(ids)));
          }),
        );
        if (this.#isAlive) this.#stopListening = stop;
        else await time.waitFor(stop());
        return stop;
      },
      poll: (nowMs) => this.#runStatement(() => store.poll(nowMs)),
      claim: (request) =>
        this.#runStatement(async () => {
          const claimed = await store.claim(request);
          checker.claimed(worker, claimed, { nowMs: time.nowMs, untilMs: request.nowMs + request.leaseMs });
          return claimed;
        }),
      renew: (claimed, untilMs) =>
        this.#runStatement(async () => {
          const ids = await store.renew(claimed, untilMs);
          checker.renewed(worker, ids, claimed, untilMs);
          return ids;
        }),
      complete: (attempts) =>
        this.#runStatement(async () => {
          await store.complete(attempts);
          checker.written(attempts);
        }),
    };
  }

  /** The statement or its result may be lost on the way. A killed process sends no statements and receives no results. */
  #runStatement<T>(statement: () => Promise<T>): Promise<T> {
    const { time, random, isDatabaseUp, databaseMs } = this.#deps;
    return new Promise((resolve, reject) => {
      const fail = () => {
        this.lastErrorMs = time.nowMs;
        if (this.#isAlive) reject(outage());
      };
      const execute = async () => {
        if (!isDatabaseUp()) return fail();
        const result = await time.waitFor(statement());
        time.after(random.between(1, databaseMs), () => {
          if (!isDatabaseUp()) fail();
          else if (this.#isAlive) resolve(result);
        });
      };
      time.after(random.between(1, databaseMs), () => void (this.#isAlive && execute().catch(reject)));
    });
  }
}
