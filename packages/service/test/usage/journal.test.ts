import { appendFileSync, closeSync, openSync, readdirSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { eventually } from "../../../../tests/eventually.ts";
import { dropExpiredPartitions } from "../../src/requests/partitions.ts";
import { FileJournal } from "../../src/usage/journal.ts";
import { lockJournalDirectory } from "../../src/usage/journal-directory.ts";
import { formatLine, parseLine } from "../../src/usage/journal-line.ts";
import { deleteOldJournals, journalRetentionMs } from "../../src/usage/journal-store.ts";
import { Meter } from "../../src/usage/meter.ts";
import { startMs } from "../running-app.ts";
import {
  clock,
  countByHand,
  makeDatabase,
  makeDirectory,
  readCounts,
  recordAt,
  silent,
  startMeter,
} from "../usage-records.ts";

const records = Array.from({ length: 10 }, (_, at) => recordAt(startMs, at));

describe("a journal line", () => {
  const entry = fc.record({
    sequence: fc.nat(),
    record: fc.record({
      id: fc.constant("req_01kahz2j7p3v8c5m9n4q6r7s8t"),
      accountId: fc.string({ unit: "binary" }),
      environment: fc.constantFrom("test" as const, "live" as const),
      keyId: fc.string(),
      applicationId: fc.option(fc.string()),
      method: fc.string(),
      route: fc.string(),
      status: fc.option(fc.integer({ min: 100, max: 599 })),
      durationMs: fc.nat().map((tenths) => tenths / 10),
      address: fc.string({ unit: "binary" }),
      operation: fc.constantFrom(null, "search" as const),
    }),
  });

  test("contains any entry on one line", () => {
    fc.assert(
      fc.property(entry, (one) => {
        const line = formatLine(one);
        expect(line.indexOf("\n")).toBe(line.length - 1);
        expect(parseLine(line.slice(0, -1))).toEqual(one);
      }),
      { seed: 20_261_121 },
    );
  });

  test("is invalid if a character is missing or changed", () => {
    fc.assert(
      fc.property(entry, fc.nat(), (one, place) => {
        const line = formatLine(one).slice(0, -1);
        const at = place % line.length;
        expect(parseLine(line.slice(0, at))).toBeUndefined();
        const other = line[at] === "7" ? "8" : "7";
        expect(parseLine(line.slice(0, at) + other + line.slice(at + 1))).toBeUndefined();
      }),
      { seed: 20_261_121 },
    );
  });
});

test("writes a record to the file before `record` returns, and creates no empty file", async () => {
  const database = await makeDatabase("pglite");
  const { meter, listFiles, path, die } = startMeter(database, makeDirectory());
  onTestFinished(die);
  expect(listFiles()).toEqual([]);
  for (const [at, one] of records.entries()) {
    meter.record(one);
    const [file = ""] = listFiles();
    const lines = readFileSync(join(path, file), "utf8").split("\n");
    expect(parseLine(lines.at(-2) ?? "")).toEqual({ sequence: at + 1, record: one });
  }
});

test("deletes an entry, which contains an IP address, twenty minutes after it was written", () => {
  const directory = makeDirectory();
  let nowMs = 0;
  const retention = { ms: 600_000, bytes: 1_000_000 };
  const monotonic = { nowMs: () => nowMs };
  const journal = new FileJournal({ directory, nowMs: startMs, log: silent, retention, monotonic });
  const [record] = records;
  if (record === undefined) throw new Error("there is no record");
  journal.append({ sequence: 1, record: { ...record, address: "198.51.100.77" } });
  const texts = () => readdirSync(directory).map((name) => readFileSync(join(directory, name), "utf8"));
  for (; nowMs < 2 * retention.ms; nowMs += 1000) {
    expect(texts().join("")).toContain("198.51.100.77");
    journal.release(1);
  }
  journal.release(1);
  expect(texts()).toEqual([]);
});

test("processes that share a root have separate directories, and the next one takes over that of a dead one", () => {
  const root = makeDirectory();
  const [first, second] = [lockJournalDirectory(root, startMs), lockJournalDirectory(root, startMs)];
  expect(first.path).not.toBe(second.path);
  first.release();
  const third = lockJournalDirectory(root, startMs);
  expect(third.path).toBe(first.path);
  third.release();
  second.release();
});

test("flushes unwritten entries to disk after a second release, once, and nothing while the database keeps up", async () => {
  const flushed: string[] = [];
  const flush = async (path: string): Promise<void> => void flushed.push(path);
  const database = await makeDatabase("pglite");
  const { journal, path, listFiles, die } = startMeter(database, makeDirectory(), { flush });
  onTestFinished(die);
  const append = (sequence: number) => journal.append({ sequence, record: recordAt(startMs, sequence) });
  append(1);
  journal.release(1);
  append(2);
  journal.release(1);
  journal.release(2);
  expect(flushed).toEqual([]);
  append(3);
  journal.release(2);
  expect(flushed).toEqual([]);
  journal.release(2);
  const file = join(path, listFiles()[0] ?? "");
  await eventually(() => expect(flushed).toEqual([path, file]));
  journal.release(2);
  append(4);
  await eventually(() => {
    journal.release(2);
    expect(flushed).toEqual([path, file, file]);
  });
});

test("writes several entries together, and recovers the whole lines of a write that was cut short", async () => {
  const writes: number[] = [];
  let maxBytes = Number.POSITIVE_INFINITY;
  const write = (file: number, bytes: Buffer): number => {
    writes.push(bytes.length);
    return writeSync(file, bytes.subarray(0, maxBytes));
  };
  const database = await makeDatabase("pglite");
  const root = makeDirectory();
  const running = startMeter(database, root, { write });
  const requests = records.slice(0, 6).map((record) => ({ record }));
  running.meter.recordAll(requests.slice(0, 3));
  expect(writes).toHaveLength(1);
  // The second line of this group is cut.
  maxBytes = Math.ceil((writes[0] ?? 0) / 2);
  running.meter.recordAll(requests.slice(3));
  running.die();
  const next = startMeter(database, root);
  onTestFinished(next.die);
  await next.recover();
  expect((await readCounts(database)).ids).toEqual(records.slice(0, 4).map(({ id }) => id));
});

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("starts a new file when one is full, and deletes files that are in the database", async () => {
    const database = await makeDatabase(kind);
    const { meter, journal, listFiles, die } = startMeter(database, makeDirectory(), { maxFileBytes: 300 });
    onTestFinished(die);
    for (const one of records) meter.record(one);
    const before = listFiles().length;
    expect(before).toBeGreaterThan(3);
    journal.release(4);
    expect(listFiles().length).toBeLessThan(before);
    await meter.close();
    expect(listFiles()).toEqual([]);
  });

  test("a start recovers the journals of all dead processes of the machine, but not of living ones", async () => {
    const database = await makeDatabase(kind);
    const root = makeDirectory();
    const processes = [startMeter(database, root), startMeter(database, root), startMeter(database, root)] as const;
    for (const [at, one] of records.entries()) processes[at % 3]?.meter.record(one);
    processes[0].die();
    processes[2].die();
    const next = startMeter(database, root);
    onTestFinished(next.die);
    expect(await next.recover()).toBe(7);
    expect(processes.map(({ listFiles }) => listFiles().length)).toEqual([0, 1, 0]);
    await processes[1].meter.close();
    processes[1].die();
    expect(await readCounts(database)).toEqual(countByHand(records));
  });

  test("ignores a truncated last line and writes everything before it", async () => {
    const database = await makeDatabase(kind);
    const root = makeDirectory();
    const dead = startMeter(database, root);
    for (const one of records) dead.meter.record(one);
    dead.die();
    const torn = formatLine({ sequence: 11, record: recordAt(startMs, 11) });
    appendFileSync(join(dead.path, dead.listFiles()[0] ?? ""), torn.slice(0, -1));
    const next = startMeter(database, root);
    onTestFinished(next.die);
    expect(await next.recover(4)).toBe(10);
    expect(await readCounts(database)).toEqual(countByHand(records));
    expect(next.listFiles()).toEqual([]);
  });

  test("skips only the damaged line", async () => {
    const database = await makeDatabase(kind);
    const root = makeDirectory();
    const dead = startMeter(database, root);
    for (const one of records) dead.meter.record(one);
    dead.die();
    const path = join(dead.path, dead.listFiles()[0] ?? "");
    const lines = readFileSync(path, "utf8").split("\n");
    writeFileSync(path, lines.with(4, (lines[4] ?? "").replace("203.0", "204.0")).join("\n"));
    const damagedLines: number[] = [];
    const next = startMeter(database, root);
    onTestFinished(next.die);
    expect(await next.recover(4, clock, (count) => damagedLines.push(count))).toBe(9);
    expect(await readCounts(database)).toEqual(countByHand(records.toSpliced(4, 1)));
    // The file is kept for the operator under a name that later starts ignore.
    expect(readFileSync(`${path}.damaged`, "utf8").split("\n")).toHaveLength(lines.length);
    expect(damagedLines).toEqual([1]);
  });

  test("a recovery interrupted after any batch can be repeated without duplicates", async () => {
    const database = await makeDatabase(kind);
    const root = makeDirectory();
    const dead = startMeter(database, root, { maxFileBytes: 300 });
    for (const one of records) dead.meter.record(one);
    await dead.meter.flush();
    for (const one of records) dead.meter.record({ ...one, id: one.id.replace("0000", "0001") });
    dead.die();
    for (const batches of [0, 1, 1, 1]) {
      let left = batches;
      const cut = {
        ...database,
        query: <Row extends object>(...question: Parameters<typeof database.query>): Promise<Row[]> => {
          if (question[2]?.name === "apply-usage" && left-- === 0) return Promise.reject(new Error("cut off"));
          return database.query<Row>(...question);
        },
      };
      const next = startMeter(cut, root);
      await expect(next.recover(3)).rejects.toThrow("cut off");
      next.die();
    }
    const last = startMeter(database, root);
    onTestFinished(last.die);
    await last.recover(3);
    const all = records.flatMap((one) => [one, { ...one, id: one.id.replace("0000", "0001") }]);
    expect(await readCounts(database)).toEqual(countByHand(all));
  });

  test("a journal recovered after its position was deleted counts nothing twice", async () => {
    const database = await makeDatabase(kind);
    const root = makeDirectory();
    const vanished = startMeter(database, root);
    for (const one of records) vanished.meter.record(one);
    await vanished.meter.flush();
    vanished.die();
    const before = await readCounts(database);
    expect(await deleteOldJournals(database, startMs + journalRetentionMs, 100)).toBe(0);
    const laterMs = startMs + journalRetentionMs + 1;
    expect(await deleteOldJournals(database, laterMs, 100)).toBe(1);
    await dropExpiredPartitions(database, laterMs);
    const next = startMeter(database, root);
    onTestFinished(next.die);
    expect(await next.recover(4, { nowMs: () => laterMs })).toBe(0);
    expect(await readCounts(database)).toEqual({ ...before, ids: [] });
  });

  test("a process that is idle until its position is deleted continues counting", async () => {
    const database = await makeDatabase(kind);
    const resting = startMeter(database, makeDirectory());
    onTestFinished(resting.die);
    resting.meter.record(recordAt(startMs, 0));
    await resting.meter.flush();
    expect(await deleteOldJournals(database, startMs + journalRetentionMs + 1, 100)).toBe(1);
    resting.meter.record(recordAt(startMs, 1));
    await resting.meter.flush();
    expect((await readCounts(database)).ids).toHaveLength(2);
  });

  test("a full disk fails no request: usage is still counted, and journaled again when there is space", async () => {
    const database = await makeDatabase(kind);
    const full = openSync("/dev/full", "w");
    onTestFinished(() => closeSync(full));
    let disk: "room" | "full" | "half a line" = "room";
    const write = (file: number, bytes: Buffer): number => {
      if (disk === "full") return writeSync(full, bytes);
      return writeSync(file, disk === "half a line" ? bytes.subarray(0, 40) : bytes);
    };
    const root = makeDirectory();
    const running = startMeter(database, root, { write });
    const take = (at: number) => running.meter.record(recordAt(startMs, at));
    take(0);
    disk = "half a line";
    take(1);
    disk = "full";
    take(2);
    await running.meter.flush();
    expect((await readCounts(database)).ids).toHaveLength(3);
    running.journal.release(3);
    take(3);
    disk = "room";
    // Not retried before the next release.
    take(4);
    running.journal.release(3);
    take(5);
    running.die();
    const next = startMeter(database, root);
    onTestFinished(next.die);
    expect(await next.recover()).toBe(1);
    expect((await readCounts(database)).ids).toEqual([0, 1, 2, 5].map((at) => recordAt(startMs, at).id));
  });

  test("during an outage, drops unmetered records at the limit, keeps metered ones and sets `isFull`", async () => {
    const database = await makeDatabase(kind);
    let away = true;
    const flaky = {
      ...database,
      lock: <T>(...work: Parameters<typeof database.lock<T>>): Promise<T> =>
        away ? Promise.reject(new Error("away")) : database.lock<T>(...work),
    };
    const running = startMeter(database, makeDirectory());
    onTestFinished(running.die);
    const meter = new Meter({ database: flaky, clock, log: silent, journal: running.journal, maxPending: 5 });
    const idle = { operation: null, status: 404 };
    for (let at = 0; at < 4; at++) meter.record(recordAt(startMs, at));
    meter.record(recordAt(startMs, 4, idle));
    expect(meter.isFull()).toBe(true);
    meter.record(recordAt(startMs, 5, idle));
    meter.record(recordAt(startMs, 6));
    await expect(meter.flush()).rejects.toThrow("away");
    expect(meter.backlog).toEqual({ pending: 6, dropped: 1, lost: 0 });
    away = false;
    await meter.flush();
    expect(meter.backlog).toEqual({ pending: 0, dropped: 1, lost: 0 });
    expect(meter.isFull()).toBe(false);
    expect(await readCounts(database)).toMatchObject({ counts: [expect.stringMatching(/ 5$/)] });
    await meter.close();
  });
});
