import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DataDirectoryError, openDataDirectory } from "../../src/index.ts";

let scratch: string;
let path: string;
const children: ChildProcess[] = [];

beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), "wayfare-data-"));
  path = join(scratch, "nested", "data");
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  await rm(scratch, { recursive: true, force: true });
});

interface Holder {
  readonly child: ChildProcess;
  readonly outcome: { opened?: string; code?: string; message?: string };
}

/** Another process that tries to take the directory; `uid` makes it another user. */
async function startProcess(
  directory: string,
  { address, uid }: { address?: string; uid?: number } = {},
): Promise<Holder> {
  const script = fileURLToPath(new URL("data-directory-process.ts", import.meta.url));
  const child = spawn(process.execPath, [script, directory, ...(address === undefined ? [] : [address])], {
    stdio: ["pipe", "pipe", "inherit"],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  children.push(child);
  const [line]: Buffer[] = await once(child.stdout, "data");
  return { child, outcome: JSON.parse(String(line)) };
}

function refusal(directory: string): DataDirectoryError {
  try {
    openDataDirectory(directory).release();
  } catch (error) {
    if (error instanceof DataDirectoryError) return error;
    throw error;
  }
  throw new Error("the directory was free");
}

test("a missing directory is made for its owner alone", async () => {
  const directory = openDataDirectory(path);
  expect(directory.path).toBe(path);
  expect((await stat(path)).mode & 0o777).toBe(0o700);
  expect((await stat(join(path, "holder.json"))).mode & 0o777).toBe(0o600);
  directory.release();
});

test("a second process is refused and told who has it", async () => {
  await startProcess(path, { address: "http://localhost:8080" });
  const error = refusal(path);
  const pid = children[0]?.pid;
  expect(error.code).toBe("IN_USE");
  expect(error.holder).toStrictEqual({ pid, startedAt: "2026-11-21T00:00:00.000Z", address: "http://localhost:8080" });
  expect(error.message).toBe(
    `another Wayfare (process ${pid}, http://localhost:8080) is using ${path}. Stop it, or start this one with another DATA_DIR.`,
  );
});

test("a holder that does not listen yet is named by its process alone", async () => {
  await startProcess(path);
  expect(refusal(path).message).toContain(`another Wayfare (process ${children[0]?.pid}) is using`);
});

test("a holder's file that says nothing sensible only shortens the message", async () => {
  await startProcess(path);
  for (const text of ["", "[]", '{"pid":"x","startedAt":1,"address":null}']) {
    await writeFile(join(path, "holder.json"), text);
    expect(refusal(path).message).toContain(`another Wayfare is using ${path}`);
  }
});

test("kill -9 of the holder frees the directory at once", async () => {
  const { child } = await startProcess(path);
  expect(refusal(path).code).toBe("IN_USE");
  child.kill("SIGKILL");
  await once(child, "exit");
  const directory = openDataDirectory(path);
  const third = await startProcess(path);
  expect(third.outcome.message).toContain(`process ${process.pid}`);
  directory.release();
});

test("releasing lets the next process in and leaves no holder behind", async () => {
  const directory = openDataDirectory(path);
  expect((await startProcess(path)).outcome.code).toBe("IN_USE");
  directory.release();
  directory.release();
  directory.describeHolder({ address: "http://too.late" });
  expect(await readdir(path)).toStrictEqual(["lock.db"]);
  expect((await startProcess(path)).outcome).toStrictEqual({ opened: path });
});

test("the same process is refused a second time as well", () => {
  const directory = openDataDirectory(path);
  expect(refusal(path).holder?.pid).toBe(process.pid);
  directory.release();
  openDataDirectory(path).release();
});

test("a path that is a file, or lies below one, is refused as such", async () => {
  const file = join(scratch, "file");
  await writeFile(file, "");
  expect(refusal(file).code).toBe("NOT_A_DIRECTORY");
  expect(refusal(join(file, "below")).code).toBe("NOT_A_DIRECTORY");
});

// Root may write anywhere, so where the tests are root's, another user tries.
const otherUser = process.getuid?.() === 0 ? { uid: 65534 } : {};

test("a directory that this user may not write to is refused with the reason", async () => {
  await mkdir(path, { recursive: true });
  await chmod(path, 0o555);
  await chmod(scratch, 0o755);
  for (const directory of [path, join(path, "below")]) {
    const { outcome } = await startProcess(directory, otherUser);
    expect(outcome.code).toBe("NOT_WRITABLE");
    expect(outcome.message).toMatch(/cannot be used as the data directory: .+ that user \d+ may write to\.$/);
  }
});

test("a lock file that this user may only read is refused, because its lock would keep nobody out", async () => {
  openDataDirectory(path).release();
  await chmod(join(path, "lock.db"), 0o444);
  await chmod(scratch, 0o755);
  await chmod(join(scratch, "nested"), 0o755);
  if (otherUser.uid !== undefined) await chown(path, otherUser.uid, otherUser.uid);
  const { outcome } = await startProcess(path, otherUser);
  expect(outcome).toMatchObject({ code: "NOT_WRITABLE", message: expect.stringContaining("lock.db") });
});

const modeOf = async (file: string): Promise<number> => (await stat(file)).mode & 0o777;

test("an existing directory that others can reach is refused with the chmod that closes it, unless it is empty", async () => {
  await mkdir(path, { recursive: true });
  await chmod(path, 0o755);
  openDataDirectory(path).release();
  expect(await modeOf(path)).toBe(0o700);
  for (const mode of [0o755, 0o710, 0o1777]) {
    await chmod(path, mode);
    const error = refusal(path);
    expect(error.code).toBe("SHARED");
    expect(error.message).toBe(
      `${path} can be reached by other users of this machine (mode ${(mode & 0o777).toString(8).padStart(4, "0")}). ` +
        `Run \`chmod 700 ${path}\` as its owner, or set DATA_DIR to a new directory below it.`,
    );
  }
  await chmod(path, 0o700);
  openDataDirectory(path).release();
});

test("files that earlier versions left open to others are closed, and the lock is made for its owner alone", async () => {
  const umask = process.umask(0);
  try {
    await mkdir(join(path, "database", "pg_wal"), { recursive: true });
    await chmod(path, 0o700);
    await writeFile(join(path, "database", "pg_wal", "segment"), "");
    await writeFile(join(path, "usage.log"), "");
    openDataDirectory(path).release();
  } finally {
    process.umask(umask);
  }
  const files = await readdir(path, { recursive: true });
  expect(files.toSorted()).toEqual(["database", "database/pg_wal", "database/pg_wal/segment", "lock.db", "usage.log"]);
  for (const file of files) expect((await modeOf(join(path, file))) & 0o077).toBe(0);
});

test.skipIf(otherUser.uid === undefined)(
  "an empty directory of another user that anyone can reach is refused",
  async () => {
    await mkdir(path, { recursive: true });
    await chmod(path, 0o777);
    await chmod(scratch, 0o755);
    await chmod(join(scratch, "nested"), 0o755);
    const { outcome } = await startProcess(path, otherUser);
    expect(outcome.code).toBe("SHARED");
    expect(await readdir(path)).toEqual([]);
  },
);
