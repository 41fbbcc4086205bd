import type { Command } from "commander";
import { addSettingFlags, type CommandContext, type SettingSources, settingFlagsOf } from "./setting-flags.ts";

/** What `wayfare login-link` does. What is asked for is handed on as it was typed; the service checks it. */
export interface LoginActions {
  createLoginLink(
    sources: SettingSources,
    order: { email?: string; accountId?: string },
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
    .description("Make a link that signs in to the portal, once and within an hour.")
    .allowExcessArguments(false)
    .option("--email <address>", "who is to sign in; the account's first owner by default")
    .option("--account <id>", "account; the oldest by default")
    .option("--json", "print one JSON document and nothing else");
  addSettingFlags(command, settings).action(async (given: LoginOptions) => {
    const { email, account, json } = given;
    const order = {
      ...(email === undefined ? {} : { email }),
      ...(account === undefined ? {} : { accountId: account }),
    };
    const flags = settingFlagsOf({ ...given }, settings);
    await actions.createLoginLink({ environment, flags }, order, { json: json === true });
  });
}
