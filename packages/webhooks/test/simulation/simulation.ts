import { SeededRandom } from "../../../../tests/seeded-random.ts";
import type { DeliveryStore } from "../../src/dispatcher/delivery-store.ts";
import { InvariantChecker, type Violation } from "./invariant-checker.ts";
import { type Behavior, behaviors, SimulatedNetwork } from "./simulated-network.ts";
import { type ProcessDeps, SimulatedProcess } from "./simulated-process.ts";
import type { StoreUnderTest } from "./store-under-test.ts";
import { VirtualTime } from "./virtual-time.ts";

export const simulationStartMs = Date.UTC(2026, 10, 21, 7, 33);
/** Retry schedule with seven attempts, in seconds instead of hours. */
export const simulatedDelaysMs = [1000, 4000, 9000, 16_000, 25_000, 36_000];
const perEndpoint = 8;
const leaseMs = 15_000;
/** Longer than forty deliveries with seven attempts each take, one at a time, to an endpoint that hangs. */
const maxDurationMs = 60 * 60_000;
/** The same, if each delivery waits for the end of the schedule of the one before it. */
const maxOrderedDurationMs = 4 * 60 * 60_000;

/** Scenario of a run, drawn from a seed. */
export interface Scenario {
  seed: number;
  endpoints: { behavior: Behavior; maxPerSecond: number | null; ordered?: boolean }[];
  /** Time of each event, the indexes of its endpoints, and the object that it is about; default: a new one for each event. */
  events: { atMs: number; endpoints: number[]; subject?: string }[];
  workers: number;
  /** Time at which a worker is killed, and the delay until it is replaced. */
  kills: { atMs: number; worker: number; backAfterMs: number }[];
  /** Database outages, shorter than a lease minus two heartbeats, so that no running worker loses a lease. */
  outages: { fromMs: number; untilMs: number }[];
  lostMessages: number;
  /** Maximum latency to the database, each way; default 20 ms. */
  databaseMs?: number;
  /** Virtual time after which the run is stopped; default one hour. */
  maxDurationMs?: number;
}

export interface RunOptions {
  /** Kills the first worker before this step. */
  killAtStep?: number;
  /** Wraps the store, for example to plant a bug. */
  wrapStore?(store: DeliveryStore): DeliveryStore;
}

export interface SimulationResult {
  violations: Violation[];
  steps: number;
  kills: number;
  /** Time between due and sent of each request, with the index of its endpoint. */
  waits: { endpoint: number; waitMs: number }[];
}

