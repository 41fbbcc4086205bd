import { parseBillingInput, withOperator } from "@wayfare/service";
import { parseSettings } from "@wayfare/settings";
import type { BillingActions } from "../commands/billing-command.ts";

/** Actions of `wayfare billing`. Arguments are validated before a database is opened. Prints one JSON document. */
export function makeBillingActions({ stdout }: { stdout: { write(text: string): unknown } }): BillingActions {
  return {
    async bill(sources, args) {
      const settings = parseSettings(sources);
      const command = parseBillingInput(args);
      const result = await withOperator(settings, (operator) => operator.runBillingCommand(command));
      stdout.write(`${JSON.stringify(result, null, 2)}\n`);
    },
  };
}
