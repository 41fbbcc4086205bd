import type { CurrentUsage } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { createTestDatabase, type TestDatabaseKind, testDatabaseKinds } from "../../../../tests/databases.ts";
import { scaled } from "../../../../tests/scale.ts";
import { countLostUnits, loseExpiredLeases } from "../../src/limits/lost-leases.ts";
import { leaseGraceMs, leaseMs, settleAfterMs } from "../../src/limits/quota-rules.ts";
import { makeUnitExchange } from "../../src/limits/quota-store.ts";
import { Quotas } from "../../src/limits/quotas.ts";
import { createAccount } from "../../src/tenancy/account-store.ts";
import { operatorOf, startApp } from "../access-app.ts";
import { goodSearch, startMs } from "../running-app.ts";
import { makeDirectory, recordAt, silent, startMeter } from "../usage-records.ts";
import { makeClock } from "./limit-nodes.ts";

const included = 1000;
const periodStart = "2026-11-01T00:00:00Z";
let recorded = 0;

/** Quota and usage journal of one process, which can be killed at any time. */
async function startProcess({
  database,
  clock,
  root,
}: {
  database: Database;
  clock: ReturnType<typeof makeClock>;
  root: string;
}) {
  let isDead = false;
  /** Transactions that the database completes after the process died. */
  const pending = new Set<Promise<unknown>>();
  const refuse = (): void => {
    if (isDead) throw new Error("the process is dead");
  };
  const mortal: Database = {
    ...database,
    async query<Row extends object>(...args: Parameters<Database["query"]>): Promise<Row[]> {
      refuse();
      return database.query<Row>(...args);
    },
    async transaction<Result>(...work: Parameters<typeof database.transaction<Result>>): Promise<Result> {
      refuse();
      const transaction = database.transaction<Result>(...work);
      pending.add(transaction);
      return transaction.finally(() => pending.delete(transaction));
    },
  };
  const running = startMeter(mortal, root);
  await running.recover();
  const exchange = makeUnitExchange(mortal, running.journal.id, clock);
  const quotas = new Quotas({ database: mortal, exchange, clock, monotonic: clock, log: silent });
  const stopListening = await quotas.listen();
  return {
    quotas,
    meter: running.meter,
    journalId: running.journal.id,
    /** True if a search was answered. */
    async search(accountId: string): Promise<boolean> {
      const ticket = await quotas.acquire(accountId);
      if ("plan" in ticket) return false;
      const record = recordAt(clock.nowMs(), recorded++, { accountId, environment: "live" });
      running.meter.record(record, ticket.consume());
      ticket.finish();
      return true;
    },
    async kill(): Promise<void> {
      isDead = true;
      await Promise.allSettled(pending);
      await stopListening();
      running.die();
    },
    async stop(): Promise<void> {
      await stopListening();
      await quotas.close();
      await running.meter.close();
      running.die();
    },
  };
}

type Process = Awaited<ReturnType<typeof startProcess>>;

async function createAccountWithQuota(database: Database, used: number): Promise<string> {
  const accountId = await createAccount(database, "Test", startMs);
  const row = [accountId, periodStart, used];
  await database.execute("INSERT INTO account_quotas (account_id, period_start, used) VALUES ($1, $2, $3)", row);
  return accountId;
}

