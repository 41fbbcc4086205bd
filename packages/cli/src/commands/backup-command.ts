import type { Command } from "commander";
import { addSettingFlags, type CommandContext, type SettingSources, settingFlagsOf } from "./setting-flags.ts";

/** Actions of the commands for the whole deployment. */
export interface BackupActions {
  backup(sources: SettingSources, file: string, options: { passphraseFile?: string }): Promise<void>;
  restore(
    sources: SettingSources,
    file: string,
    options: { passphraseFile?: string; verifies: boolean },
  ): Promise<void>;
  resume(sources: SettingSources): Promise<void>;
  moveDatabase(sources: SettingSources, to: string): Promise<void>;
  runDoctor(sources: SettingSources, print: { json: boolean }): Promise<void>;
}

/** Options as parsed by commander. */
interface CommandOptions {
  passphraseFile?: string;
  verify?: boolean;
  to?: string;
  json?: boolean;
}

const passphraseHelp = "file with the passphrase (default: WAYFARE_BACKUP_PASSPHRASE, or a prompt)";

/** Adds `backup`, `restore`, `resume`, `migrate-database` and `doctor`. */
export function addBackupCommands(
  program: Command,
  { environment, settings, actions }: CommandContext<BackupActions>,
): void {
  const addCommand = (usage: string, description: string): Command =>
    program.command(usage).description(description).allowExcessArguments(false);
  const sourcesOf = (options: CommandOptions) => ({ environment, flags: settingFlagsOf({ ...options }, settings) });
  const passphraseOf = ({ passphraseFile }: CommandOptions) => (passphraseFile === undefined ? {} : { passphraseFile });

  addSettingFlags(
    addCommand("backup <file>", "Write an encrypted backup of the deployment (- for standard output).").option(
      "--passphrase-file <path>",
      passphraseHelp,
    ),
    settings,
  ).action((file: string, options: CommandOptions) => actions.backup(sourcesOf(options), file, passphraseOf(options)));

  addSettingFlags(
    addCommand("restore <file>", "Restore a backup into an empty DATA_DIR or DATABASE_URL (- for standard input).")
      .option("--passphrase-file <path>", passphraseHelp)
      .option("--verify", "read all data back and compare checksums before committing"),
    settings,
  ).action((file: string, options: CommandOptions) =>
    actions.restore(sourcesOf(options), file, { ...passphraseOf(options), verifies: options.verify === true }),
  );

  addSettingFlags(
    addCommand("resume", "Resume webhook deliveries, live bookings and payments after a restore."),
    settings,
  ).action((options: CommandOptions) => actions.resume(sourcesOf(options)));

  addSettingFlags(
    addCommand("migrate-database", "Copy the embedded database of a stopped deployment to PostgreSQL.").requiredOption(
      "--to <url>",
      "URL of an empty PostgreSQL database, postgres://user@host:5432/name (password in PGPASSWORD)",
    ),
    settings,
  ).action((options: CommandOptions) => actions.moveDatabase(sourcesOf(options), options.to ?? ""));

  addSettingFlags(
    addCommand("doctor", "Check the settings, files, database and secrets of the deployment.").option(
      "--json",
      "print JSON",
    ),
    settings,
  ).action((options: CommandOptions) => actions.runDoctor(sourcesOf(options), { json: options.json === true }));
}
