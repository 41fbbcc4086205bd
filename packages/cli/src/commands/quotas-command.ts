import type { Command } from "commander";
import { addSettingFlags, type CommandContext, type SettingSources, settingFlagsOf } from "./setting-flags.ts";

/** The action of `wayfare quotas`. Arguments are passed on as typed; the service validates them. */
export interface QuotaActions {
  settleQuotas(
    sources: SettingSources,
    input: { accountId?: string; journalsLost?: boolean },
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
  const quotas = program.command("quotas").description("Return quota units leased by crashed processes.");
  const command = quotas
    .command("settle")
    .description("List lost quota leases; with --journals-lost, return their units.")
    .allowExcessArguments(false)
    .option("--account <id>", "account (default: all)")
    .option("--journals-lost", "settle the leases of processes that will not restart on their DATA_DIR")
    .option("--json", "print JSON");
  addSettingFlags(command, settings).action(async (options: QuotaOptions) => {
    const { account, journalsLost, json } = options;
    const input = {
      ...(account === undefined ? {} : { accountId: account }),
      ...(journalsLost === undefined ? {} : { journalsLost }),
    };
    const flags = settingFlagsOf({ ...options }, settings);
    await actions.settleQuotas({ environment, flags }, input, { json: json === true });
  });
}
