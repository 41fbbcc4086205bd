/**
 * Measures the cost of limits: CPU per request of a process that holds leased tokens, and per unit of a quota; the exchange with PostgreSQL
 * that leases the next block; and the number of exchanges for a busy key. `npm run bench:limits`; needs only npm.
 */
import { setTimeout } from "node:timers/promises";
import { migrate, openPostgres } from "@wayfare/database";
import { type Caller, createAccount, openLimits, systemClock } from "@wayfare/service";
import { pino } from "pino";
import { samplePlans } from "../packages/billing/test/sample-plans.ts";
import { startPostgresServer } from "../tests/postgres-server.ts";
import { describeMachine, percentile } from "./machine.ts";

const rounds = 11;
const admissions = 200_000;
/** Higher than any round reaches: only accepted requests are timed. */
const factor = 10_000;

const print = (line: string) => process.stdout.write(`${line}\n`);

async function median(measure: () => Promise<number>): Promise<number> {
  const values: number[] = [];
  await measure();
  for (let round = 0; round < rounds; round++) {
    // Leases requested ahead arrive between the rounds.
    await setTimeout(50);
    values.push(await measure());
  }
  return percentile(values, 0.5);
}

/** CPU microseconds per call. */
async function cpuOf(count: number, work: () => unknown): Promise<number> {
  const startedAt = process.cpuUsage();
  for (let n = 0; n < count; n++) {
    const done = work();
    if (done instanceof Promise) await done;
  }
  const { user, system } = process.cpuUsage(startedAt);
  return (user + system) / count;
}

const postgres = await startPostgresServer();
const database = await openPostgres({ connectionString: postgres.connectionString });
try {
  const nowMs = Date.now();
  await migrate(database, { nowMs });
  const accountId = await createAccount(database, "Benchmark", nowMs);
  await database.execute("UPDATE accounts SET plan = 'scale' WHERE id = $1", [accountId]);
  const caller: Caller = {
    id: "ak_benchmark",
    session: null,
    keyEnvironment: "live",
    accountId,
    applicationId: null,
    environment: "live",
    scopes: [],
    bounds: { expiresAtMs: null, ranges: [], usageLimits: {} },
    plan: samplePlans.scale,
    address: "127.0.0.1",
    clockOffsetMs: 0,
    paidPeriod: null,
  };
  const log = pino({ enabled: false });
  const limits = await openLimits({ database, clock: systemClock, log, factor });
  const { limiter, quotas } = limits;
  const admit = async (kind: "request" | "search"): Promise<void> => {
    const refusal = await limiter.acquire(caller, kind);
    if (refusal !== undefined) throw new Error(`${refusal.limit.name} rejected a request below the limit`);
    if (kind === "search") limiter.release(caller);
  };
  await admit("request");
  await admit("search");
  const request = await median(() => cpuOf(admissions, () => limiter.acquire(caller, "request")));
  const search = await median(() =>
    cpuOf(admissions, () => {
      const refusal = limiter.acquire(caller, "search");
      // Releases the slot even if it had to be leased first; otherwise the next search would lease another.
      if (refusal instanceof Promise) return refusal.then(() => limiter.release(caller));
      return limiter.release(caller);
    }),
  );
  const fields = await median(() => cpuOf(admissions, () => limiter.describe(caller, "request")));
  const unit = await median(() =>
    cpuOf(1000, async () => {
      const taken = await quotas.acquire(accountId);
      if ("plan" in taken) throw new Error("a plan with overage rejected a request");
      taken.finish();
    }),
  );
  const cold: number[] = [];
  for (let n = 0; n < 300; n++) {
    const startedAt = performance.now();
    await limiter.acquire({ ...caller, id: `ak_${n}`, accountId: `acct_${n}` }, "request");
    cold.push(performance.now() - startedAt);
  }
  print(`${describeMachine()}; medians of ${rounds} rounds\n`);
  print("| | |\n| --- | --- |");
  print(`| accepting a request: limits of key and account, CPU | ${request.toFixed(2)} µs |`);
  print(`| … a search: rate limits and concurrency slots, acquired and released | ${search.toFixed(2)} µs |`);
  print(`| … writing both header fields | ${fields.toFixed(2)} µs |`);
  print(`| acquiring and returning a quota unit | ${unit.toFixed(2)} µs |`);
  print(`| first request of a key and account, PostgreSQL, p50 | ${percentile(cold, 0.5).toFixed(2)} ms |`);
  print(`| … p95 | ${percentile(cold, 0.95).toFixed(2)} ms |`);
  await limits.close();
} finally {
  await database.close();
  await postgres.stop();
}
