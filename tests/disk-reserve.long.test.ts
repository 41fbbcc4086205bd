import { mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, DatabaseError, isDiskFull, openPglite, withDiskReserve } from "@wayfare/database";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { mountTmpfs, noTmpfsReason } from "./tmpfs.ts";

const mebibyte = 2 ** 20;
const reserveMb = 64;

test("refuses to open a database if free disk space is below the reserve", async () => {
  const directory = mkdtempSync(join(tmpdir(), "wayfare-reserve-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const { bavail, bsize } = statfsSync(directory);
  const diskReserveBytes = bavail * bsize * 2;
  const failure = await openPglite({ directory: join(directory, "database"), diskReserveBytes }).catch(
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(DatabaseError);
  expect(failure).toMatchObject({ code: "53100" });
  expect((failure as Error).message).toMatch(
    /^the disk of .+ is full: \d+ MB are free, and the embedded database needs \d+ MB \(DISK_RESERVE_MB\) to start\. Free some space and start again\.$/,
  );
});

describe.skipIf(noTmpfsReason !== undefined)(`on a small disk (${noTmpfsReason ?? "a tmpfs"})`, () => {
  async function open(megabytes: number) {
    const disk = mountTmpfs(megabytes);
    onTestFinished(() => disk.unmount());
    const changes: boolean[] = [];
    const database = await openPglite({
      directory: join(disk.path, "database"),
      diskReserveBytes: reserveMb * mebibyte,
      onDiskChange: ({ isLow }) => changes.push(isLow),
    });
    onTestFinished(() => database.close());
    await database.script("CREATE TABLE items (id int PRIMARY KEY, text text)");
    return { database, disk, changes };
  }

  const insert = (database: Pick<Database, "execute">, id: number) =>
    database.execute("INSERT INTO items (id) VALUES ($1)", [id]);

  /** All kinds of statements that write. */
  async function expectWritesRefused(database: Database): Promise<void> {
    const writes = [
      insert(database, 1000),
      database.query("SELECT id FROM items FOR UPDATE"),
      database.script("CREATE TABLE other (id int)"),
      database.transaction((tx) => insert(tx, 1001)),
      database.transaction((tx) => tx.script("CREATE TABLE other (id int)")),
    ];
    for (const settled of await Promise.allSettled(writes)) {
      expect(settled).toMatchObject({ status: "rejected", reason: { code: "53100" } });
    }
  }

  test("rejects writes below the reserve, serves reads, and accepts writes again when space is freed", async () => {
    const { database, disk, changes } = await open(250);
    await insert(database, 1);
    disk.fill(reserveMb - 1);
    await expectWritesRefused(database);
    expect(await database.query("SELECT id FROM items")).toEqual([{ id: 1 }]);
    expect(await database.transaction((tx) => tx.query("SELECT id FROM items"))).toEqual([{ id: 1 }]);
    expect(database.maintenance?.hasFreeSpace()).toBe(false);
    disk.free();
    expect(await insert(database, 2)).toBe(1);
    expect(await database.transaction((tx) => insert(tx, 3))).toBe(1);
    expect(database.maintenance?.hasFreeSpace()).toBe(true);
    expect(changes).toEqual([true, false]);
  });

  test("rolls back a transaction during which the disk fills up", async () => {
    const { database, disk } = await open(250);
    const transaction = database.transaction(async (tx) => {
      await insert(tx, 1);
      disk.fill();
      await insert(tx, 2);
    });
    await expect(transaction).rejects.toSatisfy(isDiskFull);
    disk.free();
    expect(await database.query("SELECT id FROM items")).toEqual([]);
  });

  test("accepts writes of jobs that free space until the reserve is used up", async () => {
    const { database, disk } = await open(250);
    disk.fill(reserveMb - 1);
    expect(await withDiskReserve(() => insert(database, 1))).toBe(1);
    expect(await withDiskReserve(() => database.transaction((tx) => insert(tx, 2)))).toBe(1);
    await expectWritesRefused(database);
    disk.fill(1);
    await expect(withDiskReserve(() => insert(database, 3))).rejects.toSatisfy(isDiskFull);
  });

  test("serves reads without free space until their WAL could need a new file", async () => {
    const { database, disk } = await open(800);
    // Rows that no read has marked as committed: marking them writes each page to the WAL.
    const pages = 24_000;
    await database.script(
      `CREATE TABLE wide AS SELECT repeat('x', 1900) AS text FROM generate_series(1, ${pages * 4})`,
    );
    await database.script("CHECKPOINT");
    disk.fill();
    let read = 0;
    const readAll = async (): Promise<void> => {
      for (; read < pages; read += 100) {
        await database.query(
          "SELECT count(text) FROM wide WHERE ctid >= ('(' || $1::int || ',0)')::tid AND ctid < ('(' || $2::int || ',0)')::tid",
          [read, read + 100],
        );
      }
    };
    await expect(readAll()).rejects.toSatisfy(isDiskFull);
    expect(read).toBeGreaterThan(1000);
    disk.free();
    await vi.waitFor(() => insert(database, 1), { timeout: 120_000, interval: 20 });
    await readAll();
  });

  test("closes without free space, and the next start finds all committed data", async () => {
    const { database, disk } = await open(300);
    await insert(database, 1);
    disk.fill();
    expect(await database.query("SELECT id FROM items")).toEqual([{ id: 1 }]);
    await database.close();
    disk.free();
    const next = await openPglite({ directory: join(disk.path, "database"), diskReserveBytes: reserveMb * mebibyte });
    expect(await next.query("SELECT id FROM items")).toEqual([{ id: 1 }]);
    await next.close();
  });
});
