import type { Command } from "commander";
import { addSettingFlags, type CommandContext, type SettingSources, settingFlagsOf } from "./setting-flags.ts";

/** Action of `wayfare accounts` and `wayfare operators`. Arguments are passed on as typed; the service validates them. */
export interface AccountActions {
  manageAccounts(
    sources: SettingSources,
    command: Readonly<Record<string, unknown>>,
    print: { json: boolean },
  ): Promise<void>;
  /** @param file `-` writes to standard output. */
  exportAccount(sources: SettingSources, id: string, file: string): Promise<void>;
}

interface AccountOptions {
  name?: string;
  ownerEmail?: string;
  email?: string;
  plan?: string;
  currency?: string;
  keys?: string;
  search?: string;
  status?: string;
  limit?: string;
  reason?: string;
  graceDays?: string;
  confirmName?: string;
  dryRun?: boolean;
  output?: string;
  json?: boolean;
}

/**
 * Adds `accounts create`, `list`, `show`, `suspend`, `resume`, `close`, `set-plan`, `verify-domain`, `release-domain`, `export`, `erase`,
 * `invite`, `invitations`, `withdraw-invitation` and `reset-password`, and `operators add`.
 */
export function addAccountsCommand(
  program: Command,
  { environment, settings, actions }: CommandContext<AccountActions>,
): void {
  const accounts = program.command("accounts").description("Manage the accounts of the deployment.");
  const operators = program.command("operators").description("Manage the operators of the deployment.");
  const add = (group: Command, name: string, description: string): Command =>
    addSettingFlags(group.command(name).description(description).allowExcessArguments(false), settings);
  const run = (options: AccountOptions, command: Record<string, unknown>): Promise<void> => {
    const flags = settingFlagsOf({ ...options }, settings);
    return actions.manageAccounts({ environment, flags }, command, { json: options.json === true });
  };
  addCreate(add(accounts, "create", "Create an account and a link for its owner.")).action((options: AccountOptions) =>
    run(options, { do: "create", ...createdOf(options) }),
  );
  addList(add(accounts, "list", "List accounts, newest first.")).action((options: AccountOptions) => {
    const { search, status, plan, limit } = options;
    return run(options, { do: "list", ...given({ search, status, plan }), ...given({ limit: numberOf(limit) }) });
  });
  const addForAccount = (name: string, description: string) =>
    add(accounts, name, description).argument("<account>", "id of the account");
  addForAccount("show", "Show an account.").action((id: string, options: AccountOptions) =>
    run(options, { do: "show", id }),
  );
  addForAccount("suspend", "Refuse the keys and sessions of an account, and hold its webhooks.")
    .requiredOption("--reason <text>", "reason, kept in the audit logs")
    .action((id: string, options: AccountOptions) =>
      run(options, { do: "suspend", id, ...given({ reason: options.reason }) }),
    );
  addForAccount("resume", "End a suspension or withdraw a closure.").action((id: string, options: AccountOptions) =>
    run(options, { do: "resume", id }),
  );
  addForAccount("close", "Close an account after a grace period.")
    .option("--grace-days <number>", "days until the account is closed (default: 30)")
    .action((id: string, options: AccountOptions) =>
      run(options, { do: "close", id, ...given({ graceDays: numberOf(options.graceDays) }) }),
    );
  addForAccount("set-plan", "Change the plan of an account.")
    .argument("<plan>", "name of the plan")
    .action((id: string, plan: string, options: AccountOptions) => run(options, { do: "set_plan", id, plan }));
  addForAccount("verify-domain", "Verify an email domain of an account for single sign-on, without DNS.")
    .argument("<domain>", "email domain in lower case")
    .action((id: string, domain: string, options: AccountOptions) => run(options, { do: "verify_domain", id, domain }));
  addForAccount("release-domain", "Remove an email domain of an account, so that another account can verify it.")
    .argument("<domain>", "email domain in lower case")
    .action((id: string, domain: string, options: AccountOptions) =>
      run(options, { do: "release_domain", id, domain }),
    );
  addForAccount("export", "Write every row of an account as lines of JSON.")
    .option("--output <file>", "file to create, or - for standard output (default: -)")
    .action((id: string, options: AccountOptions) => {
      const flags = settingFlagsOf({ ...options }, settings);
      return actions.exportAccount({ environment, flags }, id, options.output ?? "-");
    });
  addForAccount("erase", "Erase the personal data of an account. This cannot be undone.")
    .option("--confirm-name <text>", "name of an account that is not closed, to close and erase it now")
    .option("--dry-run", "only count the rows")
    .action((id: string, options: AccountOptions) => {
      const { confirmName, dryRun } = options;
      return run(options, { do: "erase", id, ...given({ confirmName, dryRun }) });
    });
  addPeople((name, description) => add(accounts, name, description), run);
  add(operators, "add", "Make a user an operator of the deployment.")
    .requiredOption("--email <address>", "email address of the user")
    .action((options: AccountOptions) => run(options, { do: "add_operator", ...given({ email: options.email }) }));
}

/** Adds the commands about people who sign up, or who have lost their password. */
function addPeople(
  add: (name: string, description: string) => Command,
  run: (options: AccountOptions, command: Record<string, unknown>) => Promise<void>,
): void {
  add("invite", "Create a link with which a customer creates an account.")
    .requiredOption("--email <address>", "email address of the customer")
    .action((options: AccountOptions) => run(options, { do: "invite", ...given({ email: options.email }) }));
  add("invitations", "List open invitations of customers, newest first.")
    .option("--limit <number>", "maximum number of invitations (default: 50)")
    .option("--json", "print JSON")
    .action((options: AccountOptions) =>
      run(options, { do: "invitations", ...given({ limit: numberOf(options.limit) }) }),
    );
  add("withdraw-invitation", "Withdraw an invitation of a customer.")
    .argument("<invitation>", "id of the invitation")
    .action((id: string, options: AccountOptions) => run(options, { do: "withdraw_invitation", id }));
  add("reset-password", "Create a link with which a user chooses a new password. It ends all sessions of the user.")
    .requiredOption("--email <address>", "email address of the user")
    .action((options: AccountOptions) => run(options, { do: "reset_password", ...given({ email: options.email }) }));
}

function addCreate(command: Command): Command {
  return command
    .requiredOption("--name <text>", "name of the account")
    .requiredOption("--owner-email <address>", "email address of the first owner")
    .option("--plan <name>", "name of the plan (default: free)")
    .option("--currency <code>", "currency of the plans and invoices, such as EUR (default: USD)")
    .option("--keys <list>", "first keys to create: test, live or test,live (default: none)");
}

function addList(command: Command): Command {
  return command
    .option("--search <text>", "only accounts whose name or id contains this text")
    .option("--status <name>", "only active, suspended, closing or closed accounts")
    .option("--plan <name>", "only accounts with this plan")
    .option("--limit <number>", "maximum number of accounts (default: 50)")
    .option("--json", "print JSON");
}

function createdOf({ name, ownerEmail, plan, currency, keys }: AccountOptions): Record<string, unknown> {
  const kinds = keys?.split(",").map((kind) => kind.trim());
  return given({ name, ownerEmail, plan, currency, keys: kinds });
}

/** Returns the options that were given. */
function given(options: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/** Converts digits to a number. Other text is passed on, so that validation reports it. */
function numberOf(text: string | undefined): number | string | undefined {
  return text !== undefined && /^[0-9]+$/.test(text) ? Number(text) : text;
}
