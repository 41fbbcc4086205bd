import type { Command } from "commander";
import { addSettingFlags, type CommandContext, type SettingSources, settingFlagsOf } from "./setting-flags.ts";

/** Action of `wayfare plans`. Arguments are passed on as typed; the service validates them. */
export interface PlanActions {
  /** @param file JSON file with the terms of a plan, `-` for standard input; added to the command as `plan`. */
  managePlans(
    sources: SettingSources,
    command: Readonly<Record<string, unknown>>,
    options: { json: boolean; file?: string | undefined },
  ): Promise<void>;
}

interface PlanOptions {
  file?: string;
  preview?: boolean;
  visibility?: string;
  retire?: boolean;
  sell?: boolean;
  json?: boolean;
}

/** Adds `plans list`, `show`, `create` and `change`. */
export function addPlansCommand(
  program: Command,
  { environment, settings, actions }: CommandContext<PlanActions>,
): void {
  const plans = program.command("plans").description("Manage the plans of the deployment.");
  const add = (name: string, description: string): Command =>
    addSettingFlags(plans.command(name).description(description).allowExcessArguments(false), settings);
  const run = (options: PlanOptions, command: Record<string, unknown>): Promise<void> => {
    const flags = settingFlagsOf({ ...options }, settings);
    return actions.managePlans({ environment, flags }, command, { json: options.json === true, file: options.file });
  };
  add("list", "List plans by name.")
    .option("--json", "print JSON")
    .action((options: PlanOptions) => run(options, { do: "list" }));
  add("show", "Show a plan with its versions.")
    .argument("<plan>", "name of the plan")
    .action((name: string, options: PlanOptions) => run(options, { do: "show", name }));
  add("create", "Create a plan, or the next version of one.")
    .requiredOption("--file <path>", "JSON file with the terms, as in POST /v1/operator/plans; - for standard input")
    .option("--preview", "print what would change, and change nothing")
    .action((options: PlanOptions) => run(options, { do: options.preview === true ? "preview" : "create" }));
  add("change", "Show, hide, retire or sell a plan again.")
    .argument("<plan>", "name of the plan")
    .option("--visibility <name>", "public or hidden")
    .option("--retire", "no longer sell the plan; subscriptions keep it")
    .option("--sell", "sell a retired plan again")
    .action((name: string, options: PlanOptions) => run(options, { do: "change", name, ...changesOf(options) }));
}

function changesOf({ visibility, retire, sell }: PlanOptions): Record<string, unknown> {
  const isRetired = retire === true || sell === true ? { retired: retire === true } : {};
  return { ...(visibility === undefined ? {} : { visibility }), ...isRetired };
}
