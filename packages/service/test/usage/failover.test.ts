import { Writable } from "node:stream";
import type { Database } from "@wayfare/database";
import fc from "fast-check";
import { pino } from "pino";
import { describe, expect, onTestFinished, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { defaultRetention, makeMemoryJournal } from "../../src/usage/journal.ts";
import { Meter } from "../../src/usage/meter.ts";
import { makeClock } from "../limits/limit-nodes.ts";
import { startMs } from "../running-app.ts";
import {
  clock,
  countByHand,
  makeDatabase,
  makeDirectory,
  makeLossy,
  readCounts,
  recordAt,
  startMeter,
} from "../usage-records.ts";

const tables = ["requests", "usage_hours", "usage_journals"] as const;

/** Snapshot of all usage tables, like a standby that is behind; the returned function restores it. */
async function takeSnapshot(database: Database): Promise<() => Promise<void>> {
  const rows = new Map<string, string>();
  for (const table of tables) {
    const [row] = await database.query<{ rows: string }>(
      `SELECT coalesce(json_agg(kept), '[]')::text AS rows FROM ${table} kept`,
    );
    rows.set(table, row?.rows ?? "[]");
  }
  return () =>
    database.transaction(async (tx) => {
      for (const [table, json] of rows) {
        await tx.execute(`DELETE FROM ${table}`);
        await tx.execute(`INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1::json)`, [
          json,
        ]);
      }
    });
}

/** A process whose journal files are retained as in production. */
function startProcess(database: Database, root: string, monotonic = makeClock()) {
  return startMeter(database, root, { retention: defaultRetention, monotonic, maxFileBytes: 900 });
}

function collectLog() {
  const lines: { level: number; missing?: number }[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  return { lines, log: pino(sink) };
}

const records = Array.from({ length: 30 }, (_, at) => recordAt(startMs, at));
const recordAll = (meter: Meter, from: number, to: number) => {
  for (const one of records.slice(from, to)) meter.record(one);
};

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("replays usage if the position goes back under a running process", async () => {
    const database = await makeDatabase(kind);
    const { meter, die } = startProcess(database, makeDirectory());
    onTestFinished(die);
    recordAll(meter, 0, 10);
    await meter.flush();
    const failOver = await takeSnapshot(database);
    recordAll(meter, 10, 20);
    await meter.flush();
    await failOver();
    recordAll(meter, 20, 30);
    await meter.flush();
    expect(await readCounts(database)).toEqual(countByHand(records));
    expect(meter.backlog).toEqual({ pending: 0, dropped: 0, lost: 0 });
  });

  test("an idle process replays usage when it verifies its position", async () => {
    const database = await makeDatabase(kind);
    const { meter, die } = startProcess(database, makeDirectory());
    onTestFinished(die);
    const failOver = await takeSnapshot(database);
    recordAll(meter, 0, 10);
    await meter.flush();
    await failOver();
    await meter.verify();
    await meter.flush();
    expect(await readCounts(database)).toEqual(countByHand(records.slice(0, 10)));
  });

  test.each(["was killed", "was stopped"])(
    "replays usage of a process that %s before the position went back",
    async (end) => {
      const database = await makeDatabase(kind);
      const root = makeDirectory();
      const first = startProcess(database, root);
      const failOver = await takeSnapshot(database);
      recordAll(first.meter, 0, 20);
      await first.meter.flush();
      if (end === "was stopped") await first.meter.close();
      first.die();
      await failOver();
      const next = startProcess(database, root);
      onTestFinished(next.die);
      expect(await next.recover()).toBe(20);
      expect(await readCounts(database)).toEqual(countByHand(records.slice(0, 20)));
    },
  );

  test("replays usage of an earlier process when the position goes back after the restart", async () => {
    const database = await makeDatabase(kind);
    const root = makeDirectory();
    const failOver = await takeSnapshot(database);
    const first = startProcess(database, root);
    recordAll(first.meter, 0, 20);
    await first.meter.close();
    first.die();
    const next = startProcess(database, root);
    onTestFinished(next.die);
    expect(await next.recover()).toBe(0);
    await failOver();
    await next.retained.check();
    expect(await readCounts(database)).toEqual(countByHand(records.slice(0, 20)));
  });

  test("counts and logs lost usage that is in no journal", async () => {
    const database = await makeDatabase(kind);
    const { lines, log } = collectLog();
    const meter = new Meter({ database, clock, log, journal: makeMemoryJournal(startMs) });
    const failOver = await takeSnapshot(database);
    recordAll(meter, 0, 7);
    await meter.flush();
    await failOver();
    recordAll(meter, 7, 10);
    await meter.flush();
    expect(meter.backlog).toEqual({ pending: 0, dropped: 0, lost: 7 });
    expect(lines.filter(({ level }) => level === 50)).toMatchObject([{ missing: 7 }]);
    expect(await readCounts(database)).toEqual(countByHand(records.slice(7, 10)));
  });

  test("counts a gap once if a replay is interrupted and the response to a batch is lost", async () => {
    const database = await makeDatabase(kind);
    const { lossy, lose } = makeLossy(database);
    const { meter, die } = startProcess(lossy, makeDirectory());
    onTestFinished(die);
    const failOver = await takeSnapshot(database);
    recordAll(meter, 0, 20);
    await meter.flush();
    await failOver();
    recordAll(meter, 20, 30);
    lose(3);
    for (let tries = 0; tries < 3; tries++) await expect(meter.flush()).rejects.toThrow("connection lost");
    await meter.flush();
    expect(meter.backlog).toEqual({ pending: 0, dropped: 0, lost: 0 });
    expect(await readCounts(database)).toEqual(countByHand(records));
  });

  test("counts every record once, for any sequence of commits, rollbacks, kills and restarts", async () => {
    const database = await makeDatabase(kind);
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: 1, max: 9 }) },
      { weight: 3, arbitrary: fc.constantFrom("flush" as const, "verify" as const) },
      { weight: 2, arbitrary: fc.constantFrom("snapshot" as const, "fail over" as const) },
      { weight: 2, arbitrary: fc.constantFrom("kill" as const, "stop" as const) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        await database.script("DELETE FROM requests; DELETE FROM usage_hours; DELETE FROM usage_journals");
        const root = makeDirectory();
        let failOver = await takeSnapshot(database);
        let recorded = 0;
        let running = startProcess(database, root);
        await running.recover(3);
        for (const each of steps) {
          if (typeof each === "number") {
            for (let n = 0; n < each; n++) running.meter.record(recordAt(startMs, recorded++));
          } else if (each === "flush") await running.meter.flush();
          else if (each === "verify") {
            await running.meter.verify();
            await running.retained.check();
          } else if (each === "snapshot") failOver = await takeSnapshot(database);
          else if (each === "fail over") await failOver();
          else {
            if (each === "stop") await running.meter.close();
            running.die();
            running = startProcess(database, root);
            await running.recover(3);
          }
        }
        await running.meter.verify();
        await running.retained.check();
        await running.meter.flush();
        expect(await readCounts(database)).toEqual(
          countByHand(Array.from({ length: recorded }, (_, at) => recordAt(startMs, at))),
        );
        expect(running.meter.backlog.lost + running.retained.lost).toBe(0);
        running.die();
      }),
      { numRuns: 40, seed: 20_261_122 },
    );
  });

  test("retains journal files for 10 minutes after they are written, including those of earlier processes", async () => {
    const database = await makeDatabase(kind);
    const root = makeDirectory();
    const monotonic = makeClock();
    const first = startProcess(database, root, monotonic);
    recordAll(first.meter, 0, 20);
    await first.meter.close();
    first.die();
    const next = startProcess(database, root, monotonic);
    onTestFinished(next.die);
    await next.recover();
    recordAll(next.meter, 20, 30);
    await next.meter.flush();
    next.journal.release(10);
    const filesBefore = next.listFiles().length;
    expect(filesBefore).toBeGreaterThan(4);
    monotonic.advance(defaultRetention.ms - 1);
    next.journal.release(10);
    await next.retained.check();
    expect(next.listFiles()).toHaveLength(filesBefore);
    monotonic.advance(1);
    next.journal.release(10);
    await next.retained.check();
    // The open file is kept.
    expect(next.listFiles()).toHaveLength(1);
    expect(await database.query("SELECT id FROM usage_journals")).toEqual([{ id: next.journal.id }]);
  });

  test("limits the total size of retained journal files", async () => {
    const database = await makeDatabase(kind);
    const retention = { ...defaultRetention, bytes: 2000 };
    const { meter, journal, listFiles, die } = startMeter(database, makeDirectory(), { retention, maxFileBytes: 500 });
    onTestFinished(die);
    recordAll(meter, 0, 30);
    const before = listFiles().length;
    journal.release(0);
    expect(listFiles()).toHaveLength(before);
    await meter.flush();
    journal.release(30);
    expect(listFiles().length).toBeLessThanOrEqual(4);
    expect(listFiles().length).toBeGreaterThan(1);
  });
});
