import { maxListedKeys, type SecretsStatus, withOperator } from "@wayfare/service";
import { parseSettings } from "@wayfare/settings";
import type { SecretActions } from "../commands/secrets-command.ts";
import { renderTable } from "./keys-output.ts";

/** Actions of `wayfare secrets`. */
export function makeSecretActions({ stdout }: { stdout: { write(text: string): unknown } }): SecretActions {
  const print = (status: SecretsStatus, lines: readonly string[], json: boolean) =>
    stdout.write(json ? `${JSON.stringify(status, null, 2)}\n` : `${lines.join("\n")}\n`);
  return {
    async readSecrets(sources, { json }) {
      const status = await withOperator(parseSettings(sources), (operator) => operator.readSecrets());
      print(status, renderStatus(status), json);
    },
    async rotateSecrets(sources, { json }) {
      const rotation = await withOperator(parseSettings(sources), (operator) => operator.rotateSecrets());
      const { current, resealed, unreadable } = rotation;
      const lines = [`Encrypted ${describe(resealed)} with the server secret ${current}.`];
      const isUnreadable = Object.values(unreadable).some((values) => values > 0);
      if (isUnreadable) lines.push(`No configured server secret decrypts ${describe(unreadable)}.`);
      print(rotation, [...lines, "", ...renderStatus(rotation)], json);
    },
    async dropSecret(sources, id, { json }) {
      const result = await withOperator(parseSettings(sources), (operator) => operator.dropSecret(id));
      const { dropped, revokedKeys } = result;
      const lines = [`Dropped the server secret ${dropped} and revoked ${count(revokedKeys, "API key")}.`];
      print(result, [...lines, "", ...renderStatus(result)], json);
    },
  };
}

function describe({
  webhookSecrets,
  authenticators,
  supplierCredentials,
  clientSecrets,
  bookings,
  mails,
}: {
  webhookSecrets: number;
  authenticators: number;
  supplierCredentials: number;
  clientSecrets: number;
  bookings: number;
  mails: number;
}): string {
  return `${count(webhookSecrets, "webhook secret")}, ${count(authenticators, "authenticator")}, ${count(supplierCredentials, "supplier credential")}, ${count(clientSecrets, "client secret")}, the travelers of ${count(bookings, "booking")} and ${count(mails, "mail")}`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** Renders the uses of each secret, the keys that still need an older one, and the secrets that can be removed. */
function renderStatus({ current, secrets, keys }: SecretsStatus): string[] {
  const table = renderTable([
    [
      "SECRET",
      "STATE",
      "WEBHOOK SECRETS",
      "AUTHENTICATORS",
      "SUPPLIERS",
      "CLIENT SECRETS",
      "BOOKINGS",
      "MAILS",
      "API KEYS",
    ],
    ...secrets.map(
      ({
        secretId,
        configured,
        webhookSecrets,
        authenticators,
        supplierCredentials,
        clientSecrets,
        bookings,
        mails,
        keys: number,
      }) => {
        const state = configured ? "configured" : "missing";
        return [
          secretId,
          secretId === current ? "current" : state,
          webhookSecrets,
          authenticators,
          supplierCredentials,
          clientSecrets,
          bookings,
          mails,
          number,
        ].map(String);
      },
    ),
  ]);
  const unused = secrets.filter(
    (each) =>
      each.configured &&
      each.secretId !== current &&
      each.webhookSecrets +
        each.authenticators +
        each.supplierCredentials +
        each.clientSecrets +
        each.bookings +
        each.mails +
        each.keys ===
        0,
  );
  const lines = [table.trimEnd()];
  for (const { secretId } of unused) lines.push("", `${secretId} is unused. You can remove it from SERVER_SECRET.`);
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
  const more = keys.length < maxListedKeys ? [] : [`Only the first ${maxListedKeys} keys are listed.`];
  return [...lines, "", `These keys move to ${current} the next time they are used:`, keyTable.trimEnd(), ...more];
}