/** Draws the scenario of a seed. */
export function drawScenario(seed: number, workers?: number): Scenario {
  const random = new SeededRandom(seed);
  const endpoints = Array.from({ length: random.between(2, 7) }, () => ({
    behavior: random.pick(behaviors),
    maxPerSecond: random.chance(0.2) ? random.between(1, 20) : null,
  }));
  const all = endpoints.map((_, index) => index);
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

/** Draws the scenario of a seed with ordered endpoints and events about few objects. */
export function drawOrderedScenario(seed: number, workers?: number): Scenario {
  const { endpoints, events, ...scenario } = drawScenario(seed, workers);
  const random = new SeededRandom(seed ^ 0x0de5);
  const subjects = random.between(1, 6);
  return {
    ...scenario,
    maxDurationMs: maxOrderedDurationMs,
    endpoints: endpoints.map((endpoint, index) => ({ ...endpoint, ordered: index === 0 || random.chance(0.7) })),
    events: events.map((event) => ({ ...event, subject: `subject-${random.between(1, subjects)}` })),
  };
}

/** Runs a scenario to its end and returns the invariants that it violated. */
export async function simulate(
  scenario: Scenario,
  tested: StoreUnderTest,
  options: RunOptions = {},
): Promise<SimulationResult> {
  const run = await Run.prepare(scenario, tested, options);
  return run.finish();
}

class Run {
  readonly #scenario: Scenario;
  readonly #tested: StoreUnderTest;
  readonly #options: RunOptions;
  readonly #time = new VirtualTime(simulationStartMs);
  readonly #checker = new InvariantChecker({ delaysMs: simulatedDelaysMs, perEndpoint });
  readonly #deps: ProcessDeps;
  /** By index; null after a kill until the replacement starts. */
  readonly #processes: (SimulatedProcess | null)[];
  readonly #endpointIds: string[] = [];
  #nextWorker = 0;
  #kills = 0;
  #pendingEvents: number;

  private constructor(scenario: Scenario, tested: StoreUnderTest, options: RunOptions) {
    this.#scenario = scenario;
    this.#tested = tested;
    this.#options = options;
    this.#pendingEvents = scenario.events.length;
    this.#processes = Array.from({ length: scenario.workers }, () => null);
    const random = new SeededRandom(scenario.seed ^ 0x5eed);
    const network = new SimulatedNetwork(this.#time, random, simulationStartMs + 20_000);
    this.#deps = {
      time: this.#time,
      random,
      network,
      store: options.wrapStore?.(tested.store) ?? tested.store,
      checker: this.#checker,
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
    for (const [index, { behavior, maxPerSecond, ordered = false }] of scenario.endpoints.entries()) {
      const id = await tested.addEndpoint({ url: `http://${behavior}-${index}.test/`, maxPerSecond, ordered });
      run.#endpointIds.push(id);
      run.#checker.addEndpoint(id, { maxPerSecond, ordered });
    }
    return run;
  }

  async finish(): Promise<SimulationResult> {
    const { events, kills, workers } = this.#scenario;
    for (const [index, { atMs, endpoints, subject = `event-${index}` }] of events.entries())
      this.#time.after(atMs, () => void this.#time.waitFor(this.#accept(endpoints, subject)));
    for (const { atMs, worker, backAfterMs } of kills) this.#time.after(atMs, () => this.#kill(worker, backAfterMs));
    for (let worker = 0; worker < workers; worker++) this.#start(worker);
    while (!(await this.#isDone())) {
      if (this.#time.steps === this.#options.killAtStep) this.#kill(0, 200);
      await this.#time.step();
      this.#checker.tick(this.#time.nowMs, this.#hasCapacity());
    }
    this.#checker.finish(await this.#tested.records());
    for (const process of this.#processes) process?.kill();
    await this.#time.settle();
    const waits = this.#checker.waits.map(({ endpointId, waitMs }) => ({
      endpoint: this.#endpointIds.indexOf(endpointId),
      waitMs,
    }));
    return { violations: this.#checker.violations, steps: this.#time.steps, kills: this.#kills, waits };
  }

  async #accept(endpoints: readonly number[], subject: string): Promise<void> {
    const ids = endpoints.map((index) => this.#endpointIds[index] ?? "");
    const deliveries = await this.#tested.accept(ids, this.#time.nowMs, subject);
    for (const [index, id] of deliveries.entries())
      this.#checker.accepted(id, ids[index] ?? "", { subject, nowMs: this.#time.nowMs });
    this.#pendingEvents--;
  }

  #start(index: number): void {
    const process = new SimulatedProcess(this.#nextWorker++, this.#deps);
    this.#processes[index] = process;
    process.start();
  }

  #kill(index: number, backAfterMs: number): void {
    const process = this.#processes[index];
    if (!process) return;
    process.kill();
    this.#kills++;
    this.#processes[index] = null;
    this.#time.after(backAfterMs, () => this.#start(index));
  }

  #isDatabaseUp(): boolean {
    const sinceStartMs = this.#time.nowMs - simulationStartMs;
    return !this.#scenario.outages.some(({ fromMs, untilMs }) => sinceStartMs >= fromMs && sinceStartMs < untilMs);
  }

  /** True if a worker has been running for a second without a database error. */
  #hasCapacity(): boolean {
    return this.#processes.some((process) => {
      if (process === null) return false;
      return this.#time.nowMs - Math.max(process.startedMs, process.lastErrorMs) > 1000;
    });
  }

  /** Checked every 50 steps, because a real database has to be queried. */
  async #isDone(): Promise<boolean> {
    if (this.#time.nowMs - simulationStartMs > (this.#scenario.maxDurationMs ?? maxDurationMs)) return true;
    if (this.#pendingEvents > 0 || this.#time.steps % 50 > 0) return false;
    const records = await this.#tested.records();
    return records.every(({ status }) => status === "delivered" || status === "dead_lettered");
  }
}
