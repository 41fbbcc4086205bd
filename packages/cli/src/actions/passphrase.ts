import { readFileSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { CommandError } from "./command-error.ts";

interface PassphraseSources {
  environment: Readonly<Record<string, string | undefined>>;
  passphraseFile?: string;
  /** True for a new passphrase, which is prompted for twice and has a minimum length. */
  isNew: boolean;
}

const minLength = 12;

/**
 * Reads the passphrase of a backup from a file, WAYFARE_BACKUP_PASSPHRASE or a prompt. Never a flag, because other users see flags in the
 * process list.
 */
export async function readPassphrase({ environment, passphraseFile, isNew }: PassphraseSources): Promise<string> {
  const configured =
    passphraseFile === undefined
      ? environment.WAYFARE_BACKUP_PASSPHRASE
      : readFileSync(passphraseFile, "utf8").replace(/\r?\n$/, "");
  const passphrase = configured === undefined || configured === "" ? await prompt(isNew) : configured;
  if (isNew && passphrase.length < minLength) {
    throw new CommandError(`The passphrase must have at least ${minLength} characters.`);
  }
  return passphrase;
}

async function prompt(isNew: boolean): Promise<string> {
  if (!process.stdin.isTTY) {
    throw new CommandError("No passphrase. Set WAYFARE_BACKUP_PASSPHRASE, or pass a file with --passphrase-file.");
  }
  const passphrase = await readHidden("Passphrase: ");
  if (isNew && (await readHidden("Repeat passphrase: ")) !== passphrase)
    throw new CommandError("Passphrases do not match.");
  return passphrase;
}

/** Reads a line from the terminal without echo. Prompts on standard error, because a backup may go to standard output. */
async function readHidden(label: string): Promise<string> {
  process.stderr.write(label);
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output, terminal: true });
  try {
    return await reader.question("");
  } finally {
    reader.close();
    process.stderr.write("\n");
  }
}
