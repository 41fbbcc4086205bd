import { parseLoginLinkInput, withOperator } from "@wayfare/service";
import { parseSettings } from "@wayfare/settings";
import type { LoginActions } from "../commands/login-command.ts";

/** Action of `wayfare login-link`. Arguments are validated before a database is opened. */
export function makeLoginActions({ stdout }: { stdout: { write(text: string): unknown } }): LoginActions {
  return {
    async createLoginLink(sources, args, { json }) {
      const settings = parseSettings(sources);
      const input = parseLoginLinkInput(args);
      const link = await withOperator(settings, (operator) => operator.createLoginLink(input));
      const { url, email, expiresAt } = link;
      const lines = [url, "", `Signs in ${email ?? "the first owner"}. Works once, until ${expiresAt}.`];
      stdout.write(json ? `${JSON.stringify(link, null, 2)}\n` : `${lines.join("\n")}\n`);
    },
  };
}
