import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { RequestPartitions } from "../../src/requests/partitions.ts";
import type { RequestRecord } from "../../src/requests/record.ts";
import { makeMemoryJournal } from "../../src/usage/journal.ts";
import { applyBatch } from "../../src/usage/journal-store.ts";
import { batchRowsOf, Meter } from "../../src/usage/meter.ts";
import { startMs } from "../running-app.ts";
import {
  clock,
  countByHand,
  makeDatabase,
  makeDirectory,
  makeLossy,
  readCounts,
  recordAt,
  silent,
  startMeter,
} from "../usage-records.ts";

const hourMs = 3_600_000;
const midnight = Date.UTC(2026, 10, 21);

/** Few times around the edges of hours and days, and few ids, so that duplicates are common. */
const instants = [midnight - 1, midnight, midnight + hourMs - 1, midnight + hourMs, midnight - 5 * hourMs];
const record: fc.Arbitrary<RequestRecord> = fc
  .record({
    atMs: fc.constantFrom(...instants),
    number: fc.integer({ min: 0, max: 40 }),
    accountId: fc.constantFrom("acct_a", "acct_b"),
    environment: fc.constantFrom("test" as const, "live" as const),
    keyId: fc.constantFrom("ak_a", "ak_b"),
    applicationId: fc.constantFrom(null, "app_a"),
    operation: fc.constantFrom(null, "search" as const),
  })
  .map(({ atMs, number, ...changes }) => recordAt(atMs, number, changes));

/** Events of a process: it answers requests, writes, dies, and another one starts. */
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ answered: fc.array(record, { minLength: 1, maxLength: 12 }) }) },
  { weight: 2, arbitrary: fc.constant("flush" as const) },
  { weight: 2, arbitrary: fc.constant("die" as const) },
);

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("counts match a simple model for any sequence of duplicates, writes and deaths", async () => {
    const database = await makeDatabase(kind);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        await database.script("TRUNCATE requests, usage_hours, usage_journals");
        const root = makeDirectory();
        const answered: RequestRecord[] = [];
        let running = startMeter(database, root, { maxFileBytes: 600 });
        for (const each of steps) {
          if (each === "flush") await running.meter.flush();
          else if (each === "die") {
            running.die();
            running = startMeter(database, root, { maxFileBytes: 600 });
            await running.recover(3);
          } else {
            for (const one of each.answered) running.meter.record(one);
            answered.push(...each.answered);
          }
        }
        await running.meter.close();
        expect(await readCounts(database)).toEqual(countByHand(answered));
        expect(running.listFiles()).toEqual([]);
        expect(await database.query("SELECT id FROM usage_journals")).toEqual([]);
        running.die();
      }),
      { numRuns: 40, seed: 11 },
    );
  });

  test("replaying a journal from any position changes nothing", async () => {
    const database = await makeDatabase(kind);
    const entries = Array.from({ length: 9 }, (_, at) => ({
      sequence: at + 1,
      record: recordAt(startMs, at, { keyId: `ak_${at % 2}` }),
    }));
    await new RequestPartitions(database).ensure([Math.floor(startMs / 86_400_000)]);
    const write = (from: number, to: number, journal = "jrn_a") =>
      applyBatch(database, { journal, previous: from, entries: entries.slice(from, to) }, startMs);
    expect(await write(0, 4)).not.toBeNull();
    expect(await write(0, 4)).toBeNull();
    expect(await write(2, 6)).toBeNull();
    expect(await write(5, 7)).toBeNull();
    expect(await readCounts(database)).toEqual(countByHand(entries.slice(0, 4).map((each) => each.record)));
    expect(await write(4, 9)).not.toBeNull();
    expect(await write(4, 9)).toBeNull();
    // The same requests in another journal: the primary key of the log prevents duplicates.
    expect(await write(0, 9, "jrn_b")).not.toBeNull();
    expect(await readCounts(database)).toEqual(countByHand(entries.map((each) => each.record)));
  });

  test("two writers of one journal write each entry once", async () => {
    const database = await makeDatabase(kind);
    const entries = Array.from({ length: 40 }, (_, at) => ({ sequence: at + 1, record: recordAt(startMs, at) }));
    await new RequestPartitions(database).ensure([Math.floor(startMs / 86_400_000)]);
    const write = () => applyBatch(database, { journal: "jrn_a", previous: 0, entries }, startMs);
    const outcomes = await Promise.all([write(), write(), write()]);
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await readCounts(database)).toEqual(countByHand(entries.map((each) => each.record)));
  });

  test("a lost database response neither duplicates nor blocks usage", async () => {
    const database = await makeDatabase(kind);
    const { lossy, lose } = makeLossy(database);
    lose(2);
    const meter = new Meter({ database: lossy, clock, log: silent, journal: makeMemoryJournal(startMs) });
    const records = Array.from({ length: batchRowsOf(database) + 7 }, (_, at) => recordAt(startMs, at));
    for (const one of records.slice(0, 10)) meter.record(one);
    await expect(meter.flush()).rejects.toThrow("connection lost");
    for (const one of records.slice(10)) meter.record(one);
    await meter.flush().catch(() => meter.flush());
    await meter.close();
    expect(await readCounts(database)).toEqual(countByHand(records));
  });

  test("a database restored to an earlier day accepts new usage", async () => {
    const database = await makeDatabase(kind);
    const meter = new Meter({ database, clock, log: silent, journal: makeMemoryJournal(startMs) });
    const records = Array.from({ length: 6 }, (_, at) => recordAt(startMs, at));
    for (const one of records.slice(0, 3)) meter.record(one);
    await meter.flush();
    await database.script("TRUNCATE requests, usage_hours, usage_journals");
    for (const one of records.slice(3)) meter.record(one);
    await meter.flush();
    await meter.close();
    expect(await readCounts(database)).toEqual(countByHand(records.slice(3)));
  });
});
