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

test("a passphrase is read from a file, without its last line feed, or from the environment", async () => {
  const file = join(await makeDirectory(), "passphrase");
  await writeFile(file, " correct horse battery \n");
  const environment = { WAYFARE_BACKUP_PASSPHRASE: "of the environment" };
  expect(await readPassphrase({ environment, passphraseFile: file, isNew: true })).toBe(" correct horse battery ");
  expect(await readPassphrase({ environment, isNew: true })).toBe("of the environment");
});

test("a new passphrase that is short is refused; one for a restore is tried", async () => {
  const environment = { WAYFARE_BACKUP_PASSPHRASE: "short" };
  await expect(readPassphrase({ environment, isNew: true })).rejects.toThrow(/12 characters/);
  expect(await readPassphrase({ environment, isNew: false })).toBe("short");
});

test("without a passphrase and without a terminal to ask on, the command says how to give one", async () => {
  await expect(readPassphrase({ environment: {}, isNew: true })).rejects.toThrow(/WAYFARE_BACKUP_PASSPHRASE/);
});

test("a backup never overwrites a file, and leaves none behind when it fails", async () => {
  const directory = await makeDirectory();
  const file = join(directory, "one.backup");
  const output = { write: () => {} };
  const { backup } = makeBackupActions({ stdout: output, stderr: output });
  const environment = { DATA_DIR: join(directory, "data"), WAYFARE_BACKUP_PASSPHRASE: "correct horse battery" };
  await expect(backup({ environment, flags: {} }, file, {})).rejects.toThrow(/There is no database in/);
  await writeFile(file, "kept");
  await expect(backup({ environment, flags: {} }, file, {})).rejects.toThrow(/exists already/);
  expect(await readdir(directory)).toEqual(["one.backup"]);
});
