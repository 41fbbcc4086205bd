import { createWriteStream, existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { type AccountCommandResult, parseAccountInput, withOperator, writeAccountExport } from "@wayfare/service";
import { parseSettings, type Settings } from "@wayfare/settings";
import type { AccountActions } from "../commands/accounts-command.ts";
import { CommandError } from "./command-error.ts";
import { renderTable } from "./keys-output.ts";

/** Action of `wayfare accounts` and `wayfare operators`. Arguments are validated before a database is opened. */
export function makeAccountActions({ stdout }: { stdout: { write(text: string): unknown } }): AccountActions {
  return {
    async manageAccounts(sources, args, { json }) {
      const settings = parseSettings(sources);
      const command = parseAccountInput(args);
      const result = await withOperator(settings, (operator) => operator.runAccountCommand(command));
      const isTable = "data" in result && !json;
      stdout.write(isTable ? renderRows(result.data) : `${JSON.stringify(result, null, 2)}\n`);
    },
    async exportAccount(sources, id, file) {
      const settings = parseSettings(sources);
      // The id is validated like that of the other commands.
      const { id: accountId } = parseExportInput(id);
      if (file === "-") return writeAccountExport(settings, { accountId, to: process.stdout });
      if (existsSync(file)) throw new CommandError(`${file} already exists. Choose another file.`);
      await exportToFile(settings, { accountId, file });
    },
  };
}

function parseExportInput(id: string): { id: string } {
  const command = parseAccountInput({ do: "show", id });
  if (command.do !== "show") throw new Error("a command changed while it was parsed");
  return command;
}

/** Writes to a temporary file and renames it when it is complete and flushed. */
async function exportToFile(
  settings: Settings,
  { accountId, file }: { accountId: string; file: string },
): Promise<void> {
  const partial = `${file}.part`;
  const to = createWriteStream(partial, { mode: 0o600, flush: true });
  try {
    await writeAccountExport(settings, { accountId, to });
    await rename(partial, file);
  } catch (error) {
    to.destroy();
    await rm(partial, { force: true });
    throw error;
  }
}

type Rows = Extract<AccountCommandResult, { data: unknown }>["data"];

function renderRows(rows: Rows): string {
  if (rows.length === 0) return "None found.\n";
  const lines = rows.map((row) =>
    "status" in row
      ? [row.id, row.status, row.plan, row.createdAt, row.name]
      : [row.id, row.createdAt, row.expiresAt, row.email],
  );
  const isAccounts = rows.some((row) => "status" in row);
  return renderTable([
    isAccounts ? ["ID", "STATUS", "PLAN", "CREATED", "NAME"] : ["ID", "CREATED", "EXPIRES", "EMAIL"],
    ...lines,
  ]);
}
