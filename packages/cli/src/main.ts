import { readFileSync } from "node:fs";
import { resourceUrl } from "@wayfare/resources";
import { settingEntries } from "@wayfare/settings";
import { type Command, CommanderError } from "commander";
import { loadActions } from "./actions/load-actions.ts";
import { exitCodeOf, formatError, formatJsonError } from "./commands/errors.ts";
import { createProgram } from "./commands/program.ts";

// Files in DATA_DIR contain keys and personal data.
process.umask(0o077);

/** Returns a signal that aborts when the user or the system stops the command. */
function openStopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => controller.abort());
  return controller.signal;
}

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(resourceUrl("cli/package.json"), "utf8"));
  if (typeof manifest !== "object" || manifest === null || !("version" in manifest))
    throw new Error("package.json has no version");
  return String(manifest.version);
}

const printsJson = process.argv.includes("--json");

try {
  const program = createProgram({
    version: readVersion(),
    environment: process.env,
    settings: settingEntries,
    actions: loadActions({
      stdin: process.stdin,
      stdout: process.stdout,
      stderr: process.stderr,
      openSignal: openStopSignal,
    }),
    write: (text) => process.stdout.write(text),
  });
  if (printsJson) muteUsageErrors(program);
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
  if (process.exitCode !== 0 && printsJson) process.stderr.write(`${formatJsonError(error)}\n`);
  else if (!(error instanceof CommanderError)) process.stderr.write(`${formatError(error)}\n`);
}

/** Errors in JSON replace the texts of commander. */
function muteUsageErrors(command: Command): void {
  command.configureOutput({ writeErr: () => {} });
  for (const each of command.commands) muteUsageErrors(each);
}
