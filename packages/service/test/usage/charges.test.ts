import type { CurrentUsage, LoggedRequest } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { createTestDatabase, testDatabaseKinds } from "../../../../tests/databases.ts";
import { eventually } from "../../../../tests/eventually.ts";
import { makeUnitExchange } from "../../src/limits/quota-store.ts";
import { Quotas } from "../../src/limits/quotas.ts";
import { createAccount } from "../../src/tenancy/account-store.ts";
import { deleteOldCharges, isCharged } from "../../src/usage/charges.ts";
import { startApp } from "../access-app.ts";
import { makeClock } from "../limits/limit-nodes.ts";
import { goodSearch, type RunningApp, runApp, startMs } from "../running-app.ts";
import { makeFlight, supplierOf, supplierWith } from "../sample-supply.ts";
import { makeSlowSupplier } from "../search/slow-supplier.ts";
import { makeDatabase, makeDirectory, recordAt, silent, startMeter } from "../usage-records.ts";

const minuteMs = 60_000;
const windowMs = 15 * minuteMs;

interface SearchOptions {
  key?: string;
  body?: object;
  path?: string;
  header?: string | null;
}

async function search(app: RunningApp, options: SearchOptions = {}) {
  const { key = app.key, body = goodSearch, path = "/v1/search", header = "search-1" } = options;
  const headers: Record<string, string> = header === null ? {} : { "idempotency-key": header };
  const answer = await app.call(path, { key, body, headers });
  return { ...answer, isReplayed: answer.headers.get("idempotent-replayed") === "true" };
}

async function countSearches(app: RunningApp, key = app.key): Promise<number> {
  const usage: CurrentUsage = JSON.parse((await app.call("/v1/usage/current", { key })).text);
  return usage.operations.find(({ operation }) => operation === "search")?.count ?? 0;
}

/** A database that counts the look-ups of charges. */
function countLookups(database: Database) {
  let lookups = 0;
  const counting: Database = {
    ...database,
    query: async <Row extends object>(...question: Parameters<typeof database.query>): Promise<Row[]> => {
      if (question[0].includes("FROM search_charges")) lookups++;
      return database.query<Row>(...question);
    },
  };
  return { counting, lookups: () => lookups };
}

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test.each(["test", "live"] as const)(
    "a retried search is answered again and charged once, with a %s key",
    async (environment) => {
      const { app } = await startApp(kind);
      const key = await app.makeKey({ environment });
      const first = await search(app, { key });
      expect(first).toMatchObject({ status: 200, isReplayed: false });
      const retry = await search(app, { key, header: '"search-1"' });
      expect(retry).toMatchObject({ status: 200, isReplayed: true });
      expect(retry.body.id).not.toBe(first.body.id);
      expect(await countSearches(app, key)).toBe(1);
      const log: { data: LoggedRequest[] } = JSON.parse(
        (await app.call("/v1/requests?route=/v1/search", { key })).text,
      );
      expect(log.data.map(({ operation }) => operation).filter((operation) => operation !== null)).toEqual(["search"]);
      expect(log.data).toHaveLength(2);
      expect(await search(app, { key, header: "search-2" })).toMatchObject({ status: 200, isReplayed: false });
      expect(await search(app, { key, path: "/v1/flights/search" })).toMatchObject({ status: 200, isReplayed: false });
      expect(await countSearches(app, key)).toBe(3);
    },
  );

  test("a key is charged once for each environment and application", async () => {
    const { app } = await startApp(kind);
    const application = JSON.parse((await app.call("/v1/applications", { body: { name: "Shop" } })).text);
    const bound = await app.makeKey({ applicationId: application.id });
    const live = await app.makeKey({ environment: "live" });
    for (const key of [app.key, bound, live]) {
      expect(await search(app, { key })).toMatchObject({ status: 200, isReplayed: false });
      expect(await search(app, { key })).toMatchObject({ status: 200, isReplayed: true });
    }
    expect([await countSearches(app), await countSearches(app, bound), await countSearches(app, live)]).toEqual([
      2, 1, 1,
    ]);
  });

  test("returns 422 without a search when the key was charged for another body", async () => {
    let searches = 0;
    const supplier = supplierOf("sandbox", [makeFlight()]);
    const counting = {
      ...supplier,
      search: (...query: Parameters<typeof supplier.search>) => {
        searches++;
        return supplier.search(...query);
      },
    };
    const { app } = await startApp(kind, { suppliers: [counting] });
    await search(app);
    const reused = await search(app, { body: { ...goodSearch, cabin: "business" } });
    expect(reused).toMatchObject({ status: 422, body: { code: "IDEMPOTENCY_KEY_REUSED" }, isReplayed: false });
    expect(searches).toBe(1);
    expect(await search(app)).toMatchObject({ status: 200, isReplayed: true });
    expect(await countSearches(app)).toBe(1);
  });

  test("a retry is charged again after 15 minutes of the clock of its data", async () => {
    const { app } = await startApp(kind);
    await search(app);
    app.clock.advance(windowMs - 1);
    expect(await search(app)).toMatchObject({ status: 200, isReplayed: true });
    app.clock.advance(1);
    expect(await search(app)).toMatchObject({ status: 200, isReplayed: false });
    expect(await app.call("/v1/test/clock/advance", { body: { seconds: windowMs / 1000 } })).toMatchObject({
      status: 200,
    });
    expect(await search(app)).toMatchObject({ status: 200, isReplayed: false });
    expect(await countSearches(app)).toBe(3);
  });

  test("a failed search leaves no charge, and a failed retry is not marked as a replay", async () => {
    let fails = true;
    const supplier = supplierWith("sandbox", async () => {
      if (fails) throw new Error("supplier failed");
      return { flights: [makeFlight()] };
    });
    const { app } = await startApp(kind, { suppliers: [supplier] });
    expect(await search(app)).toMatchObject({ status: 503, isReplayed: false });
    fails = false;
    expect(await search(app)).toMatchObject({ status: 200, isReplayed: false });
    fails = true;
    expect(await search(app)).toMatchObject({ status: 503, isReplayed: false });
    fails = false;
    expect(await search(app)).toMatchObject({ status: 200, isReplayed: true });
    expect(await countSearches(app)).toBe(1);
  });

  test("a search without the header reads no charge, and one with it reads once", async () => {
    const { database, drop } = await createTestDatabase(kind);
    onTestFinished(drop);
    const { counting, lookups } = countLookups(database);
    const app = await runApp({ database: counting });
    onTestFinished(app.close);
    await search(app, { header: null });
    expect(lookups()).toBe(0);
    await search(app);
    expect(lookups()).toBe(1);
  });

  test("a retry of the search that used the last unit of the quota is answered", async () => {
    const { app, database } = await startApp(kind);
    const key = await app.makeKey({ environment: "live" });
    await database.execute(
      "INSERT INTO account_quotas (account_id, period_start, used) VALUES ($1, '2026-11-01T00:00:00Z', 999)",
      [app.accountId],
    );
    expect(await search(app, { key })).toMatchObject({ status: 200, isReplayed: false });
    for (let n = 0; n < 3; n++) expect(await search(app, { key })).toMatchObject({ status: 200, isReplayed: true });
    expect(await search(app, { key, header: "search-2" })).toMatchObject({ status: 402 });
  });

  test("concurrent searches with one key on two nodes are both answered and charged once", async () => {
    const { database, drop } = await createTestDatabase(kind);
    onTestFinished(drop);
    const [first, second] = [makeSlowSupplier(), makeSlowSupplier()];
    const nodes = await Promise.all([first, second].map(({ supplier }) => runApp({ database, suppliers: [supplier] })));
    const [one, two] = nodes;
    if (one === undefined || two === undefined) throw new Error("two nodes");
    onTestFinished(() => Promise.all(nodes.map((node) => node.close())).then(() => {}));
    const key = await one.makeKey({ environment: "live" });
    const answers = [search(one, { key }), search(one, { key }), search(two, { key }), search(two, { key })];
    await eventually(() => expect([first.searching(), second.searching()]).toEqual([2, 2]));
    for (const { release } of [first, second]) release();
    const answered = await Promise.all(answers);
    expect(answered.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answered.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1);
    expect(await countSearches(one, key)).toBe(1);
    await Promise.all(nodes.map((node) => node.close()));
    expect(await readQuota(database, one.accountId)).toEqual({ used: 1, open: 0 });
  });

  test("charges are purged a day after they were written", async () => {
    const { app, database } = await startApp(kind);
    await search(app);
    const nowMs = app.clock.nowMs();
    expect(await deleteOldCharges(database, nowMs + 86_400_000, 10)).toBe(0);
    expect(await deleteOldCharges(database, nowMs + 86_400_001, 10)).toBe(1);
  });

  test("whatever is retried, concurrent, lost and killed on two processes, each key and body is charged once in 15 minutes", async () => {
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
      { numRuns: 25, seed: 22, endOnFailure: true },
    );
  });
});