async function makeScene(kind: TestDatabaseKind, usedBefore: number) {
  const { database, drop } = await createTestDatabase(kind);
  onTestFinished(drop);
  const clock = makeClock();
  const accountId = await createAccountWithQuota(database, usedBefore);
  const readQuota = async () => {
    const [row] = await database.query<{ used: number; held: number; lost: number }>(
      "SELECT used, held, lost FROM account_quotas WHERE account_id = $1",
      [accountId],
    );
    return row ?? { used: 0, held: 0, lost: 0 };
  };
  const readUsage = async () => {
    const [row] = await database.query<{ count: number }>(
      "SELECT coalesce(sum(count), 0)::bigint AS count FROM usage_hours WHERE account_id = $1",
      [accountId],
    );
    return row?.count ?? 0;
  };
  const expireLeases = async () => {
    clock.advance(leaseMs + leaseGraceMs + 1);
    return loseExpiredLeases(database, { clock, database: clock });
  };
  return { database, clock, accountId, readQuota, readUsage, expireLeases };
}

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("a restarted process counts the uses of the killed one and returns its other units, five times", async () => {
    const scene = await makeScene(kind, 900);
    const root = makeDirectory();
    let answered = 0;
    for (let kills = 0; kills < 5; kills++) {
      const process = await startProcess({ ...scene, root });
      for (let n = 0; n < 7; n++) if (await process.search(scene.accountId)) answered++;
      await process.kill();
    }
    const last = await startProcess({ ...scene, root });
    expect(await scene.readQuota()).toEqual({ used: 900 + answered, held: 0, lost: 0 });
    while (await last.search(scene.accountId)) answered++;
    expect(answered).toBe(100);
    await last.stop();
    expect(await scene.readQuota()).toEqual({ used: included, held: 0, lost: 0 });
    expect(await scene.readUsage()).toBe(100);
  });

  test("settles a lease that was lost before its process came back", async () => {
    const scene = await makeScene(kind, 900);
    const root = makeDirectory();
    const first = await startProcess({ ...scene, root });
    for (let n = 0; n < 3; n++) await first.search(scene.accountId);
    await first.kill();
    expect(await scene.expireLeases()).toBe(1);
    expect((await scene.readQuota()).lost).toBeGreaterThan(0);
    expect(await countLostUnits(scene.database, scene.clock)).toBe((await scene.readQuota()).lost);
    const next = await startProcess({ ...scene, root });
    expect(await scene.readQuota()).toEqual({ used: 903, held: 0, lost: 0 });
    expect(await countLostUnits(scene.database, scene.clock)).toBe(0);
    await next.stop();
  });

  test("counts units of a lost lease as used if their searches are in usage", async () => {
    const scene = await makeScene(kind, 0);
    const process = await startProcess({ ...scene, root: makeDirectory() });
    for (let n = 0; n < 9; n++) await process.search(scene.accountId);
    await process.meter.flush();
    await process.kill();
    const { held } = await scene.readQuota();
    await scene.expireLeases();
    expect(await scene.readQuota()).toEqual({ used: 9, held: 0, lost: held - 9 });
  });

  test("sends the threshold event that settled searches reach", async () => {
    const scene = await makeScene(kind, 797);
    const root = makeDirectory();
    const first = await startProcess({ ...scene, root });
    for (let n = 0; n < 3; n++) await first.search(scene.accountId);
    await first.kill();
    const next = await startProcess({ ...scene, root });
    expect(await scene.database.query("SELECT type, data FROM events")).toMatchObject([
      { type: "usage.threshold", data: { percent: 80, used: 800, included, periodEndsAt: "2026-12-01T00:00:00.000Z" } },
    ]);
    await next.stop();
  });

  test("lists lost leases; settles them after 10 minutes and only if journals are declared lost", async () => {
    const scene = await makeScene(kind, 900);
    const { database, clock, accountId } = scene;
    const operator = operatorOf(database, clock);
    const process = await startProcess({ ...scene, root: makeDirectory() });
    for (let n = 0; n < 5; n++) await process.search(accountId);
    await process.meter.flush();
    await process.kill();
    expect(await operator.settleQuotas({})).toEqual([]);
    await scene.expireLeases();
    const lease = { accountId, periodStart: "2026-11-01T00:00:00.000Z", journal: process.journalId };
    const { lost } = await scene.readQuota();
    expect(lost).toBeGreaterThan(0);
    expect(await operator.settleQuotas({ journalsLost: true })).toMatchObject([
      { ...lease, units: lost, status: "waiting" },
    ]);
    clock.advance(settleAfterMs);
    expect(await operator.settleQuotas({})).toMatchObject([{ ...lease, units: lost, status: "lost" }]);
    expect(await scene.readQuota()).toEqual({ used: 905, held: 0, lost });
    await expect(operator.settleQuotas({ accountId: "acct_none" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await operator.settleQuotas({ accountId, journalsLost: true })).toMatchObject([
      { ...lease, status: "settled" },
    ]);
    expect(await operator.settleQuotas({ journalsLost: true })).toEqual([]);
    expect(await scene.readQuota()).toEqual({ used: 905, held: 0, lost: 0 });
  });

  test("the 402 response, usage and the threshold event have the same number, also while units are withheld", async () => {
    const { app, database } = await startApp(kind);
    const key = await app.makeKey({ environment: "live" });
    const [row] = await database.query<{ id: string }>("SELECT id FROM api_keys ORDER BY id LIMIT 1");
    await database.execute(
      `INSERT INTO usage_hours (account_id, environment, hour, operation, key_id, count) VALUES ($1, 'live', $2, 'search', $3, 990)`,
      [app.accountId, new Date(startMs - (startMs % 3_600_000)), row?.id ?? ""],
    );
    await database.execute(
      "INSERT INTO account_quotas (account_id, period_start, used, lost) VALUES ($1, $2, 988, 5)",
      [app.accountId, periodStart],
    );
    await database.execute(
      `INSERT INTO quota_leases (account_id, period_start, holder, units, reported, counted, expires_at, state, period_ends_at)
       VALUES ($1, $2, 'jrn_dead', 5, 10, 12, $3, 'lost', '2026-12-01T00:00:00Z')`,
      [app.accountId, periodStart, new Date(startMs)],
    );
    const search = () => app.call("/v1/search", { key, body: goodSearch });
    const used = async () => {
      const refused = await search();
      expect(refused).toMatchObject({ status: 402 });
      const { total }: CurrentUsage = JSON.parse((await app.call("/v1/usage/current", { key })).text);
      expect(refused.body.detail).toContain(`${total} of the 1000 searches`);
      return total;
    };
    for (let n = 0; n < 7; n++) expect(await search()).toMatchObject({ status: 200 });
    expect(await used()).toBe(997);
    expect((await search()).body.detail).toContain("The other 3 are reserved");
    app.clock.advance(settleAfterMs + 1);
    await operatorOf(database, app.clock).settleQuotas({ journalsLost: true });
    for (let n = 0; n < 3; n++) expect(await search()).toMatchObject({ status: 200 });
    expect(await used()).toBe(1000);
    expect(
      await database.query("SELECT data ->> 'used' AS used FROM events WHERE type = 'usage.threshold' ORDER BY id"),
    ).toContainEqual({ used: "1000" });
  });
});

