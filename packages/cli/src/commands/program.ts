import { Command } from "commander";
import { type AccountActions, addAccountsCommand } from "./accounts-command.ts";
import { addBackupCommands, type BackupActions } from "./backup-command.ts";
import { addBillingCommand, type BillingActions } from "./billing-command.ts";
import { addCompletionCommand } from "./completion-command.ts";
import { addKeysCommand, type KeyActions } from "./keys-command.ts";
import { addListenCommands, type ListenActions } from "./listen-command.ts";
import { addLoginCommand, type LoginActions } from "./login-command.ts";
import { addMcpCommand, type McpActions } from "./mcp-command.ts";
import { addPlansCommand, type PlanActions } from "./plans-command.ts";
import { addQuotasCommand, type QuotaActions } from "./quotas-command.ts";
import { addSearchCommand, type SearchActions } from "./search-command.ts";
import { addSecretsCommand, type SecretActions } from "./secrets-command.ts";
import { addSettingFlags, type SettingFlag, type SettingSources, settingFlagsOf } from "./setting-flags.ts";
import { addStatusCommands, type StatusActions } from "./status-command.ts";
import { addSuppliersCommand, type SupplierActions } from "./suppliers-command.ts";

export type { SettingFlag, SettingSources } from "./setting-flags.ts";

/** Actions of all commands. Passed in, so that the command line can be tested without a service. */
export interface Actions
  extends AccountActions,
    BackupActions,
    BillingActions,
    KeyActions,
    ListenActions,
    LoginActions,
    PlanActions,
    McpActions,
    QuotaActions,
    SearchActions,
    SecretActions,
    StatusActions,
    SupplierActions {
  start(sources: SettingSources, options: StartOptions): Promise<unknown>;
  migrate(sources: SettingSources): Promise<unknown>;
}

/** Options of `start` that are not settings. */
interface StartOptions {
  /** Starts simulated suppliers in the process. */
  demoSuppliers: boolean;
}

export interface ProgramOptions {
  readonly version: string;
  readonly environment: SettingSources["environment"];
  readonly settings: readonly SettingFlag[];
  readonly actions: Actions;
  /** Receives the completion script, the help and the version. */
  readonly write: (text: string) => unknown;
}

/** Settings that commands other than `start` have as flags: the place of the data. Commands read the others from the environment, too. */
const deploymentVariables: ReadonlySet<string> = new Set(["DATA_DIR", "DATABASE_URL"]);

/**
 * Creates the `wayfare` command. `start` accepts every setting as a flag and passes the text on; the service validates it. Commands throw
 * CommanderError for wrong arguments, after they have printed it.
 */
export function createProgram({ version, environment, settings, actions, write }: ProgramOptions): Command {
  const program = new Command("wayfare")
    .description("Self-hostable flight search API with cash and award prices.")
    .version(version)
    .exitOverride()
    .configureOutput({ writeOut: (text) => void write(text) });
  const addCommand = (name: "start" | "migrate", description: string, flags: readonly SettingFlag[]): Command => {
    const command = program.command(name).description(description).allowExcessArguments(false);
    return addSettingFlags(command, flags).action(async (options: Record<string, unknown>) => {
      const sources = { environment, flags: settingFlagsOf(options, flags) };
      if (name === "migrate") await actions.migrate(sources);
      else await actions.start(sources, { demoSuppliers: options.demoSuppliers === true });
    });
  };
  const deployment = settings.filter(({ variable }) => deploymentVariables.has(variable));
  addCommand("start", "Start the service.", settings).option(
    "--demo-suppliers",
    "Simulate Duffel, seats.aero and Ignav in this process, to try live searches and bookings without a contract.",
  );
  addCommand("migrate", "Apply pending database migrations and exit.", deployment);
  addSearchCommand(program, { environment, actions });
  addListenCommands(program, { environment, actions });
  addMcpCommand(program, { environment, actions });
  addKeysCommand(program, { environment, settings: deployment, actions });
  addLoginCommand(program, { environment, settings: deployment, actions });
  addAccountsCommand(program, { environment, settings: deployment, actions });
  addPlansCommand(program, { environment, settings: deployment, actions });
  addBillingCommand(program, { environment, settings: deployment, actions });
  addQuotasCommand(program, { environment, settings: deployment, actions });
  addBackupCommands(program, { environment, settings: deployment, actions });
  addSecretsCommand(program, { environment, settings: deployment, actions });
  const suppliers = addSuppliersCommand(program, { environment, actions });
  addStatusCommands(program, suppliers, { environment, settings: deployment, actions });
  addCompletionCommand(program, write);
  nameHelp(program, program.name());
  return program;
}

/** Wrong arguments point to the help of their command. */
function nameHelp(command: Command, path: string): void {
  command.showHelpAfterError(`(run ${path} --help for its usage)`);
  for (const each of command.commands) nameHelp(each, `${path} ${each.name()}`);
}
