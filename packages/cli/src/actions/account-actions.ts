import { type AccountCommandResult, parseAccountInput, parseSettings, withOperator } from "@wayfare/service";
import type { AccountActions } from "../commands/accounts-command.ts";
import { renderTable } from "./keys-output.ts";

/** Action of `wayfare accounts` and `wayfare operators`. Arguments are validated before a database is opened. */
export function makeAccountActions({ stdout }: { stdout: { write(text: string): unknown } }): AccountActions {
  return {
    async manageAccounts(sources, args, { json }) {
      const settings = parseSettings(sources);
      const command = parseAccountInput(args);
      const result = await withOperator(settings, (operator) => operator.runAccountCommand(command));
      const isTable = "data" in result && !json;
      stdout.write(isTable ? renderAccounts(result.data) : `${JSON.stringify(result, null, 2)}\n`);
    },
  };
}

type Accounts = Extract<AccountCommandResult, { data: unknown }>["data"];

function renderAccounts(accounts: Accounts): string {
  if (accounts.length === 0) return "No accounts found.\n";
  const rows = accounts.map(({ id, status, plan, createdAt, name }) => [id, status, plan, createdAt, name]);
  return renderTable([["ID", "STATUS", "PLAN", "CREATED", "NAME"], ...rows]);
}
