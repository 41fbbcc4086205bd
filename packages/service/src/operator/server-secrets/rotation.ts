import { DomainError, formatInstant, partitionOf } from "@wayfare/contract";
import { type Database, runUnit } from "@wayfare/database";
import type { SecretBox } from "@wayfare/webhooks";
import { operator } from "../../audit/store.ts";
import { type KeyParts, revokeKey } from "../../keys/rules.ts";
import { deleteCanary, readCanaries } from "../../secrets/canary.ts";
import { makeSecretBox, sealedUnder } from "../../secrets/secret-box.ts";
import { ServerSecretError, type ServerSecrets } from "../../secrets/server-secret.ts";
import {
  authenticatorSecrets,
  listOutdatedKeys,
  listSecretUses,
  lockKeyUnder,
  type OutdatedKey,
  type SealedRow,
  type SealedTable,
  type SecretUse,
  webhookSecrets,
} from "./store.ts";

/** What uses which server secret. */
export interface SecretsStatus {
  /** The first of SERVER_SECRET, which new values are sealed and new keys are hashed under. */
  current: string;
  /** Every server secret that is configured, known to the database or in use. */
  secrets: (SecretUse & { configured: boolean })[];
  /** Keys that still need an older server secret, least recently used first; at most `maxListedKeys`. */
  keys: (Omit<OutdatedKey, "lastUsedAtMs"> & { lastUsedAt: string | null })[];
}

export interface SecretsRotation extends SecretsStatus {
  /** Values that this rotation sealed under the current secret. */
  resealed: { webhookSecrets: number; authenticators: number };
  /** Values that cannot be opened with any configured secret. */
  unreadable: { webhookSecrets: number; authenticators: number };
}

export interface DroppedSecret extends SecretsStatus {
  dropped: string;
  revokedKeys: number;
}

interface RotationParts extends KeyParts {
  database: Database;
  nowMs: number;
}

export const maxListedKeys = 1000;
const batchSize = 200;

export async function readSecretsStatus({ database, secrets, nowMs }: RotationParts): Promise<SecretsStatus> {
  const current = secrets.first.id;
  const configured = new Set(secrets.all.map(({ id }) => id));
  const uses = new Map((await listSecretUses(database, nowMs)).map((use) => [use.secretId, use]));
  const ids = new Set([...configured, ...(await readCanaries(database)).keys(), ...uses.keys()]);
  const unused = { webhookSecrets: 0, authenticators: 0, keys: 0 };
  const keys = await listOutdatedKeys(database, { currentId: current, nowMs, limit: maxListedKeys });
  return {
    current,
    secrets: [...ids].map((secretId) => ({
      ...(uses.get(secretId) ?? { secretId, ...unused }),
      configured: configured.has(secretId),
    })),
    keys: keys.map(({ lastUsedAtMs, ...key }) => {
      return { ...key, lastUsedAt: lastUsedAtMs === null ? null : formatInstant(lastUsedAtMs) };
    }),
  };
}

/**
 * Seals every value under the current server secret, row by row: interrupting it loses nothing, and running it again continues. Values that
 * change at the same time are left to the next pass. Keys cannot be moved without their raw text: they move when they are used.
 */
export async function rotateSecrets(parts: RotationParts): Promise<SecretsRotation> {
  const webhooks = await resealTable(parts, webhookSecrets, makeSecretBox(parts.secrets));
  const people = await resealTable(parts, authenticatorSecrets, makeSecretBox(parts.secrets, "authenticator secrets"));
  return {
    ...(await readSecretsStatus(parts)),
    resealed: { webhookSecrets: webhooks.resealed, authenticators: people.resealed },
    unreadable: { webhookSecrets: webhooks.unreadable, authenticators: people.unreadable },
  };
}

/**
 * Gives up a server secret: what can be read is sealed under the current one, keys that still need it are revoked, and a start without it is no
 * longer refused.
 *
 * @throws DomainError for the current secret, and for one that is unknown.
 */