/** One of four processes acts, or time passes. */
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ node: fc.nat(3), searches: fc.integer({ min: 1, max: 12 }) }) },
  { weight: 2, arbitrary: fc.record({ node: fc.nat(3), does: fc.constantFrom("tick", "flush", "kill", "restart") }) },
  { weight: 1, arbitrary: fc.constantFrom("second" as const, "expiry" as const, "settle" as const) },
);

test("four processes that are killed and restarted never exceed a quota; after settlement, used equals answered", {
  timeout: 600_000,
}, async () => {
  const usedBefore = 900;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      const { database, drop } = await createTestDatabase("postgresql");
      const clock = makeClock();
      const accountId = await createAccountWithQuota(database, usedBefore);
      const roots = [makeDirectory(), makeDirectory(), makeDirectory(), makeDirectory()];
      const nodes: (Process | undefined)[] = await Promise.all(
        roots.map((root) => startProcess({ database, clock, root })),
      );
      const ensure = async (at: number): Promise<Process> =>
        (nodes[at] ??= await startProcess({ database, clock, root: roots[at] ?? "" }));
      const kill = async (at: number): Promise<void> => {
        await nodes[at]?.kill();
        nodes[at] = undefined;
      };
      let answered = 0;
      const operator = operatorOf(database, clock);
      for (const each of steps) {
        if (each === "second") clock.advance(1000);
        else if (each === "expiry") {
          clock.advance(leaseMs + leaseGraceMs + 1);
          await loseExpiredLeases(database, { clock, database: clock });
        } else if (each === "settle") await operator.settleQuotas({});
        else if ("searches" in each) {
          const node = await ensure(each.node);
          for (let n = 0; n < each.searches; n++) if (await node.search(accountId)) answered++;
        } else if (each.does === "kill") await kill(each.node);
        else if (each.does === "restart") {
          await kill(each.node);
          await ensure(each.node);
        } else if (each.does === "tick") await nodes[each.node]?.quotas.tick();
        else await nodes[each.node]?.meter.flush();
        expect(usedBefore + answered).toBeLessThanOrEqual(included);
      }
      for (let at = 0; at < 4; at++) await (await ensure(at)).stop();
      const [quota] = await database.query("SELECT used, held, lost FROM account_quotas");
      expect(quota).toEqual({ used: usedBefore + answered, held: 0, lost: 0 });
      const [usage] = await database.query("SELECT coalesce(sum(count), 0)::bigint AS count FROM usage_hours");
      expect(usage).toEqual({ count: answered });
      await drop();
    }),
    { numRuns: scaled(5), seed: 20_261_122 },
  );
});
