import type { DeliveryStore } from "../../src/dispatcher/delivery-store.ts";
import { DeliveryWatch, type Violation } from "./delivery-watch.ts";
import { SeededRandom } from "./seeded-random.ts";
import { type Behaviour, behaviours, SimulatedNetwork } from "./simulated-network.ts";
import { type ProcessParts, SimulatedProcess } from "./simulated-process.ts";
import type { StoreUnderTest } from "./store-under-test.ts";
import { VirtualTime } from "./virtual-time.ts";

export const simulationStartMs = Date.UTC(2026, 10, 21, 7, 33);
/** Seven attempts as in the interface, in minutes instead of hours. */
export const simulatedDelaysMs = [1000, 4000, 9000, 16_000, 25_000, 36_000];
const perEndpoint = 8;
const leaseMs = 15_000;
/** Longer than forty deliveries to one that hangs take, seven attempts each, one at a time. */
const longestMs = 60 * 60_000;

/** What happens in a run, drawn from a seed. */
export interface Scenario {
  seed: number;
  endpoints: { behaviour: Behaviour; maxPerSecond: number | null }[];
  /** When an event comes, and which endpoints it is for. */
  events: { atMs: number; endpoints: number[] }[];
  workers: number;
  /** When a worker is killed; another takes its place. */
  kills: { atMs: number; worker: number; backAfterMs: number }[];
  /** Shorter than a lease less two heartbeats, so that no living worker loses one. */
  outages: { fromMs: number; untilMs: number }[];
  lostMessages: number;
  /** The most that a statement takes on its way, and its answer; 20 ms where not told. */
  databaseMs?: number;
}

export interface RunOptions {
  /** Kills the first worker just before this step. */
  killAtStep?: number;
  /** Puts a bug in front of the store. */
  tamper?(store: DeliveryStore): DeliveryStore;
}

export interface Outcome {
  violations: Violation[];
  steps: number;
  kills: number;
  /** How long each request left after it was due, by the place of its endpoint. */
  waits: { endpoint: number; waitMs: number }[];
}

/** The scenario of a seed. */
export function drawScenario(seed: number, workers?: number): Scenario {
  const random = new SeededRandom(seed);
  const endpoints = Array.from({ length: random.between(2, 7) }, () => ({
    behaviour: random.pick(behaviours),
    maxPerSecond: random.chance(0.2) ? random.between(1, 20) : null,
  }));
  const all = endpoints.map((_, at) => at);
  const events = Array.from({ length: random.between(5, 40) }, () => ({
    atMs: random.between(0, random.chance(0.5) ? 500 : 20_000),
    endpoints: random.chance(0.3) ? all : [random.between(0, endpoints.length - 1)],
  }));
  const count = workers ?? random.between(1, 3);
  const kills = Array.from({ length: random.between(0, 3) }, () => ({
    atMs: random.between(1, 60_000),
    worker: random.between(0, count - 1),
    backAfterMs: random.between(100, 5000),
  }));
  const outages = Array.from({ length: random.between(0, 1) }, () => {
    const fromMs = random.between(1000, 40_000);
    return { fromMs, untilMs: fromMs + random.between(100, 4000) };
  });
  return { seed, endpoints, events, workers: count, kills, outages, lostMessages: random.pick([0, 0, 0.1, 0.5]) };
}

/** Runs a scenario to its end and says what of the promise it broke. */
export async function simulate(scenario: Scenario, tested: StoreUnderTest, options: RunOptions = {}): Promise<Outcome> {
  const run = await Run.prepare(scenario, tested, options);
  return run.toEnd();
}

class Run {
  readonly #scenario: Scenario;
  readonly #tested: StoreUnderTest;
  readonly #options: RunOptions;
  readonly #time = new VirtualTime(simulationStartMs);
  readonly #watch = new DeliveryWatch({ delaysMs: simulatedDelaysMs, perEndpoint });
  readonly #parts: ProcessParts;
  /** By place; null while one is dead. */
  readonly #processes: (SimulatedProcess | null)[];
  readonly #endpointIds: string[] = [];
  #made = 0;
  #kills = 0;
  #toAccept: number;

