import type { Command } from "commander";
import type { CommandContext, SettingSources } from "./setting-flags.ts";

/** The action of `wayfare suppliers`. */
export interface SupplierActions {
  testDuffel(
    environment: SettingSources["environment"],
    input: { departureDate?: string },
    print: { json: boolean },
  ): Promise<void>;
}

/** Adds the group `suppliers` with `test duffel`. @returns the group */
export function addSuppliersCommand(
  program: Command,
  { environment, actions }: Pick<CommandContext<SupplierActions>, "environment" | "actions">,
): Command {
  const suppliers = program.command("suppliers").description("List and test suppliers.");
  suppliers
    .command("test")
    .description("Search the routes whose behavior a supplier promises in its test mode.")
    .command("duffel")
    .description("Test Duffel with the test token in DUFFEL_TEST_TOKEN. Calls api.duffel.com.")
    .allowExcessArguments(false)
    .option("--departure-date <date>", "departure date, YYYY-MM-DD (default: in 60 days)")
    .option("--json", "print JSON")
    .action(async ({ departureDate, json }: { departureDate?: string; json?: boolean }) => {
      const input = departureDate === undefined ? {} : { departureDate };
      await actions.testDuffel(environment, input, { json: json === true });
    });
  return suppliers;
}
