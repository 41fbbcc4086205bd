import { DomainError } from "@wayfare/service";
import { Command } from "commander";
import { addBackupCommands, type BackupActions } from "./backup-command.ts";
import { addBillingCommand, type BillingActions } from "./billing-command.ts";
import { addKeysCommand, flagOfMember, type KeyActions } from "./keys-command.ts";
import { addLoginCommand, type LoginActions } from "./login-command.ts";
import { addQuotasCommand, type QuotaActions } from "./quotas-command.ts";
import { addSecretsCommand, type SecretActions } from "./secrets-command.ts";
import { addSettingFlags, type SettingFlag, type SettingSources, settingFlagsOf } from "./setting-flags.ts";

export type { SettingFlag, SettingSources } from "./setting-flags.ts";

/** What the commands do. Handed in, so that the command line can be tested without a service. */
export interface Actions extends BackupActions, BillingActions, KeyActions, LoginActions, QuotaActions, SecretActions {
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
  const addCommand = (name: "start" | "migrate", description: string): void => {
    const command = program.command(name).description(description).allowExcessArguments(false);
    addSettingFlags(command, settings).action(async (given: Record<string, unknown>) => {
      await actions[name]({ environment, flags: settingFlagsOf(given, settings) });
    });
  };
  addCommand("start", "Run the service until it is told to stop.");
  addCommand("migrate", "Bring the database's schema up to date and stop, ahead of a start.");
  addBackupCommands(program, { environment, settings, actions });
  addBillingCommand(program, { environment, settings, actions });
  addKeysCommand(program, { environment, settings, actions });
  addLoginCommand(program, { environment, settings, actions });
  addQuotasCommand(program, { environment, settings, actions });
  addSecretsCommand(program, { environment, settings, actions });
  return program;
}

/** Faults of the operator's doing: the message says what to do, and a stack would only hide it. */
const plainErrors = new Set([
  "SettingsError",
  "ServerSecretError",
  "DataDirectoryError",
  "DatabaseError",
  "MigrationError",
  "AdminSocketError",
  "ArchiveError",
  "BackupError",
  "CommandError",
  "SealError",
  "TargetNotEmptyError",
]);

/** What to print when a command fails. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return `wayfare: ${String(error)}`;
  if (error instanceof DomainError) return `wayfare: ${describeProblem(error)}`;
  if (plainErrors.has(error.name)) return `wayfare: ${error.message}`;
  // A port that is taken, a file that cannot be read: the system's message names it.
  if ("syscall" in error && typeof error.syscall === "string") return `wayfare: ${error.message}`;
  return `wayfare: ${error.stack ?? error.message}`;
}

/** Every fault, with the flag that it is about. */
function describeProblem({ message, errors }: DomainError): string {
  const faults = (errors ?? []).map(({ pointer, detail }) => {
    const flag = flagOfMember[pointer.split("/")[1] ?? ""];
    return flag === undefined ? detail : `${flag}: ${detail}`;
  });
  if (faults.length > 1) return `the arguments cannot be used:\n${faults.map((fault) => `  ${fault}`).join("\n")}`;
  return faults[0] ?? message;
}
