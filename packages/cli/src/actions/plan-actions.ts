import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { type PlanCommandResult, parsePlanInput, withOperator } from "@wayfare/service";
import { parseSettings } from "@wayfare/settings";
import type { PlanActions } from "../commands/plans-command.ts";
import { CommandError } from "./command-error.ts";
import { renderTable } from "./keys-output.ts";

interface PlanActionDeps {
  stdin: NodeJS.ReadableStream;
  stdout: { write(text: string): unknown };
}

/** Action of `wayfare plans`. Arguments are validated before a database is opened. */
export function makePlanActions({ stdin, stdout }: PlanActionDeps): PlanActions {
  return {
    async managePlans(sources, args, { json, file }) {
      const settings = parseSettings(sources);
      const given =
        file === undefined
          ? {}
          : { plan: parseJson(await (file === "-" ? text(stdin) : readFile(file, "utf8")), file) };
      const command = parsePlanInput({ ...args, ...given });
      const result = await withOperator(settings, (operator) => operator.runPlanCommand(command));
      const isTable = "data" in result && !json;
      stdout.write(isTable ? renderPlans(result.data) : `${JSON.stringify(result, null, 2)}\n`);
    },
  };
}

function parseJson(source: string, file: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    throw new CommandError(`${file === "-" ? "Standard input" : file} is not valid JSON.`);
  }
}

type Plans = Extract<PlanCommandResult, { data: unknown }>["data"];

function renderPlans(plans: Plans): string {
  const rows = plans.map(({ name, visibility, retiredAt, current }) => [
    name,
    String(current.version),
    retiredAt === null ? visibility : "retired",
    `${current.price.amount} ${current.price.currency}`,
    String(current.searchesIncluded),
    current.title,
  ]);
  return renderTable([["NAME", "VERSION", "VISIBILITY", "PRICE", "SEARCHES", "TITLE"], ...rows]);
}
