import type { Command } from "commander";
import { addSettingFlags, type CommandContext, type SettingSources, settingFlagsOf } from "./setting-flags.ts";

/** Actions of `wayfare secrets`. */
export interface SecretActions {
  readSecrets(sources: SettingSources, print: Print): Promise<void>;
  rotateSecrets(sources: SettingSources, print: Print): Promise<void>;
  dropSecret(sources: SettingSources, id: string, print: Print): Promise<void>;
}

interface Print {
  /** Prints JSON instead of text. */
  json: boolean;
}

/** Adds `secrets status`, `secrets rotate` and `secrets drop`. */
export function addSecretsCommand(
  program: Command,
  { environment, settings, actions }: CommandContext<SecretActions>,
): void {
  const secrets = program.command("secrets").description("Rotate server secrets.");
  const addCommand = (name: string, description: string): Command =>
    addSettingFlags(
      secrets.command(name).description(description).allowExcessArguments(false).option("--json", "print JSON"),
      settings,
    );
  const sourcesOf = (options: { json?: boolean }): SettingSources => ({
    environment,
    flags: settingFlagsOf({ ...options }, settings),
  });
  const printOf = ({ json }: { json?: boolean }): Print => ({ json: json === true });
  addCommand("status", "Show the data and API keys that use each server secret.").action(
    (options: { json?: boolean }) => actions.readSecrets(sourcesOf(options), printOf(options)),
  );
  addCommand("rotate", "Encrypt all data with the first server secret. Safe to interrupt and repeat.").action(
    (options: { json?: boolean }) => actions.rotateSecrets(sourcesOf(options), printOf(options)),
  );
  addCommand("drop", "Drop a server secret and revoke the API keys that still need it.")
    .argument("<id>", "id of the server secret")
    .action((id: string, options: { json?: boolean }) => actions.dropSecret(sourcesOf(options), id, printOf(options)));
}
