import { maxListedKeys, parseSettings, type SecretsStatus, withOperator } from "@wayfare/service";
import type { SecretActions } from "../commands/secrets-command.ts";
import { renderTable } from "./keys-output.ts";

/** `wayfare secrets` over the service. */
export function makeSecretActions({ stdout }: { stdout: { write(text: string): unknown } }): SecretActions {
  const print = (answer: SecretsStatus, lines: readonly string[], json: boolean) =>
    stdout.write(json ? `${JSON.stringify(answer, null, 2)}\n` : `${lines.join("\n")}\n`);
  return {
    async readSecrets(sources, { json }) {
      const status = await withOperator(parseSettings(sources), (operator) => operator.readSecrets());
      print(status, renderStatus(status), json);
    },
    async rotateSecrets(sources, { json }) {
      const rotation = await withOperator(parseSettings(sources), (operator) => operator.rotateSecrets());
      const { current, resealed, unreadable } = rotation;
      const lines = [`Sealed ${describe(resealed)} under the server secret ${current}.`];
      const isUnreadable = unreadable.webhookSecrets + unreadable.authenticators > 0;
      if (isUnreadable) lines.push(`No configured server secret opens ${describe(unreadable)}.`);
      print(rotation, [...lines, "", ...renderStatus(rotation)], json);
    },
    async dropSecret(sources, id, { json }) {
      const answer = await withOperator(parseSettings(sources), (operator) => operator.dropSecret(id));
      const { dropped, revokedKeys } = answer;
      const lines = [`Gave up the server secret ${dropped} and revoked ${count(revokedKeys, "API key")}.`];
      print(answer, [...lines, "", ...renderStatus(answer)], json);
    },
  };
}

function describe({ webhookSecrets, authenticators }: { webhookSecrets: number; authenticators: number }): string {
  return `${count(webhookSecrets, "webhook secret")} and ${count(authenticators, "authenticator")}`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** Uses per secret, the keys that still need an older one, and which secrets can be removed. */
function renderStatus({ current, secrets, keys }: SecretsStatus): string[] {
  const table = renderTable([
    ["SECRET", "STATE", "WEBHOOK SECRETS", "AUTHENTICATORS", "API KEYS"],
    ...secrets.map(({ secretId, configured, webhookSecrets, authenticators, keys: number }) => {
      const state = configured ? "configured" : "missing";
      return [secretId, secretId === current ? "current" : state, webhookSecrets, authenticators, number].map(String);
    }),
  ]);
  const unused = secrets.filter(
    (each) =>
      each.configured && each.secretId !== current && each.webhookSecrets + each.authenticators + each.keys === 0,
  );
  const lines = [table.trimEnd()];
  for (const { secretId } of unused) lines.push("", `Nothing uses ${secretId}: remove it from SERVER_SECRET.`);
  if (keys.length === 0) return lines;
  const listed = keys.map((key) => [
    key.id,
    key.accountId,
    key.secretId,
    key.hint,
    key.lastUsedAt ?? "never",
    key.name,
  ]);
  const keyTable = renderTable([["KEY", "ACCOUNT", "SECRET", "HINT", "LAST USED", "NAME"], ...listed]);
  const more = keys.length < maxListedKeys ? [] : [`Only the first ${maxListedKeys} are listed.`];
  return [...lines, "", `These keys move to ${current} when they are used:`, keyTable.trimEnd(), ...more];
}