  private constructor(scenario: Scenario, tested: StoreUnderTest, options: RunOptions) {
    this.#scenario = scenario;
    this.#tested = tested;
    this.#options = options;
    this.#toAccept = scenario.events.length;
    this.#processes = Array.from({ length: scenario.workers }, () => null);
    const random = new SeededRandom(scenario.seed ^ 0x5eed);
    const network = new SimulatedNetwork(this.#time, random, simulationStartMs + 20_000);
    this.#parts = {
      time: this.#time,
      random,
      network,
      store: options.tamper?.(tested.store) ?? tested.store,
      watch: this.#watch,
      isDatabaseUp: () => this.#isDatabaseUp(),
      lostMessages: scenario.lostMessages,
      databaseMs: scenario.databaseMs ?? 20,
      concurrency: 64,
      perEndpoint,
      leaseMs,
      delaysMs: simulatedDelaysMs,
    };
  }

  static async prepare(scenario: Scenario, tested: StoreUnderTest, options: RunOptions): Promise<Run> {
    const run = new Run(scenario, tested, options);
    for (const [at, { behaviour, maxPerSecond }] of scenario.endpoints.entries()) {
      const id = await tested.addEndpoint({ url: `http://${behaviour}-${at}.test/`, maxPerSecond });
      run.#endpointIds.push(id);
      run.#watch.addEndpoint(id, maxPerSecond);
    }
    return run;
  }

  async toEnd(): Promise<Outcome> {
    const { events, kills, workers } = this.#scenario;
    for (const { atMs, endpoints } of events)
      this.#time.after(atMs, () => void this.#time.hold(this.#accept(endpoints)));
    for (const { atMs, worker, backAfterMs } of kills) this.#time.after(atMs, () => this.#kill(worker, backAfterMs));
    for (let worker = 0; worker < workers; worker++) this.#start(worker);
    while (!(await this.#isDone())) {
      if (this.#time.steps === this.#options.killAtStep) this.#kill(0, 200);
      await this.#time.step();
      this.#watch.tick(this.#time.nowMs, this.#hasCapacity());
    }
    this.#watch.finish(await this.#tested.records());
    for (const process of this.#processes) process?.kill();
    await this.#time.settle();
    const waits = this.#watch.waits.map(({ endpointId, waitMs }) => ({
      endpoint: this.#endpointIds.indexOf(endpointId),
      waitMs,
    }));
    return { violations: this.#watch.violations, steps: this.#time.steps, kills: this.#kills, waits };
  }

  async #accept(endpoints: readonly number[]): Promise<void> {
    const ids = endpoints.map((at) => this.#endpointIds[at] ?? "");
    const deliveries = await this.#tested.accept(ids, this.#time.nowMs);
    for (const [at, id] of deliveries.entries()) this.#watch.accepted(id, ids[at] ?? "", this.#time.nowMs);
    this.#toAccept--;
  }

  #start(place: number): void {
    const process = new SimulatedProcess(this.#made++, this.#parts);
    this.#processes[place] = process;
    process.start();
  }

  #kill(place: number, backAfterMs: number): void {
    const process = this.#processes[place];
    if (!process) return;
    process.kill();
    this.#kills++;
    this.#processes[place] = null;
    this.#time.after(backAfterMs, () => this.#start(place));
  }

  #isDatabaseUp(): boolean {
    const sinceStartMs = this.#time.nowMs - simulationStartMs;
    return !this.#scenario.outages.some(({ fromMs, untilMs }) => sinceStartMs >= fromMs && sinceStartMs < untilMs);
  }

  /** A worker that has been up for a second, and whose last trouble with the database is as long ago. */
  #hasCapacity(): boolean {
    return this.#processes.some((process) => {
      if (process === null) return false;
      return this.#time.nowMs - Math.max(process.startedMs, process.troubledMs) > 1000;
    });
  }

  /** Asked seldom, because a real database has to be asked. */
  async #isDone(): Promise<boolean> {
    if (this.#time.nowMs - simulationStartMs > longestMs) return true;
    if (this.#toAccept > 0 || this.#time.steps % 50 > 0) return false;
    const records = await this.#tested.records();
    return records.every(({ status }) => status === "delivered" || status === "dead_lettered");
  }
}
