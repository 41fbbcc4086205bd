import { type Command, Option } from "commander";

/** A setting as a command-line flag. */
export interface SettingFlag {
  /** `--data-dir` */
  readonly flag: string;
  /** `DATA_DIR` */
  readonly variable: string;
  readonly description: string;
  /** Secrets are refused as flags. */
  readonly secret: boolean;
}

/** Sources of settings. Flags, by name without dashes, override environment variables. */
export interface SettingSources {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly flags: Readonly<Record<string, string>>;
}

/** Context of commands that open the database. */
export interface CommandContext<Actions> {
  environment: SettingSources["environment"];
  settings: readonly SettingFlag[];
  actions: Actions;
}

/** Adds every setting as a flag to a command. Flags of secrets are hidden; the service refuses them with the reason. */
export function addSettingFlags(command: Command, settings: readonly SettingFlag[]): Command {
  for (const { flag, variable, description, secret } of settings) {
    command.addOption(new Option(`${flag} <value>`, `${description} (${variable})`).hideHelp(secret));
  }
  return command;
}

/** Returns the settings among the options of a command, by flag. Commander names `--data-dir` `dataDir`. */
export function settingFlagsOf(
  options: Readonly<Record<string, unknown>>,
  settings: readonly SettingFlag[],
): Record<string, string> {
  const known = new Set(settings.map(({ flag }) => flag.slice(2)));
  return Object.fromEntries(
    Object.entries(options)
      .map(([name, value]) => [name.replaceAll(/[A-Z]/g, "-$&").toLowerCase(), String(value)] as const)
      .filter(([flag]) => known.has(flag)),
  );
}
