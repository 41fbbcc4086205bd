import { parseLoginOrder, parseSettings, withOperator } from "@wayfare/service";
import type { LoginActions } from "../commands/login-command.ts";

/** `wayfare login-link` over the service: what is given is checked before any database is touched. */
export function makeLoginActions({ stdout }: { stdout: { write(text: string): unknown } }): LoginActions {
  return {
    async createLoginLink(sources, given, { json }) {
      const settings = parseSettings(sources);
      const order = parseLoginOrder(given);
      const link = await withOperator(settings, (operator) => operator.createLoginLink(order));
      const { url, email, expiresAt } = link;
      const lines = [url, "", `It signs ${email ?? "the first owner"} in, once, until ${expiresAt}.`];
      stdout.write(json ? `${JSON.stringify(link, null, 2)}\n` : `${lines.join("\n")}\n`);
    },
  };
}
