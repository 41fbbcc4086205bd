import type { Command } from "commander";
import { addSettingFlags, type CommandContext, type SettingSources, settingFlagsOf } from "./setting-flags.ts";

/** What `wayfare keys` does. What is asked for is handed on as it was typed; the service checks it. */
export interface KeyActions {
  createKey(sources: SettingSources, order: GivenOrder, print: Print): Promise<void>;
  listKeys(sources: SettingSources, question: GivenQuestion, print: Print): Promise<void>;
  revokeKey(sources: SettingSources, id: string, given: { accountId?: string }, print: Print): Promise<void>;
}

/** Members that were not given are missing. */
interface GivenOrder {
  environment?: string;
  scopes?: string[];
  name?: string;
  applicationId?: string;
  ipAllowlist?: string[];
  expiresAt?: string;
  accountId?: string;
}

interface GivenQuestion {
  environment?: string;
  status?: string;
  idle?: boolean;
  accountId?: string;
}

interface Print {
  /** One JSON document instead of lines for people. */
  json: boolean;
}

/** Options of the commands as commander hands them over. */
interface KeyOptions {
  environment?: string;
  scopes?: string;
  name?: string;
  application?: string;
  allow?: string;
  expiresAt?: string;
  account?: string;
  status?: string;
  idle?: boolean;
  json?: boolean;
}

/** Which flag a fault of the service's is about, by the member that it names. */
export const flagOfMember: Readonly<Record<string, string>> = {
  environment: "--environment",
  scopes: "--scopes",
  name: "--name",
  applicationId: "--application",
  ipAllowlist: "--allow",
  expiresAt: "--expires-at",
  accountId: "--account",
  status: "--status",
  idle: "--idle",
  email: "--email",
};

/** Adds `keys create`, `keys list` and `keys revoke`. */
export function addKeysCommand(program: Command, { environment, settings, actions }: CommandContext<KeyActions>): void {
  const keys = program.command("keys").description("Make, list and revoke API keys, as the operator.");
  const sourcesOf = (given: KeyOptions): SettingSources => ({
    environment,
    flags: settingFlagsOf({ ...given }, settings),
  });
  const addCommand = (name: string, description: string): Command =>
    keys.command(name).description(description).allowExcessArguments(false);
  const finish = (command: Command): Command =>
    addSettingFlags(
      command
        .option("--account <id>", "account; the oldest by default")
        .option("--json", "print one JSON document and nothing else"),
      settings,
    );
  finish(describeOrder(addCommand("create", "Make a key. Its secret is printed once."))).action((given: KeyOptions) =>
    actions.createKey(sourcesOf(given), orderOf(given), printOf(given)),
  );
  finish(describeQuestion(addCommand("list", "List keys, newest first."))).action((given: KeyOptions) =>
    actions.listKeys(sourcesOf(given), questionOf(given), printOf(given)),
  );
  finish(
    addCommand("revoke", "Revoke a key; it answers for 60 seconds more.").argument("<id>", "id of the key"),
  ).action((id: string, given: KeyOptions) =>
    actions.revokeKey(sourcesOf(given), id, accountOf(given), printOf(given)),
  );
}

function describeOrder(command: Command): Command {
  return command
    .option("--environment <kind>", "kind of key: test, live or service")
    .option("--scopes <list>", "what the key may do, comma-separated")
    .option("--name <text>", "name, for people")
    .option("--application <id>", "application of the same environment")
    .option("--allow <list>", "CIDR ranges that may call, comma-separated; none lets every address in")
    .option("--expires-at <instant>", "from when on the key is refused, such as 2027-06-30T00:00:00Z");
}

function describeQuestion(command: Command): Command {
  return command
    .option("--environment <kind>", "only test, live or service keys")
    .option("--status <status>", "only active, revoking, revoked or expired keys")
    .option("--idle", "only keys that can be used and have not been for 90 days");
}

function orderOf({ environment, scopes, name, application, allow, expiresAt, ...given }: KeyOptions): GivenOrder {
  return {
    ...(environment === undefined ? {} : { environment }),
    ...(scopes === undefined ? {} : { scopes: listOf(scopes) }),
    ...(name === undefined ? {} : { name }),
    ...(application === undefined ? {} : { applicationId: application }),
    ...(allow === undefined ? {} : { ipAllowlist: listOf(allow) }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...accountOf(given),
  };
}

function questionOf({ environment, status, idle, ...given }: KeyOptions): GivenQuestion {
  return {
    ...(environment === undefined ? {} : { environment }),
    ...(status === undefined ? {} : { status }),
    ...(idle === undefined ? {} : { idle }),
    ...accountOf(given),
  };
}

function accountOf({ account }: KeyOptions): { accountId?: string } {
  return account === undefined ? {} : { accountId: account };
}

function printOf({ json }: KeyOptions): Print {
  return { json: json === true };
}

function listOf(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
