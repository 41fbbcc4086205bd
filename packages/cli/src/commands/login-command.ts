import type { Command } from "commander";
import { addSettingFlags, type CommandContext, type SettingSources, settingFlagsOf } from "./setting-flags.ts";

/** Action of `wayfare login-link`. Arguments are passed on as typed; the service validates them. */
export interface LoginActions {
  createLoginLink(
    sources: SettingSources,
    input: { email?: string; accountId?: string },
    print: { json: boolean },
  ): Promise<void>;
}

interface LoginOptions {
  email?: string;
  account?: string;
  json?: boolean;
}

/** Adds `login-link`. */
export function addLoginCommand(
  program: Command,
  { environment, settings, actions }: CommandContext<LoginActions>,
): void {
  const command = program
    .command("login-link")
    .description("Create a one-time link to sign in to the portal. It expires after an hour.")
    .allowExcessArguments(false)
    .option("--email <address>", "user to sign in (default: the first owner of the account)")
    .option("--account <id>", "account (default: the oldest)")
    .option("--json", "print JSON");
  addSettingFlags(command, settings).action(async (options: LoginOptions) => {
    const { email, account, json } = options;
    const input = {
      ...(email === undefined ? {} : { email }),
      ...(account === undefined ? {} : { accountId: account }),
    };
    const flags = settingFlagsOf({ ...options }, settings);
    await actions.createLoginLink({ environment, flags }, input, { json: json === true });
  });
}
