import type { Command } from "commander";
import { addSettingFlags, type CommandContext, type SettingSources, settingFlagsOf } from "./setting-flags.ts";

/** Action of `wayfare audit`, `queues`, `suppliers list` and `health`. Arguments are passed on as typed; the service validates them. */
export interface StatusActions {
  showStatus(
    sources: SettingSources,
    command: Readonly<Record<string, unknown>>,
    print: { json: boolean },
  ): Promise<void>;
}

interface StatusOptions {
  account?: string;
  actor?: string;
  type?: string;
  from?: string;
  to?: string;
  limit?: string;
  json?: boolean;
}

/** Adds `audit`, `queues` and `health`, and `list` to the group `suppliers`. */
export function addStatusCommands(
  program: Command,
  suppliers: Command,
  { environment, settings, actions }: CommandContext<StatusActions>,
): void {
  const add = (group: Command, name: string, description: string): Command =>
    addSettingFlags(group.command(name).description(description).allowExcessArguments(false), settings).option(
      "--json",
      "print JSON",
    );
  const run = (options: StatusOptions, command: Record<string, unknown>): Promise<void> => {
    const flags = settingFlagsOf({ ...options }, settings);
    return actions.showStatus({ environment, flags }, command, { json: options.json === true });
  };
  add(program, "audit", "List audit events of all accounts, newest first.")
    .option("--account <id>", "only events in the audit log of this account")
    .option("--actor <id>", "only events caused by this key or user")
    .option("--type <name>", "only events of this type, such as key.revoked")
    .option("--from <time>", "only events at or after this date or timestamp")
    .option("--to <time>", "only events before this date or timestamp")
    .option("--limit <number>", "maximum number of events (default: 50)")
    .action((options: StatusOptions) => run(options, { do: "audit", ...auditOf(options) }));
  add(program, "queues", "Show the background work of the deployment that is not done yet.").action(
    (options: StatusOptions) => run(options, { do: "queues" }),
  );
  add(suppliers, "list", "List live suppliers with budget and results of today, over all accounts.").action(
    (options: StatusOptions) => run(options, { do: "suppliers" }),
  );
  add(program, "health", "Show the state of the service and of the database.").action((options: StatusOptions) =>
    run(options, { do: "health" }),
  );
}

function auditOf({ account, actor, type, from, to, limit }: StatusOptions): Record<string, unknown> {
  const number = limit !== undefined && /^[0-9]+$/.test(limit) ? Number(limit) : limit;
  const given = { accountId: account, actorId: actor, type, from, to, limit: number };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
