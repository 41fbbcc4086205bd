import type { Command } from "commander";

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

/** What a command that opens the database is added with. */
export interface CommandContext<Actions> {
  environment: SettingSources["environment"];
  settings: readonly SettingFlag[];
  actions: Actions;
}

/** Lets a command take every setting as a flag. */
export function addSettingFlags(command: Command, settings: readonly SettingFlag[]): Command {
  for (const { flag, variable, description } of settings) {
    command.option(`${flag} <value>`, `${description} (${variable})`);
  }
  return command;
}

/** The settings among the options of a command, by flag: commander names `--data-dir` `dataDir`. */
export function settingFlagsOf(
  given: Readonly<Record<string, unknown>>,
  settings: readonly SettingFlag[],
): Record<string, string> {
  const known = new Set(settings.map(({ flag }) => flag.slice(2)));
  return Object.fromEntries(
    Object.entries(given)
      .map(([name, value]) => [name.replaceAll(/[A-Z]/g, "-$&").toLowerCase(), String(value)] as const)
      .filter(([flag]) => known.has(flag)),
  );
}
