import { listLimit, parseKeyOrder, parseKeyQuestion, parseSettings, withOperator } from "@wayfare/service";
import type { KeyActions } from "../commands/keys-command.ts";
import { renderKeys, renderMadeKey, renderRevocation } from "./keys-output.ts";

interface Output {
  write(text: string): unknown;
}

/** `wayfare keys` over the service: what is given is checked before any database is touched. */
export function makeKeyActions({ stdout, stderr }: { stdout: Output; stderr: Output }): KeyActions {
  return {
    async createKey(sources, given, { json }) {
      const settings = parseSettings(sources);
      const order = parseKeyOrder(given, Date.now());
      const key = await withOperator(settings, (operator) => operator.createKey(order));
      stdout.write(json ? toJson(key) : renderMadeKey(key));
    },
    async listKeys(sources, given, { json }) {
      const settings = parseSettings(sources);
      const question = parseKeyQuestion(given);
      const data = await withOperator(settings, (operator) => operator.listKeys(question));
      stdout.write(json ? toJson({ data }) : renderKeys(data));
      if (data.length >= listLimit) stderr.write(`Only the newest ${listLimit} are listed.\n`);
    },
    async revokeKey(sources, id, given, { json }) {
      const settings = parseSettings(sources);
      const { accountId } = parseKeyQuestion(given);
      const revocation = await withOperator(settings, (operator) => operator.revokeKey(id, { accountId }));
      stdout.write(json ? toJson(revocation) : renderRevocation(revocation));
    },
  };
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
