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

/** Starts another process that tries to lock the directory; `uid` runs it as another user. */
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

test("creates a missing directory with mode 0700", async () => {
  const directory = openDataDirectory(path);
  expect(directory.path).toBe(path);
  expect((await stat(path)).mode & 0o777).toBe(0o700);
  expect((await stat(join(path, "holder.json"))).mode & 0o777).toBe(0o600);
  directory.release();
});

test("rejects a second process and names the holder", async () => {
  await startProcess(path, { address: "http://localhost:8080" });
  const error = refusal(path);
  const pid = children[0]?.pid;
  expect(error.code).toBe("IN_USE");
  expect(error.holder).toStrictEqual({ pid, startedAt: "2026-11-21T00:00:00.000Z", address: "http://localhost:8080" });
  expect(error.message).toBe(
    `another Wayfare (process ${pid}, http://localhost:8080) is using ${path}. Stop it, or start this one with another DATA_DIR.`,
  );
});

test("names only the process of a holder that does not listen yet", async () => {
  await startProcess(path);
  expect(refusal(path).message).toContain(`another Wayfare (process ${children[0]?.pid}) is using`);
});

test("omits the holder from the message if its file is invalid", async () => {
  await startProcess(path);
  for (const text of ["", "[]", '{"pid":"x","startedAt":1,"address":null}']) {
    await writeFile(join(path, "holder.json"), text);
    expect(refusal(path).message).toContain(`another Wayfare is using ${path}`);
  }
});

test("releases the directory when the holder is killed with kill -9", async () => {
  const { child } = await startProcess(path);
  expect(refusal(path).code).toBe("IN_USE");
  child.kill("SIGKILL");
  await once(child, "exit");
  const directory = openDataDirectory(path);
  const third = await startProcess(path);
  expect(third.outcome.message).toContain(`process ${process.pid}`);
  directory.release();
});

test("release lets the next process lock the directory and removes the holder file", async () => {
  const directory = openDataDirectory(path);
  expect((await startProcess(path)).outcome.code).toBe("IN_USE");
  directory.release();
  directory.release();
  directory.describeHolder({ address: "http://too.late" });
  expect(await readdir(path)).toStrictEqual(["lock.db"]);
  expect((await startProcess(path)).outcome).toStrictEqual({ opened: path });
});

test("rejects a second lock by the same process", () => {
  const directory = openDataDirectory(path);
  expect(refusal(path).holder?.pid).toBe(process.pid);
  directory.release();
  openDataDirectory(path).release();
});

test("rejects a path that is a file or below a file", async () => {
  const file = join(scratch, "file");
  await writeFile(file, "");
  expect(refusal(file).code).toBe("NOT_A_DIRECTORY");
  expect(refusal(join(file, "below")).code).toBe("NOT_A_DIRECTORY");
});

// Root can write anywhere, so if the tests run as root, another user tries.
const otherUser = process.getuid?.() === 0 ? { uid: 65534 } : {};

test("rejects a directory that the user cannot write to, with the reason", async () => {
  await mkdir(path, { recursive: true });
  await chmod(path, 0o555);
  await chmod(scratch, 0o755);
  for (const directory of [path, join(path, "below")]) {
    const { outcome } = await startProcess(directory, otherUser);
    expect(outcome.code).toBe("NOT_WRITABLE");
    expect(outcome.message).toMatch(/cannot be used as the data directory: .+ that user \d+ may write to\.$/);
  }
});

test("rejects a read-only lock file, whose lock would exclude no other process", async () => {
  openDataDirectory(path).release();
  await chmod(join(path, "lock.db"), 0o444);
  await chmod(scratch, 0o755);
  await chmod(join(scratch, "nested"), 0o755);
  if (otherUser.uid !== undefined) await chown(path, otherUser.uid, otherUser.uid);
  const { outcome } = await startProcess(path, otherUser);
  expect(outcome).toMatchObject({ code: "NOT_WRITABLE", message: expect.stringContaining("lock.db") });
});

const modeOf = async (file: string): Promise<number> => (await stat(file)).mode & 0o777;

test("rejects a non-empty directory that other users can access, and names the chmod command", async () => {
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

test("removes other users' access to files of earlier versions and creates the lock with mode 0600", async () => {
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
  "rejects an empty directory that belongs to another user and that anyone can access",
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
