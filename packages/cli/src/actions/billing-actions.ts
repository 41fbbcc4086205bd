import { parseBillingOrder, parseSettings, withOperator } from "@wayfare/service";
import type { BillingActions } from "../commands/billing-command.ts";

/** `wayfare billing` over the service: what is given is checked before any database is touched. Prints one JSON document. */
export function makeBillingActions({ stdout }: { stdout: { write(text: string): unknown } }): BillingActions {
  return {
    async bill(sources, given) {
      const settings = parseSettings(sources);
      const order = parseBillingOrder(given);
      const answer = await withOperator(settings, (operator) => operator.bill(order));
      stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
    },
  };
}
