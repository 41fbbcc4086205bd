import { readFileSync } from "node:fs";
import { pagesDirectory } from "@wayfare/portal";
import { makeSandboxSupply, openStorage, runService } from "@wayfare/service";
import { parseSettings, settingEntries } from "@wayfare/settings";
import { type Command, CommanderError } from "commander";
import { makeAccountActions } from "./actions/account-actions.ts";
import { makeBackupActions } from "./actions/backup-actions.ts";
import { makeBillingActions } from "./actions/billing-actions.ts";
import { makeKeyActions } from "./actions/key-actions.ts";
import { makeListenActions } from "./actions/listen-actions.ts";
import { makeLoginActions } from "./actions/login-actions.ts";
import { makeMcpActions } from "./actions/mcp-actions.ts";
import { makePlanActions } from "./actions/plan-actions.ts";
import { makeQuotaActions } from "./actions/quota-actions.ts";
import { makeSearchActions } from "./actions/search-actions.ts";
import { makeSecretActions } from "./actions/secret-actions.ts";
import { makeStatusActions } from "./actions/status-actions.ts";
import { makeSupplierActions } from "./actions/supplier-actions.ts";
import { exitCodeOf, formatError, formatJsonError } from "./commands/errors.ts";
import { type Actions, createProgram } from "./commands/program.ts";

// Files in DATA_DIR contain keys and personal data.
process.umask(0o077);

const actions: Actions = {
  ...makeAccountActions({ stdout: process.stdout }),
  ...makeBackupActions({ stdout: process.stdout, stderr: process.stderr }),
  ...makeBillingActions({ stdout: process.stdout }),
  ...makeKeyActions({ stdout: process.stdout, stderr: process.stderr }),
  ...makeListenActions({ stdout: process.stdout, stderr: process.stderr, openSignal: openStopSignal }),
  ...makeLoginActions({ stdout: process.stdout }),
  ...makePlanActions({ stdin: process.stdin, stdout: process.stdout }),
  ...makeMcpActions({
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    openSignal: openStopSignal,
  }),
  ...makeQuotaActions({ stdout: process.stdout }),
  ...makeSearchActions({ stdout: process.stdout }),
  ...makeSecretActions({ stdout: process.stdout }),
  ...makeStatusActions({ stdout: process.stdout }),
  ...makeSupplierActions({ stdout: process.stdout }),
  async start(sources) {
    await runService(parseSettings(sources), {
      makeSupply: makeSandboxSupply,
      pagesDirectory,
      stdout: process.stdout,
      ...(process.stderr.isTTY ? { onProgress: (step: string) => process.stderr.write(`${step} …\n`) } : {}),
    });
  },
  async migrate(sources) {
    // Opening the storage applies migrations, as at the start of the service.
    const storage = await openStorage(parseSettings(sources), Date.now());
    await storage.close();
    process.stdout.write("The database schema is up to date.\n");
  },
};

/** Returns a signal that aborts when the user or the system stops the command. */
function openStopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => controller.abort());
  return controller.signal;
}

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
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
    actions,
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
