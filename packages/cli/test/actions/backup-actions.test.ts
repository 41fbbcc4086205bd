import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeBackupActions } from "../../src/actions/backup-actions.ts";
import { readPassphrase } from "../../src/actions/passphrase.ts";

async function makeDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "wayfare-cli-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

test("reads a passphrase from a file without its last line feed, or from the environment", async () => {
  const file = join(await makeDirectory(), "passphrase");
  await writeFile(file, " correct horse battery \n");
  const environment = { WAYFARE_BACKUP_PASSPHRASE: "of the environment" };
  expect(await readPassphrase({ environment, passphraseFile: file, isNew: true })).toBe(" correct horse battery ");
  expect(await readPassphrase({ environment, isNew: true })).toBe("of the environment");
});

test("rejects a short new passphrase, but accepts one for a restore", async () => {
  const environment = { WAYFARE_BACKUP_PASSPHRASE: "short" };
  await expect(readPassphrase({ environment, isNew: true })).rejects.toThrow(/at least 12 characters/);
  expect(await readPassphrase({ environment, isNew: false })).toBe("short");
});

test("explains how to pass a passphrase if there is none and no terminal", async () => {
  await expect(readPassphrase({ environment: {}, isNew: true })).rejects.toThrow(/WAYFARE_BACKUP_PASSPHRASE/);
});

test("never overwrites a file and leaves no partial file after an error", async () => {
  const directory = await makeDirectory();
  const file = join(directory, "one.backup");
  const output = { write: () => {} };
  const { backup } = makeBackupActions({ stdout: output, stderr: output });
  const environment = { DATA_DIR: join(directory, "data"), WAYFARE_BACKUP_PASSPHRASE: "correct horse battery" };
  await expect(backup({ environment, flags: {} }, file, {})).rejects.toThrow(/No database found in/);
  await writeFile(file, "kept");
  await expect(backup({ environment, flags: {} }, file, {})).rejects.toThrow(/already exists/);
  expect(await readdir(directory)).toEqual(["one.backup"]);
});