export async function dropSecret(parts: RotationParts, secretId: string): Promise<DroppedSecret> {
  const { database, secrets } = parts;
  if (secretId === secrets.first.id) {
    const detail = `${secretId} is the current server secret. Put a new one before it in SERVER_SECRET first.`;
    throw new DomainError("STATE_INVALID", { detail });
  }
  const status = await readSecretsStatus(parts);
  if (!status.secrets.some((known) => known.secretId === secretId)) {
    const detail = "There is no server secret with this id; `wayfare secrets status` lists them.";
    throw new DomainError("NOT_FOUND", { detail });
  }
  await rotateSecrets(parts);
  const revokedKeys = await revokeKeysUnder(parts, secretId);
  await deleteCanary(database, secretId);
  return { ...(await readSecretsStatus(parts)), dropped: secretId, revokedKeys };
}

/**
 * Checks at the start that no server secret is missing that something needs. Only secrets that were configured before can be missing, so a usual
 * start reads one small table.
 *
 * @throws ServerSecretError that names the secret, what uses it and the commands that help.
 */
export async function refuseMissingSecrets(database: Database, { all }: ServerSecrets, nowMs: number): Promise<void> {
  const missing = [...(await readCanaries(database)).keys()].filter((id) => all.every((secret) => secret.id !== id));
  if (missing.length === 0) return;
  const use = (await listSecretUses(database, nowMs)).find(({ secretId }) => missing.includes(secretId));
  if (use === undefined) return;
  const { secretId: id } = use;
  throw new ServerSecretError(
    `The server secret ${id} is missing in SERVER_SECRET and still in use by ${describeUse(use)}. Add it back after the new one, run \`wayfare secrets rotate\` and see \`wayfare secrets status\`. To give it up, revoke those keys and lose what only it can read, run \`wayfare secrets drop ${id}\`.`,
  );
}

function describeUse({ webhookSecrets: webhooks, authenticators, keys }: SecretUse): string {
  const count = (number: number, noun: string) => (number === 0 ? [] : [`${number} ${noun}${number === 1 ? "" : "s"}`]);
  const parts = [
    ...count(webhooks, "webhook secret"),
    ...count(authenticators, "authenticator"),
    ...count(keys, "API key"),
  ];
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

async function resealTable({ database, secrets }: RotationParts, table: SealedTable, box: SecretBox) {
  const currentId = secrets.first.id;
  const counts = { resealed: 0, unreadable: 0 };
  for (let isConflicted = true; isConflicted; ) {
    isConflicted = false;
    counts.unreadable = 0;
    let afterId = "";
    for (let rows: SealedRow[] = []; ; afterId = rows.at(-1)?.id ?? "") {
      rows = await table.list(database, { currentId, afterId, limit: batchSize });
      for (const row of rows) {
        const { values, resealed, unreadable } = reseal(box, currentId, row);
        counts.unreadable += unreadable;
        if (resealed === 0) continue;
        if (await table.replace(database, row, values)) counts.resealed += resealed;
        else isConflicted = true;
      }
      if (rows.length < batchSize) break;
    }
  }
  return counts;
}

function reseal(box: SecretBox, currentId: string, row: SealedRow) {
  let resealed = 0;
  let unreadable = 0;
  const values = row.values.map((sealed) => {
    if (sealed === null || sealedUnder(sealed) === currentId) return sealed;
    try {
      const value = box.seal(box.open(sealed));
      resealed += 1;
      return value;
    } catch {
      unreadable += 1;
      return sealed;
    }
  });
  return { values, resealed, unreadable };
}

async function revokeKeysUnder(parts: RotationParts, secretId: string): Promise<number> {
  let revoked = 0;
  for (;;) {
    const query = { currentId: parts.secrets.first.id, secretId, nowMs: parts.nowMs, limit: maxListedKeys };
    const keys = await listOutdatedKeys(parts.database, query);
    if (keys.length === 0) return revoked;
    for (const key of keys) if (await revokeOutdatedKey(parts, key)) revoked += 1;
  }
}

/** A key that was used in the meantime has moved to the current secret and stays. */
function revokeOutdatedKey(parts: RotationParts, key: OutdatedKey): Promise<boolean> {
  const { accountId } = key;
  const owner = { accountId, environment: partitionOf(key.environment), applicationId: null };
  return runUnit(parts.database, parts.nowMs, async (unit) => {
    if (!(await lockKeyUnder(unit.session, key))) return false;
    await revokeKey(unit, parts, { owner, id: key.id, actor: operator });
    return true;
  });
}
