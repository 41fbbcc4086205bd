import type { Database } from "@wayfare/database";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { scaled } from "../../../../tests/scale.ts";
import { makeUnitExchange } from "../../src/limits/quota-store.ts";
import { Quotas } from "../../src/limits/quotas.ts";
import { createAccount } from "../../src/tenancy/account-store.ts";
import { isCharged } from "../../src/usage/charges.ts";
import { makeClock } from "../limits/limit-nodes.ts";
import { startMs } from "../running-app.ts";
import { makeDatabase, makeDirectory, readQuota, recordAt, silent, startMeter } from "../usage-records.ts";

const minuteMs = 60_000;
const windowMs = 15 * minuteMs;

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("charges once per key and body in 15 minutes, with retries, concurrency, lost responses and killed processes", async () => {
    const database = await makeDatabase(kind);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        await database.script(
          "TRUNCATE requests, usage_hours, usage_journals, search_charges, account_quotas, quota_leases",
        );
        const accountId = await createAccount(database, "Test", startMs);
        const history = await play(database, accountId, steps);
        const [usage] = await database.query<{ searches: number }>(
          "SELECT coalesce(sum(count), 0)::int AS searches FROM usage_hours WHERE account_id = $1",
          [accountId],
        );
        const expected = countWindows(history);
        expect({ usage: usage?.searches, quota: (await readQuota(database, accountId)).used }).toEqual({
          usage: expected,
          quota: expected,
        });
      }),
      { numRuns: scaled(10), seed: 22, endOnFailure: true },
    );
  });
});

interface Attempt {
  key: string;
  body: string;
  atMs: number;
}

/** Oracle: a charge covers the same key and body for 15 minutes. */
function countWindows(attempts: readonly Attempt[]): number {
  const chargedAt = new Map<string, number>();
  let charged = 0;
  for (const { key, body, atMs } of attempts) {
    const name = `${key} ${body}`;
    if (atMs - (chargedAt.get(name) ?? Number.NEGATIVE_INFINITY) < windowMs) continue;
    chargedAt.set(name, atMs);
    charged++;
  }
  return charged;
}

const order = fc.record({
  process: fc.constantFrom(0, 1),
  key: fc.constantFrom("a", "b"),
  body: fc.constantFrom("x", "y"),
});
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ search: order }) },
  { weight: 3, arbitrary: fc.record({ concurrent: fc.array(order, { minLength: 2, maxLength: 5 }) }) },
  { weight: 2, arbitrary: fc.record({ killedIn: order, retry: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ answerLostIn: order }) },
  { weight: 2, arbitrary: fc.record({ advanceMinutes: fc.constantFrom(5, 16) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
type Order = typeof order extends fc.Arbitrary<infer Value> ? Value : never;

/** Runs the steps on two processes and returns the answered attempts. */
async function play(database: Database, accountId: string, steps: readonly Step[]): Promise<Attempt[]> {
  const clock = makeClock();
  const roots = [makeDirectory(), makeDirectory()];
  const processes = await Promise.all(roots.map((root) => startProcess({ database, clock, root, accountId })));
  const history: Attempt[] = [];
  const run = async ({ process, key, body }: Order): Promise<void> => {
    if (await processes[process]?.search(key, body)) history.push({ key, body, atMs: clock.nowMs() });
  };
  for (const each of steps) {
    if ("search" in each) await run(each.search);
    else if ("concurrent" in each) await Promise.all(each.concurrent.map(run));
    else if ("advanceMinutes" in each) {
      clock.advance(each.advanceMinutes * minuteMs);
      await Promise.all(processes.map(({ tick }) => tick()));
    } else if ("answerLostIn" in each) {
      processes[each.answerLostIn.process]?.loseAnswer();
      await run(each.answerLostIn);
    } else {
      const { process } = each.killedIn;
      processes[process]?.cutOffNextWrite();
      await run(each.killedIn);
      if (each.retry) await run({ ...each.killedIn, process: process === 0 ? 1 : 0 });
      await processes[process]?.kill();
      processes[process] = await startProcess({ database, clock, root: roots[process] ?? "", accountId });
    }
  }
  for (const each of processes) await each.stop();
  return history;
}

interface ProcessParts {
  database: Database;
  clock: ReturnType<typeof makeClock>;
  root: string;
  accountId: string;
}

let recorded = 0;

/** Searches, quota and usage of one process, which can be killed before it has written its pending records. */
async function startProcess({ database, clock, root, accountId }: ProcessParts) {
  let state: "running" | "loses an answer" | "cannot write" = "running";
  const mortal: Database = {
    ...database,
    async query<Row extends object>(...question: Parameters<Database["query"]>): Promise<Row[]> {
      const isUsage = question[2]?.name === "apply-usage";
      if (isUsage && state === "cannot write") throw new Error("the process is dead");
      const rows = await database.query<Row>(...question);
      if (!isUsage || state !== "loses an answer") return rows;
      state = "running";
      throw new Error("connection lost");
    },
  };
  const running = startMeter(mortal, root);
  await running.recover();
  const { meter } = running;
  const exchange = makeUnitExchange(mortal, running.journal.id, clock);
  const quotas = new Quotas({ database: mortal, exchange, clock, monotonic: clock, log: silent });
  /** Resolves to false if it is unknown whether the charge was settled. */
  const tryFlush = async (): Promise<boolean> => {
    await meter.flush().catch(() => {});
    return false;
  };
  const tick = async (): Promise<void> => {
    await meter.flush();
    await quotas.tick();
  };
  return {
    tick,
    loseAnswer: () => void (state = "loses an answer"),
    cutOffNextWrite: () => void (state = "cannot write"),
    /** True if a search was answered. */
    async search(slot: string, fingerprint: string): Promise<boolean> {
      const hex = (text: string) => Buffer.from(text).toString("hex");
      const key = { slot: hex(slot), fingerprint: hex(fingerprint), atMs: clock.nowMs() };
      try {
        if (await isCharged(mortal, { accountId, environment: "live" }, key)) return true;
      } catch {
        return false;
      }
      const ticket = await quotas.acquire(accountId);
      if ("plan" in ticket) return false;
      const unit = ticket.hold();
      const record = recordAt(clock.nowMs(), recorded++, { accountId, environment: "live" });
      const charged = meter.recordCharge(record, { ...key, periodStartMs: unit.periodStartMs });
      const settled = charged.then((isFirst) => {
        unit.settle(isFirst);
        return true;
      });
      ticket.finish();
      // The service retries the write every second.
      while (!(await Promise.race([settled, tryFlush()]))) if (state === "cannot write") break;
      return true;
    },
    async kill(): Promise<void> {
      state = "cannot write";
      await meter.flush().catch(() => {});
      running.die();
    },
    async stop(): Promise<void> {
      await tick();
      await quotas.close();
      await meter.close();
      running.die();
    },
  };
}
