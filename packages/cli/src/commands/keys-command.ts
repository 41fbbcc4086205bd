import type { Command } from "commander";
import { addSettingFlags, type CommandContext, type SettingSources, settingFlagsOf } from "./setting-flags.ts";

/** Actions of `wayfare keys`. Arguments are passed on as typed; the service validates them. */
export interface KeyActions {
  createKey(sources: SettingSources, input: CreateKeyInput, options: Print & { creates: boolean }): Promise<void>;
  listKeys(sources: SettingSources, filter: ListKeysInput, print: Print): Promise<void>;
  revokeKey(sources: SettingSources, id: string, options: { accountId?: string }, print: Print): Promise<void>;
}

/** Options that were not given are absent. */
interface CreateKeyInput {
  environment?: string;
  scopes?: string[];
  name?: string;
  applicationId?: string;
  ipAllowlist?: string[];
  expiresAt?: string;
  usageLimits?: { searches?: UsageLimitInput; bookings?: UsageLimitInput };
  accountId?: string;
}

interface UsageLimitInput {
  max: number;
  period: string;
}

interface ListKeysInput {
  environment?: string;
  status?: string;
  idle?: boolean;
  accountId?: string;
}

interface Print {
  /** Prints JSON instead of text. */
  json: boolean;
}

/** Options as parsed by commander. */
interface KeyOptions {
  environment?: string;
  scopes?: string;
  name?: string;
  application?: string;
  allow?: string;
  expiresAt?: string;
  maxSearches?: string;
  maxBookings?: string;
  account?: string;
  status?: string;
  idle?: boolean;
  create?: boolean;
  json?: boolean;
}

/** Flag of each input member, for validation errors of the service. */
export const flagByMember: Readonly<Record<string, string>> = {
  environment: "--environment",
  scopes: "--scopes",
  name: "--name",
  applicationId: "--application",
  ipAllowlist: "--allow",
  expiresAt: "--expires-at",
  usageLimits: "--max-searches or --max-bookings",
  accountId: "--account",
  status: "--status",
  idle: "--idle",
  email: "--email",
  ownerEmail: "--owner-email",
  plan: "--plan",
  currency: "--currency",
  keys: "--keys",
  search: "--search",
  limit: "--limit",
  reason: "--reason",
  graceDays: "--grace-days",
};

/** Adds `keys create`, `keys list` and `keys revoke`. */
export function addKeysCommand(program: Command, { environment, settings, actions }: CommandContext<KeyActions>): void {
  const keys = program.command("keys").description("Create, list and revoke API keys.");
  const sourcesOf = (options: KeyOptions): SettingSources => ({
    environment,
    flags: settingFlagsOf({ ...options }, settings),
  });
  const addCommand = (name: string, description: string): Command =>
    keys.command(name).description(description).allowExcessArguments(false);
  const finish = (command: Command): Command =>
    addSettingFlags(
      command.option("--account <id>", "account (default: the oldest)").option("--json", "print JSON"),
      settings,
    );
  finish(addCreateOptions(addCommand("create", "Create a key. Its secret is printed once."))).action(
    (options: KeyOptions) =>
      actions.createKey(sourcesOf(options), createInputOf(options), {
        ...printOf(options),
        creates: options.create === true,
      }),
  );
  finish(addListOptions(addCommand("list", "List keys, newest first."))).action((options: KeyOptions) =>
    actions.listKeys(sourcesOf(options), listInputOf(options), printOf(options)),
  );
  finish(
    addCommand("revoke", "Revoke a key. It keeps working for 60 seconds.").argument("<id>", "id of the key"),
  ).action((id: string, options: KeyOptions) =>
    actions.revokeKey(sourcesOf(options), id, accountOf(options), printOf(options)),
  );
}

function addCreateOptions(command: Command): Command {
  return command
    .option("--environment <kind>", "kind of key: test, live or service")
    .option("--scopes <list>", "scopes of the key, comma-separated")
    .option("--name <text>", "display name")
    .option("--application <id>", "application in the same environment")
    .option("--allow <list>", "IP allowlist: CIDR ranges, comma-separated (default: every address)")
    .option("--expires-at <time>", "expiration time, such as 2027-06-30T00:00:00Z")
    .option("--max-searches <limit>", "usage limit, such as 200/day or 5000/month (default: none)")
    .option("--max-bookings <limit>", "usage limit, such as 5/day (default: none)")
    .option("--create", "create the database if there is none in DATA_DIR");
}

function addListOptions(command: Command): Command {
  return command
    .option("--environment <kind>", "only test, live or service keys")
    .option("--status <status>", "only active, revoking, revoked or expired keys")
    .option("--idle", "only active keys that have not been used for 90 days");
}

function createInputOf({
  environment,
  scopes,
  name,
  application,
  allow,
  expiresAt,
  maxSearches,
  maxBookings,
  ...options
}: KeyOptions): CreateKeyInput {
  const usageLimits = {
    ...(maxSearches === undefined ? {} : { searches: limitOf(maxSearches) }),
    ...(maxBookings === undefined ? {} : { bookings: limitOf(maxBookings) }),
  };
  return {
    ...(environment === undefined ? {} : { environment }),
    ...(scopes === undefined ? {} : { scopes: listOf(scopes) }),
    ...(name === undefined ? {} : { name }),
    ...(application === undefined ? {} : { applicationId: application }),
    ...(allow === undefined ? {} : { ipAllowlist: listOf(allow) }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(Object.keys(usageLimits).length === 0 ? {} : { usageLimits }),
    ...accountOf(options),
  };
}

function listInputOf({ environment, status, idle, ...options }: KeyOptions): ListKeysInput {
  return {
    ...(environment === undefined ? {} : { environment }),
    ...(status === undefined ? {} : { status }),
    ...(idle === undefined ? {} : { idle }),
    ...accountOf(options),
  };
}

function accountOf({ account }: KeyOptions): { accountId?: string } {
  return account === undefined ? {} : { accountId: account };
}

function printOf({ json }: KeyOptions): Print {
  return { json: json === true };
}

/** Reads a limit such as `200/day`. The service rejects other values. */
function limitOf(text: string): UsageLimitInput {
  const [max = "", period = ""] = text.split("/").map((part) => part.trim());
  return { max: max === "" ? Number.NaN : Number(max), period };
}

function listOf(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
