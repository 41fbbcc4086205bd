import type { Command } from "commander";
import { addSettingFlags, type CommandContext, type SettingSources, settingFlagsOf } from "./setting-flags.ts";

/** What the commands do that concern the deployment as a whole. */
export interface BackupActions {
  backup(sources: SettingSources, file: string, options: { passphraseFile?: string }): Promise<void>;
  restore(
    sources: SettingSources,
    file: string,
    options: { passphraseFile?: string; verifies: boolean },
  ): Promise<void>;
  resume(sources: SettingSources): Promise<void>;
  moveDatabase(sources: SettingSources, to: string): Promise<void>;
  examine(sources: SettingSources, print: { json: boolean }): Promise<void>;
}

interface GivenOptions {
  passphraseFile?: string;
  verify?: boolean;
  to?: string;
  json?: boolean;
}

const passphraseHelp = "file that holds the passphrase; otherwise WAYFARE_BACKUP_PASSPHRASE, or a prompt";

/** Adds `backup`, `restore`, `resume`, `migrate-database` and `doctor`. */
export function addBackupCommands(
  program: Command,
  { environment, settings, actions }: CommandContext<BackupActions>,
): void {
  const addCommand = (usage: string, description: string): Command =>
    program.command(usage).description(description).allowExcessArguments(false);
  const sourcesOf = (given: GivenOptions) => ({ environment, flags: settingFlagsOf({ ...given }, settings) });
  const passphraseOf = ({ passphraseFile }: GivenOptions) => (passphraseFile === undefined ? {} : { passphraseFile });

  addSettingFlags(
    addCommand("backup <file>", "Write an encrypted backup of the deployment; - for standard output.").option(
      "--passphrase-file <path>",
      passphraseHelp,
    ),
    settings,
  ).action((file: string, given: GivenOptions) => actions.backup(sourcesOf(given), file, passphraseOf(given)));

  addSettingFlags(
    addCommand("restore <file>", "Restore a backup into an empty DATA_DIR or DATABASE_URL; - for standard input.")
      .option("--passphrase-file <path>", passphraseHelp)
      .option("--verify", "read everything back and compare it before the restore is committed"),
    settings,
  ).action((file: string, given: GivenOptions) =>
    actions.restore(sourcesOf(given), file, { ...passphraseOf(given), verifies: given.verify === true }),
  );

  addSettingFlags(
    addCommand("resume", "Turn deliveries, live bookings and payments on again after a restore."),
    settings,
  ).action((given: GivenOptions) => actions.resume(sourcesOf(given)));

  addSettingFlags(
    addCommand(
      "migrate-database",
      "Copy the embedded database of a stopped deployment into PostgreSQL.",
    ).requiredOption(
      "--to <url>",
      "empty PostgreSQL database, postgres://user@host:5432/name; PGPASSWORD may hold the password",
    ),
    settings,
  ).action((given: GivenOptions) => actions.moveDatabase(sourcesOf(given), given.to ?? ""));

  addSettingFlags(
    addCommand("doctor", "Check settings, files, database and secrets of a deployment.").option(
      "--json",
      "print one JSON document and nothing else",
    ),
    settings,
  ).action((given: GivenOptions) => actions.examine(sourcesOf(given), { json: given.json === true }));
}
