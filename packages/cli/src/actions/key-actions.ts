import { listLimit, parseCreateKeyInput, parseListKeysInput, withOperator } from "@wayfare/service";
import { parseSettings } from "@wayfare/settings";
import type { KeyActions } from "../commands/keys-command.ts";
import { renderCreatedKey, renderKeys, renderRevocation } from "./keys-output.ts";

interface Output {
  write(text: string): unknown;
}

/** Actions of `wayfare keys`. Arguments are validated before a database is opened. */
export function makeKeyActions({ stdout, stderr }: { stdout: Output; stderr: Output }): KeyActions {
  return {
    async createKey(sources, args, { json, creates }) {
      const settings = parseSettings(sources);
      const input = parseCreateKeyInput(args, Date.now());
      const key = await withOperator(settings, (operator) => operator.createKey(input), { creates });
      stdout.write(json ? toJson(key) : renderCreatedKey(key));
    },
    async listKeys(sources, args, { json }) {
      const settings = parseSettings(sources);
      const filter = parseListKeysInput(args);
      const data = await withOperator(settings, (operator) => operator.listKeys(filter));
      stdout.write(json ? toJson({ data }) : renderKeys(data));
      if (data.length >= listLimit) stderr.write(`Only the newest ${listLimit} keys are listed.\n`);
    },
    async revokeKey(sources, id, args, { json }) {
      const settings = parseSettings(sources);
      const { accountId } = parseListKeysInput(args);
      const revocation = await withOperator(settings, (operator) => operator.revokeKey(id, { accountId }));
      stdout.write(json ? toJson(revocation) : renderRevocation(revocation));
    },
  };
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
