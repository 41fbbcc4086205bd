import type { Command } from "commander";
import { addSettingFlags, type CommandContext, type SettingSources, settingFlagsOf } from "./setting-flags.ts";

/** What `wayfare billing` does. What is asked for is handed on as it was typed; the service checks it. */
export interface BillingActions {
  bill(sources: SettingSources, order: Readonly<Record<string, unknown>>): Promise<void>;
}

/** Options of the commands as commander hands them over. */
type Given = Readonly<Record<string, string | undefined>>;

/** Adds `billing coupon`, `billing end-coupon`, `billing paid`, `billing void` and `billing credit-note`. */
export function addBillingCommand(
  program: Command,
  { environment, settings, actions }: CommandContext<BillingActions>,
): void {
  const billing = program.command("billing").description("Give coupons away and correct invoices, as the operator.");
  const add = (name: string, description: string): Command =>
    addSettingFlags(billing.command(name).description(description).allowExcessArguments(false), settings);
  const bill = (given: Given, order: Record<string, unknown>): Promise<void> => {
    const flags = settingFlagsOf({ ...given }, settings);
    return actions.bill({ environment, flags }, order);
  };
  describeCoupon(add("coupon", "Make a coupon.")).action((given: Given) => bill(given, couponOf(given)));
  describeCode(add("end-coupon", "Let nobody redeem a coupon any more.")).action((given: Given) =>
    bill(given, { do: "disable_coupon", ...known(given, ["code", "environment"]) }),
  );
  add("paid", "Mark an invoice as paid.")
    .argument("<invoice>", "id of the invoice")
    .action((invoiceId: string, given: Given) => bill(given, { do: "pay_invoice", invoiceId }));
  add("void", "Make an open invoice void.")
    .argument("<invoice>", "id of the invoice")
    .action((invoiceId: string, given: Given) => bill(given, { do: "void_invoice", invoiceId }));
  add("credit-note", "Give part of an invoice back, as credit.")
    .argument("<invoice>", "id of the invoice")
    .requiredOption("--amount <dollars>", "what is given back, with the tax in it")
    .requiredOption("--reason <text>", "why, for the customer")
    .action((invoiceId: string, given: Given) =>
      bill(given, { do: "credit_invoice", invoiceId, ...known(given, ["amount", "reason"]) }),
    );
}

function describeCode(command: Command): Command {
  return command
    .requiredOption("--code <text>", "the code: letters, digits, - and _")
    .option("--environment <name>", "live or test; live by default");
}

function describeCoupon(command: Command): Command {
  return describeCode(command)
    .option("--percent <number>", "percent off the plan's price")
    .option("--amount <dollars>", "dollars off the plan's price, each period")
    .option("--credit <dollars>", "dollars of credit, at once")
    .option("--periods <number>", "periods that it covers; all without it")
    .option("--starts-at <instant>", "from when on it can be redeemed")
    .option("--ends-at <instant>", "until when it can be redeemed")
    .option("--plans <list>", "plans that it is good for, comma-separated; all without it")
    .option("--most <number>", "how often it can be redeemed, by all accounts together");
}

function couponOf(given: Given): Record<string, unknown> {
  const { plans } = given;
  return {
    do: "create_coupon",
    ...known(given, ["code", "environment", "percent", "amount", "credit", "startsAt", "endsAt"]),
    ...numbers(given, ["periods", "most"]),
    ...(plans === undefined ? {} : { plans: plans.split(",").map((plan) => plan.trim()) }),
  };
}

function known(given: Given, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = given[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Text that is no number stays as it is, for the check to name it. */
function numbers(given: Given, names: readonly string[]): Record<string, string | number> {
  const texts = Object.entries(known(given, names));
  return Object.fromEntries(texts.map(([name, text]) => [name, /^[0-9]+$/.test(text) ? Number(text) : text]));
}