async function readQuota(database: Database, accountId: string) {
  const [row] = await database.query<{ used: number; open: number }>(
    "SELECT coalesce(sum(used), 0)::int AS used, coalesce(sum(held + lost), 0)::int AS open FROM account_quotas WHERE account_id = $1",
    [accountId],
  );
  return row ?? { used: 0, open: 0 };
}

interface Attempt {
  key: string;
  body: string;
  atMs: number;
}

/** The plain statement of the rule: a charge covers the same key and body for 15 minutes. */
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

/** Plays the steps on two processes and returns the attempts that were answered. */
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

/** The searches, quota and usage of one process, which can be killed before it has written what it took down. */
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
  const tick = async (): Promise<void> => {
    await meter.flush();
    await quotas.tick();
  };
  return {
    tick,
    loseAnswer: () => void (state = "loses an answer"),
    cutOffNextWrite: () => void (state = "cannot write"),
    /** Whether a search was answered. */
    async search(slot: string, fingerprint: string): Promise<boolean> {
      const hex = (text: string) => Buffer.from(text).toString("hex");
      const key = { slot: hex(slot), fingerprint: hex(fingerprint), atMs: clock.nowMs() };
      try {
        if (await isCharged(mortal, { accountId, environment: "live" }, key)) return true;
      } catch {
        return false;
      }
      const ticket = await quotas.take(accountId);
      if ("plan" in ticket) return false;
      const unit = ticket.hold();
      const record = recordAt(clock.nowMs(), recorded++, { accountId, environment: "live" });
      const charged = meter.recordCharge(record, { ...key, periodStartMs: unit.periodStartMs });
      let isSettled = false;
      void charged.then((isFirst) => {
        unit.settle(isFirst);
        isSettled = true;
      });
      ticket.finish();
      // The service writes again every second.
      while (!isSettled && state !== "cannot write") await meter.flush().catch(() => {});
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
