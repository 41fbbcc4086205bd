import { formatMoney, type WatchCondition, type WatchMatched } from "@wayfare/contract";
import type { Database, Parameter, Queryable } from "@wayfare/database";
import type { SearchRunner } from "@wayfare/search";
import { SupplierFailure } from "@wayfare/suppliers";
import { SeededRandom } from "../../../../tests/seeded-random.ts";
import { makeKeptOfferStore } from "../../src/search/kept-offers-store.ts";
import { findSales, findSellers } from "../../src/search/sales-store.ts";
import { makeSearchStore } from "../../src/search/store.ts";
import { createAccount } from "../../src/tenancy/account-store.ts";
import { readWatch } from "../../src/watches/input.ts";
import { WatchRunner } from "../../src/watches/runner.ts";
import { insertWatch } from "../../src/watches/store.ts";
import { startMs } from "../running-app.ts";
import { makeAward, makeCash, makeFlight, makeSupply, supplierWith } from "../sample-supply.ts";
import { expectEvents, type SimulatedAnswers, type SimulatedFlight } from "./watch-oracle.ts";

const intervalMs = 60 * 60_000;
const supplierNames = ["one", "two"] as const;

/** A fault of the implementation: a replacement in a named statement, or in the search. */
export interface PlantedBug {
  statement?: { name: string; from: string; to: string };
  runner?: (runner: SearchRunner) => SearchRunner;
}

/** A simulated process. */
class Process {
  isDead = false;
  readonly died = Promise.withResolvers<undefined>();

  /** Ends the process: its step never continues. */
  crash(): Promise<never> {
    this.isDead = true;
    this.died.resolve(undefined);
    return new Promise<never>(() => {});
  }
}

interface World {
  random: SeededRandom;
  database: Database;
  bug: PlantedBug;
  nowMs: number;
  answers: SimulatedAnswers;
  /** Searches whose answers have not arrived. */
  slow: (() => void)[];
  /** Number of searches, and of runs that were counted. */
  searches: number;
  counted: number;
}

/** Runs watches over random paths of prices, with processes that die at random steps. Returns the differences to the oracle. */
export async function simulateWatches(database: Database, seed: number, bug: PlantedBug = {}): Promise<string[]> {
  const random = new SeededRandom(seed);
  const world: World = { random, database, bug, nowMs: startMs, answers: {}, slow: [], searches: 0, counted: 0 };
  const watches = await createWatches(world);
  const times: SimulatedAnswers[] = [];
  for (let time = 0; time < 8; time++) {
    world.nowMs = Math.max(world.nowMs, startMs + time * intervalMs);
    world.answers = makeAnswers(random, times.at(-1));
    times.push(world.answers);
    await runAll(world);
  }
  const runs = watches.length * times.length;
  const faults = world.counted > runs ? [`${world.counted} runs were counted, ${runs} were due`] : [];
  for (const { id, condition } of watches) faults.push(...(await compareEvents(world, id, condition, times)));
  return faults;
}

async function compareEvents(
  { database }: World,
  id: string,
  condition: WatchCondition,
  times: readonly SimulatedAnswers[],
): Promise<string[]> {
  const expected = expectEvents(condition, times).flatMap((changes) =>
    changes.length === 0 ? [] : [mergeChanges(changes).join(", ")],
  );
  const rows = await database.query<{ data: WatchMatched }>(
    "SELECT data FROM events WHERE subject = $1 AND type = 'watch.matched' ORDER BY created_at, id LIMIT 1000",
    [id],
  );
  const actual = rows.map(({ data }) => data.flights.map(describeFlight).toSorted().join(", "));
  const text = JSON.stringify(condition);
  return JSON.stringify(actual) === JSON.stringify(expected)
    ? []
    : [`${text}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`];
}

/** Joins the changes of a flight's cash offer and award, as an event shows them: number and change. */
function mergeChanges(changes: readonly string[]): string[] {
  const byNumber = Map.groupBy(changes, (change) => change.split(" ")[0] ?? "");
  return [...byNumber]
    .map(([number, list]) => `${number} ${list.some((change) => change.includes("new")) ? "new" : "better"}`)
    .toSorted();
}

