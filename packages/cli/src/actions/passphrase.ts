import { readFileSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { CommandError } from "./command-error.ts";

interface PassphraseSources {
  environment: Readonly<Record<string, string | undefined>>;
  passphraseFile?: string;
  /** A new passphrase is asked for twice, and must be long enough. */
  isNew: boolean;
}

const minLength = 12;

/** The passphrase of a backup: from a file, WAYFARE_BACKUP_PASSPHRASE or a prompt. Never a flag: other users see those in the process list. */
export async function readPassphrase({ environment, passphraseFile, isNew }: PassphraseSources): Promise<string> {
  const given =
    passphraseFile === undefined
      ? environment.WAYFARE_BACKUP_PASSPHRASE
      : readFileSync(passphraseFile, "utf8").replace(/\r?\n$/, "");
  const passphrase = given === undefined || given === "" ? await prompt(isNew) : given;
  if (isNew && passphrase.length < minLength) {
    throw new CommandError(`The passphrase of a backup needs ${minLength} characters or more.`);
  }
  return passphrase;
}

async function prompt(isNew: boolean): Promise<string> {
  if (!process.stdin.isTTY) {
    throw new CommandError("No passphrase: set WAYFARE_BACKUP_PASSPHRASE, or name a file with --passphrase-file.");
  }
  const passphrase = await ask("Passphrase: ");
  if (isNew && (await ask("Once more: ")) !== passphrase) throw new CommandError("The two passphrases differ.");
  return passphrase;
}

/** Asks on the terminal without showing what is typed; on standard error, as a backup may go to standard output. */
async function ask(question: string): Promise<string> {
  process.stderr.write(question);
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output, terminal: true });
  try {
    return await reader.question("");
  } finally {
    reader.close();
    process.stderr.write("\n");
  }
}
