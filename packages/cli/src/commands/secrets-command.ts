import type { Command } from "commander";
import { addSettingFlags, type CommandContext, type SettingSources, settingFlagsOf } from "./setting-flags.ts";

/** What `wayfare secrets` does. */
export interface SecretActions {
  readSecrets(sources: SettingSources, print: Print): Promise<void>;
  rotateSecrets(sources: SettingSources, print: Print): Promise<void>;
  dropSecret(sources: SettingSources, id: string, print: Print): Promise<void>;
}

interface Print {
  /** One JSON document instead of lines for people. */
  json: boolean;
}

/** Adds `secrets status`, `secrets rotate` and `secrets drop`. */
export function addSecretsCommand(
  program: Command,
  { environment, settings, actions }: CommandContext<SecretActions>,
): void {
  const secrets = program.command("secrets").description("Replace server secrets, as the operator.");
  const addCommand = (name: string, description: string): Command =>
    addSettingFlags(
      secrets
        .command(name)
        .description(description)
        .allowExcessArguments(false)
        .option("--json", "print one JSON document and nothing else"),
      settings,
    );
  const sourcesOf = (given: { json?: boolean }): SettingSources => ({
    environment,
    flags: settingFlagsOf({ ...given }, settings),
  });
  const printOf = ({ json }: { json?: boolean }): Print => ({ json: json === true });
  addCommand("status", "Show what still uses which server secret.").action((given: { json?: boolean }) =>
    actions.readSecrets(sourcesOf(given), printOf(given)),
  );
  addCommand("rotate", "Seal everything under the first server secret. Safe to interrupt and to repeat.").action(
    (given: { json?: boolean }) => actions.rotateSecrets(sourcesOf(given), printOf(given)),
  );
  addCommand("drop", "Give up a server secret: revokes the API keys that still need it.")
    .argument("<id>", "id of the server secret")
    .action((id: string, given: { json?: boolean }) => actions.dropSecret(sourcesOf(given), id, printOf(given)));
}