function describeFlight({ slices, change }: WatchMatched["flights"][number]): string {
  return `${slices[0]?.flights[0]?.slice(2) ?? ""} ${change}`;
}

async function createWatches(world: World): Promise<{ id: string; condition: WatchCondition }[]> {
  const { random, database } = world;
  const facts = makeSupply([]);
  const created: { id: string; condition: WatchCondition }[] = [];
  for (let account = 0; account < 2; account++) {
    const accountId = await createAccount(database, `Simulated ${account}`, startMs);
    for (let watch = 0; watch < 4; watch++) {
      const condition = makeCondition(random);
      const search = { origin: "JFK", destination: "LHR", departureDate: "2027-01-20", includeAward: true };
      const input = readWatch({ search, condition }, facts, startMs);
      const owner = { accountId, environment: "test" as const, applicationId: null };
      const times = { nowMs: startMs, dueAtMs: startMs };
      const { id } = await insertWatch(database, {
        ...input,
        ...owner,
        ...times,
        createdBy: "ak_simulated",
        metadata: {},
      });
      created.push({ id, condition });
    }
  }
  return created;
}

function makeCondition(random: SeededRandom): WatchCondition {
  const condition: WatchCondition = {};
  if (random.chance(0.5)) condition.maxPrice = formatMoney(random.between(30, 60) * 1000, "USD");
  if (random.chance(0.3)) condition.dropPercent = random.between(1, 40);
  if (random.chance(0.4)) condition.maxMiles = random.between(10, 40) * 1000;
  if (random.chance(0.3)) condition.minCentsPerPoint = random.between(5, 30) / 10;
  if (random.chance(0.4) || Object.keys(condition).length === 0) condition.minSeats = random.between(1, 6);
  return condition;
}

/** Returns the answers of the next time: some flights stay as they were, others change, appear or are gone. */
function makeAnswers(random: SeededRandom, before: SimulatedAnswers | undefined): SimulatedAnswers {
  return Object.fromEntries(
    supplierNames.map((name) => {
      if (random.chance(0.25)) return [name, null];
      const prior = before?.[name] ?? [];
      const flights = ["101", "102", "103"].flatMap((number): SimulatedFlight[] => {
        const known = prior.find((flight) => flight.number === number);
        if (known !== undefined && random.chance(0.4)) return [known];
        if (random.chance(0.2)) return [];
        const cash = { price: random.between(25, 65) * 1000, seats: random.between(1, 9) };
        const award = { miles: random.between(8, 45) * 1000, seats: random.between(1, 9) };
        const kinds = random.pick(["both", "cash", "award"]);
        return [{ number, cash: kinds === "award" ? null : cash, award: kinds === "cash" ? null : award }];
      });
      return [name, flights];
    }),
  );
}

/** Lets processes run watches until none is due. Processes that die are replaced. */
async function runAll(world: World): Promise<void> {
  let process = new Process();
  for (let step = 0; step < 200; step++) {
    if (world.slow.length > 0 && world.random.chance(0.3)) {
      world.slow.shift()?.();
      await drain();
    }
    if (process.isDead) process = new Process();
    const isIdle = await Promise.race([
      makeRunner(world, process).runNext(new AbortController().signal),
      process.died.promise.then(() => 0),
    ]);
    if (isIdle !== undefined) continue;
    if (!(await hasLeases(world))) return;
    // Leases of dead and slow processes end.
    world.nowMs += 130_000;
  }
  throw new Error("the watches of a time did not end");
}

async function hasLeases({ database, nowMs }: World): Promise<boolean> {
  const rows = await database.query(
    "SELECT id FROM watches WHERE lease_id IS NOT NULL AND due_at <= $1 ORDER BY id LIMIT 1",
    [new Date(nowMs)],
  );
  return rows.length > 0;
}

/** Lets a slow process end its step, or die. */
async function drain(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}

