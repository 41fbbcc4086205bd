import type { Command } from "commander";
import { addSettingFlags, type CommandContext, type SettingSources, settingFlagsOf } from "./setting-flags.ts";

/** The action of `wayfare quotas`. Arguments are passed on as typed; the service checks them. */
export interface QuotaActions {
  settleQuotas(
    sources: SettingSources,
    order: { accountId?: string; journalsLost?: boolean },
    print: { json: boolean },
  ): Promise<void>;
}

interface QuotaOptions {
  account?: string;
  journalsLost?: boolean;
  json?: boolean;
}

/** Adds `quotas settle`. */
export function addQuotasCommand(
  program: Command,
  { environment, settings, actions }: CommandContext<QuotaActions>,
): void {
  const quotas = program.command("quotas").description("Return quota units that crashed processes held.");
  const command = quotas
    .command("settle")
    .description("List lost quota leases; with --journals-lost, return their units.")
    .allowExcessArguments(false)
    .option("--account <id>", "only this account; all by default")
    .option("--journals-lost", "settle: the processes will not restart on their DATA_DIR")
    .option("--json", "print one JSON document and nothing else");
  addSettingFlags(command, settings).action(async (given: QuotaOptions) => {
    const { account, journalsLost, json } = given;
    const order = {
      ...(account === undefined ? {} : { accountId: account }),
      ...(journalsLost === undefined ? {} : { journalsLost }),
    };
    const flags = settingFlagsOf({ ...given }, settings);
    await actions.settleQuotas({ environment, flags }, order, { json: json === true });
  });
}
