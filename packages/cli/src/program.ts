import { Command } from "commander";

/** A setting as a flag: what `--help` shows of it. */
export interface SettingFlag {
  /** `--data-dir` */
  readonly flag: string;
  /** `DATA_DIR` */
  readonly variable: string;
  readonly description: string;
}

/** Where settings come from; flags, by name without dashes, win over the environment. */
export interface SettingSources {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly flags: Readonly<Record<string, string>>;
}

/** What the commands do. Handed in, so that the command line can be tested without a service. */
export interface Actions {
  start(sources: SettingSources): Promise<unknown>;
  migrate(sources: SettingSources): Promise<unknown>;
}

export interface ProgramOptions {
  readonly version: string;
  readonly environment: SettingSources["environment"];
  readonly settings: readonly SettingFlag[];
  readonly actions: Actions;
}

/** The `wayfare` command. Its commands take every setting as a flag and hand the text on; the service checks it. */
export function createProgram({ version, environment, settings, actions }: ProgramOptions): Command {
  const program = new Command("wayfare")
    .description("Flight search in money and in miles, ranked.")
    .version(version)
    .showHelpAfterError("(wayfare --help shows what there is)");
  const addCommand = (name: keyof Actions, description: string): void => {
    const command = program.command(name).description(description).allowExcessArguments(false);
    for (const { flag, variable, description: text } of settings) {
      command.option(`${flag} <value>`, `${text} (${variable})`);
    }
    command.action(async (given: Record<string, unknown>) => {
      await actions[name]({ environment, flags: flagsOf(given) });
    });
  };
  addCommand("start", "Run the service until it is told to stop.");
  addCommand("migrate", "Bring the database's schema up to date and stop, ahead of a start.");
  return program;
}

/** commander names `--data-dir` `dataDir`; settings are named as they were given. */
function flagsOf(given: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name.replaceAll(/[A-Z]/g, "-$&").toLowerCase(), String(value)]),
  );
}

/** Faults of the operator's doing: the message says what to do, and a stack would only hide it. */
const plainErrors = new Set([
  "SettingsError",
  "ServerSecretError",
  "DataDirectoryError",
  "DatabaseError",
  "MigrationError",
]);

/** What to print when a command fails. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return `wayfare: ${String(error)}`;
  if (plainErrors.has(error.name)) return `wayfare: ${error.message}`;
  // A port that is taken, a file that cannot be read: the system's message names it.
  if ("syscall" in error && typeof error.syscall === "string") return `wayfare: ${error.message}`;
  return `wayfare: ${error.stack ?? error.message}`;
}