function makeRunner(world: World, process: Process): WatchRunner {
  const { database, random } = world;
  const clock = { nowMs: () => world.nowMs };
  const supply = makeSupply(supplierNames.map((name) => makeSupplier(world, name)));
  const runner = world.bug.runner?.(supply.runner) ?? supply.runner;
  const watched: SearchRunner = {
    ...runner,
    watch: async (job, context) => {
      world.searches++;
      const answer = await runner.watch(job, context);
      if (random.chance(0.08)) return process.crash();
      if (random.chance(0.08)) {
        const late = Promise.withResolvers<typeof answer>();
        world.slow.push(() => late.resolve(answer));
        // The simulation continues with another process; this one ends its step later.
        process.isDead = true;
        process.died.resolve(undefined);
        return late.promise;
      }
      return answer;
    },
  };
  return new WatchRunner({
    database: dyingDatabase(world, process),
    clock,
    searchUnits: {
      acquire: () => ({ consume: () => ({ periodStartMs: 0, number: 1 }), hold: unused, finish: () => {} }),
    },
    meter: { recordAll: (requests) => void (world.counted += requests.length), isFull: () => false },
    log: { warn: () => {}, error: unused },
    findSellers: (accountIds, environment) => findSellers(database, accountIds, environment),
    search: {
      store: makeSearchStore(database, supply.gazetteer),
      keptOffers: makeKeptOfferStore(database),
      findSales: (scope, query) => findSales(database, scope, query),
      supply: { ...supply, runner: watched },
      supplierAccess: { accessFor: async () => new Map() },
      clock,
      deadlineMs: 1000,
      shedding: { admitWatch: (_watch, search) => search() },
    },
  });
}

function unused(): never {
  throw new Error("not simulated");
}

function makeSupplier(world: World, name: string) {
  return supplierWith(name, async () => {
    const flights = world.answers[name] ?? null;
    if (flights === null) throw new SupplierFailure("timeout", "no answer");
    return {
      flights: flights.map(({ number, cash, award }) =>
        makeFlight({
          number,
          cash: cash === null ? [] : [{ ...makeCash(cash.price), seatsRemaining: cash.seats }],
          award: award === null ? [] : [{ ...makeAward(award.miles), seatsRemaining: award.seats }],
        }),
      ),
    };
  });
}

/** A database whose process dies before or after a transaction commits, with the planted fault. */
function dyingDatabase(world: World, process: Process): Database {
  const { database, random } = world;
  const rolledBack = new Error("rolled back");
  return {
    ...bindDatabase(database),
    transaction: async (work, options) => {
      const fate = random.unit();
      if (fate < 0.04) return process.crash();
      if (fate < 0.08) {
        const undone = database.transaction(async (tx) => {
          await work(withFault(tx, world.bug));
          throw rolledBack;
        }, options);
        await undone.catch(() => {});
        return process.crash();
      }
      const result = await database.transaction((tx) => work(withFault(tx, world.bug)), options);
      return fate < 0.12 ? process.crash() : result;
    },
  };
}

function bindDatabase(database: Database): Database {
  return {
    engine: database.engine,
    lookups: database.lookups,
    reads: database.reads,
    query: (...call) => database.query(...call),
    execute: (...call) => database.execute(...call),
    script: (sql) => database.script(sql),
    transaction: (work, options) => database.transaction(work, options),
    lock: (key, work) => database.lock(key, work),
    listen: (channel, listener) => database.listen(channel, listener),
    close: () => database.close(),
  };
}

function withFault(tx: Queryable, { statement }: PlantedBug): Queryable {
  if (statement === undefined) return tx;
  return {
    query: (sql: string, values?: readonly Parameter[], options?: { name?: string }) => {
      if (options?.name !== statement.name) return tx.query(sql, values, options);
      if (!sql.includes(statement.from)) throw new Error(`the statement does not contain ${statement.from}`);
      return tx.query(sql.replaceAll(statement.from, statement.to), values);
    },
    execute: (...call) => tx.execute(...call),
    script: (sql) => tx.script(sql),
  };
}
