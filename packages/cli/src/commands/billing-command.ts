import type { Command } from "commander";
import { addSettingFlags, type CommandContext, type SettingSources, settingFlagsOf } from "./setting-flags.ts";

/** Action of `wayfare billing`. Arguments are passed on as typed; the service validates them. */
export interface BillingActions {
  bill(sources: SettingSources, command: Readonly<Record<string, unknown>>): Promise<void>;
}

/** Options as parsed by commander. */
type CommandOptions = Readonly<Record<string, string | undefined>>;

/** Adds `billing coupon`, `billing disable-coupon`, `billing paid`, `billing void` and `billing credit-note`. */
export function addBillingCommand(
  program: Command,
  { environment, settings, actions }: CommandContext<BillingActions>,
): void {
  const billing = program.command("billing").description("Manage coupons and correct invoices.");
  const add = (name: string, description: string): Command =>
    addSettingFlags(billing.command(name).description(description).allowExcessArguments(false), settings);
  const bill = (options: CommandOptions, command: Record<string, unknown>): Promise<void> => {
    const flags = settingFlagsOf({ ...options }, settings);
    return actions.bill({ environment, flags }, command);
  };
  addCouponOptions(add("coupon", "Create a coupon.")).action((options: CommandOptions) =>
    bill(options, couponOf(options)),
  );
  addCodeOptions(add("disable-coupon", "Disable a coupon, so that it cannot be redeemed any more.")).action(
    (options: CommandOptions) => bill(options, { do: "disable_coupon", ...pick(options, ["code", "environment"]) }),
  );
  add("paid", "Mark an invoice as paid.")
    .argument("<invoice>", "id of the invoice")
    .action((invoiceId: string, options: CommandOptions) => bill(options, { do: "pay_invoice", invoiceId }));
  add("void", "Void an open invoice.")
    .argument("<invoice>", "id of the invoice")
    .action((invoiceId: string, options: CommandOptions) => bill(options, { do: "void_invoice", invoiceId }));
  add("credit-note", "Issue a credit note for part of an invoice.")
    .argument("<invoice>", "id of the invoice")
    .requiredOption("--amount <number>", "amount to credit in the currency of the invoice, including tax")
    .requiredOption("--reason <text>", "reason shown to the customer")
    .action((invoiceId: string, options: CommandOptions) =>
      bill(options, { do: "credit_invoice", invoiceId, ...pick(options, ["amount", "reason"]) }),
    );
}

function addCodeOptions(command: Command): Command {
  return command
    .requiredOption("--code <text>", "coupon code: letters, digits, - and _")
    .option("--environment <name>", "live or test (default: live)");
}

function addCouponOptions(command: Command): Command {
  return addCodeOptions(command)
    .option("--percent <number>", "percentage off the plan price")
    .option("--amount <number>", "amount off the plan price in each period")
    .option("--credit <number>", "credit, granted once")
    .option("--currency <code>", "currency of the amount or credit (default: USD)")
    .option("--periods <number>", "number of periods (default: all)")
    .option("--starts-at <time>", "earliest time of redemption, such as 2027-06-30T00:00:00Z")
    .option("--ends-at <time>", "time when the coupon expires")
    .option("--plans <list>", "eligible plans, comma-separated (default: all)")
    .option("--max-redemptions <number>", "maximum number of redemptions over all accounts");
}

function couponOf(options: CommandOptions): Record<string, unknown> {
  const { plans } = options;
  return {
    do: "create_coupon",
    ...pick(options, ["code", "environment", "currency", "percent", "amount", "credit", "startsAt", "endsAt"]),
    ...numbers(options, ["periods", "maxRedemptions"]),
    ...(plans === undefined ? {} : { plans: plans.split(",").map((plan) => plan.trim()) }),
  };
}

function pick(options: CommandOptions, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = options[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Converts digits to numbers. Other text is passed on, so that validation reports it. */
function numbers(options: CommandOptions, names: readonly string[]): Record<string, string | number> {
  const texts = Object.entries(pick(options, names));
  return Object.fromEntries(texts.map(([name, text]) => [name, /^[0-9]+$/.test(text) ? Number(text) : text]));
}
