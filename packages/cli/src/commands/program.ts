import { DomainError } from "@wayfare/service";
import { Command } from "commander";
import { addBackupCommands, type BackupActions } from "./backup-command.ts";
import { addBillingCommand, type BillingActions } from "./billing-command.ts";
import { addKeysCommand, flagByMember, type KeyActions } from "./keys-command.ts";
import { addListenCommands, type ListenActions } from "./listen-command.ts";
import { addLoginCommand, type LoginActions } from "./login-command.ts";
import { addQuotasCommand, type QuotaActions } from "./quotas-command.ts";
import { addSecretsCommand, type SecretActions } from "./secrets-command.ts";
import { addSettingFlags, type SettingFlag, type SettingSources, settingFlagsOf } from "./setting-flags.ts";
import { addSuppliersCommand, type SupplierActions } from "./suppliers-command.ts";

export type { SettingFlag, SettingSources } from "./setting-flags.ts";

/** Actions of all commands. Passed in, so that the command line can be tested without a service. */
export interface Actions
  extends BackupActions,
    BillingActions,
    KeyActions,
    ListenActions,
    LoginActions,
    QuotaActions,
    SecretActions,
    SupplierActions {
  start(sources: SettingSources): Promise<unknown>;
  migrate(sources: SettingSources): Promise<unknown>;
}

export interface ProgramOptions {
  readonly version: string;
  readonly environment: SettingSources["environment"];
  readonly settings: readonly SettingFlag[];
  readonly actions: Actions;
}

/** Creates the `wayfare` command. Its commands accept every setting as a flag and pass the text on; the service validates it. */
export function createProgram({ version, environment, settings, actions }: ProgramOptions): Command {
  const program = new Command("wayfare")
    .description("Self-hostable flight search API with cash and award prices.")
    .version(version)
    .showHelpAfterError("(run wayfare --help for a list of commands)");
  const addCommand = (name: "start" | "migrate", description: string): void => {
    const command = program.command(name).description(description).allowExcessArguments(false);
    addSettingFlags(command, settings).action(async (options: Record<string, unknown>) => {
      await actions[name]({ environment, flags: settingFlagsOf(options, settings) });
    });
  };
  addCommand("start", "Start the service.");
  addCommand("migrate", "Apply pending database migrations and exit.");
  addBackupCommands(program, { environment, settings, actions });
  addBillingCommand(program, { environment, settings, actions });
  addKeysCommand(program, { environment, settings, actions });
  addListenCommands(program, { environment, actions });
  addLoginCommand(program, { environment, settings, actions });
  addQuotasCommand(program, { environment, settings, actions });
  addSecretsCommand(program, { environment, settings, actions });
  addSuppliersCommand(program, { environment, actions });
  return program;
}

/** Errors that the operator can fix. The message says how, so the stack is omitted. */
const operatorErrors = new Set([
  "SettingsError",
  "ServerSecretError",
  "DataDirectoryError",
  "DatabaseError",
  "MigrationError",
  "AdminSocketError",
  "ArchiveError",
  "BackupError",
  "CommandError",
  // Errors of the client, whose messages contain no key.
  "ApiError",
  "AuthenticationError",
  "ConflictError",
  "ConnectionError",
  "InvalidResponseError",
  "PermissionError",
  "RateLimitError",
  "ServiceError",
  "TimeoutError",
  "ValidationError",
  "SealError",
  "TargetNotEmptyError",
]);

/** Formats the error of a failed command. */
export function formatError(error: unknown): string {
  if (!(error instanceof Error)) return `wayfare: ${String(error)}`;
  if (error instanceof DomainError) return `wayfare: ${formatDomainError(error)}`;
  if (operatorErrors.has(error.name)) return `wayfare: ${error.message}`;
  // System errors such as a port in use or an unreadable file have a clear message.
  if ("syscall" in error && typeof error.syscall === "string") return `wayfare: ${error.message}`;
  return `wayfare: ${error.stack ?? error.message}`;
}

/** Lists every validation error with its flag. */
function formatDomainError({ message, errors }: DomainError): string {
  const messages = (errors ?? []).map(({ pointer, detail }) => {
    const flag = flagByMember[pointer.split("/")[1] ?? ""];
    return flag === undefined ? detail : `${flag}: ${detail}`;
  });
  if (messages.length > 1) return `invalid arguments:\n${messages.map((each) => `  ${each}`).join("\n")}`;
  return messages[0] ?? message;
}
