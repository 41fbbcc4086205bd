import { DomainError, formatInstant, partitionOf } from "@wayfare/contract";
import { type Database, runUnitOfWork } from "@wayfare/database";
import type { SecretBox } from "@wayfare/webhooks";
import { operatorActor } from "../../audit/store.ts";
import { personalDataPurpose } from "../../bookings/personal-data.ts";
import { ssoPurpose } from "../../identity/sso/sso-deps.ts";
import { type KeyDeps, revokeKey } from "../../keys/rules.ts";
import { mailPurpose } from "../../mail/mailer.ts";
import { deleteCanary, readCanaries } from "../../secrets/canary.ts";
import { makeSecretBox, sealingSecretId } from "../../secrets/secret-box.ts";
import { ServerSecretError, type ServerSecrets } from "../../secrets/server-secret.ts";
import {
  authenticatorSecrets,
  bookingTravelers,
  clientSecrets,
  listOutdatedKeys,
  listSecretUses,
  lockKeyUnder,
  type OutdatedKey,
  pendingMails,
  type SealedRow,
  type SealedTable,
  type SecretUse,
  supplierCredentials,
  webhookSecrets,
} from "./store.ts";

/** Use of each server secret. */
export interface SecretsStatus {
  /** Id of the first secret in SERVER_SECRET, which seals new values and hashes new keys. */
  current: string;
  /** All server secrets that are configured, known to the database or in use. */
  secrets: (SecretUse & { configured: boolean })[];
  /** Keys that need an older server secret, least recently used first; at most `maxListedKeys`. */
  keys: (Omit<OutdatedKey, "lastUsedAtMs"> & { lastUsedAt: string | null })[];
}

/** Numbers of values by kind. */
type ResealedValues = Omit<SecretUse, "secretId" | "keys">;

export interface SecretsRotation extends SecretsStatus {
  /** Values resealed under the current secret. */
  resealed: ResealedValues;
  /** Values that no configured secret can decrypt. */
  unreadable: ResealedValues;
}

export interface DroppedSecret extends SecretsStatus {
  dropped: string;
  revokedKeys: number;
}

interface RotationDeps extends KeyDeps {
  database: Database;
  nowMs: number;
}

export const maxListedKeys = 1000;
const batchSize = 200;

export async function readSecretsStatus({ database, secrets, nowMs }: RotationDeps): Promise<SecretsStatus> {
  const current = secrets.first.id;
  const configured = new Set(secrets.all.map(({ id }) => id));
  const uses = new Map((await listSecretUses(database, nowMs)).map((use) => [use.secretId, use]));
  const ids = new Set([...configured, ...(await readCanaries(database)).keys(), ...uses.keys()]);
  const unused = {
    webhookSecrets: 0,
    authenticators: 0,
    supplierCredentials: 0,
    clientSecrets: 0,
    bookings: 0,
    mails: 0,
    keys: 0,
  };
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
 * Reseals every value under the current server secret, row by row. It can be interrupted and run again. Values that change concurrently are
 * resealed in the next pass. API keys cannot be moved without their raw text; they move when they are used.
 */
export async function rotateSecrets(deps: RotationDeps): Promise<SecretsRotation> {
  const webhooks = await resealTable(deps, webhookSecrets, makeSecretBox(deps.secrets));
  const people = await resealTable(deps, authenticatorSecrets, makeSecretBox(deps.secrets, "authenticator secrets"));
  const suppliers = await resealTable(deps, supplierCredentials, makeSecretBox(deps.secrets, "supplier credentials"));
  const clients = await resealTable(deps, clientSecrets, makeSecretBox(deps.secrets, ssoPurpose));
  const bookings = await resealTable(deps, bookingTravelers, makeSecretBox(deps.secrets, personalDataPurpose));
  const mails = await resealTable(deps, pendingMails, makeSecretBox(deps.secrets, mailPurpose));
  return {
    ...(await readSecretsStatus(deps)),
    resealed: {
      webhookSecrets: webhooks.resealed,
      authenticators: people.resealed,
      supplierCredentials: suppliers.resealed,
      clientSecrets: clients.resealed,
      bookings: bookings.resealed,
      mails: mails.resealed,
    },
    unreadable: {
      webhookSecrets: webhooks.unreadable,
      authenticators: people.unreadable,
      supplierCredentials: suppliers.unreadable,
      clientSecrets: clients.unreadable,
      bookings: bookings.unreadable,
      mails: mails.unreadable,
    },
  };
}

/**
 * Drops a server secret: reseals all readable values under the current secret, revokes keys that still need the dropped one, and allows a
 * start without it.
 *
 * @throws DomainError if it is the current secret, or unknown.
 */
export async function dropSecret(deps: RotationDeps, secretId: string): Promise<DroppedSecret> {
  const { database, secrets } = deps;
  if (secretId === secrets.first.id) {
    const detail = `${secretId} is the current server secret. Add a new secret before it in SERVER_SECRET first.`;
    throw new DomainError("STATE_INVALID", { detail });
  }
  const status = await readSecretsStatus(deps);
  if (!status.secrets.some((known) => known.secretId === secretId)) {
    const detail = "No such server secret. Run `wayfare secrets status` to list them.";
    throw new DomainError("NOT_FOUND", { detail });
  }
  await rotateSecrets(deps);
  const revokedKeys = await revokeKeysUnder(deps, secretId);
  await deleteCanary(database, secretId);
  return { ...(await readSecretsStatus(deps)), dropped: secretId, revokedKeys };
}

/**
 * Checks at startup that no server secret in use is missing. Only secrets that were configured before can be missing, so a normal start
 * reads one small table.
 *
 * @throws ServerSecretError with the secret, its uses and the commands to run.
 */
export async function assertNoMissingSecrets(database: Database, { all }: ServerSecrets, nowMs: number): Promise<void> {
  const missing = [...(await readCanaries(database)).keys()].filter((id) => all.every((secret) => secret.id !== id));
  if (missing.length === 0) return;
  const use = (await listSecretUses(database, nowMs)).find(({ secretId }) => missing.includes(secretId));
  if (use === undefined) return;
  const { secretId: id } = use;
  throw new ServerSecretError(
    `Server secret ${id} is missing in SERVER_SECRET and still in use by ${describeUse(use)}. Add it back after the new one, run \`wayfare secrets rotate\` and check \`wayfare secrets status\`. To drop it instead, which revokes those keys and loses the values that only it can decrypt, run \`wayfare secrets drop ${id}\`.`,
  );
}

function describeUse({
  webhookSecrets: webhooks,
  authenticators,
  supplierCredentials: suppliers,
  clientSecrets: clients,
  bookings,
  mails,
  keys,
}: SecretUse): string {
  const count = (number: number, noun: string) => (number === 0 ? [] : [`${number} ${noun}${number === 1 ? "" : "s"}`]);
  const parts = [
    ...count(webhooks, "webhook secret"),
    ...count(authenticators, "authenticator"),
    ...count(suppliers, "supplier credential"),
    ...count(clients, "client secret"),
    ...count(bookings, "booking"),
    ...count(mails, "mail"),
    ...count(keys, "API key"),
  ];
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

async function resealTable({ database, secrets }: RotationDeps, table: SealedTable, box: SecretBox) {
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
    if (sealed === null || sealingSecretId(sealed) === currentId) return sealed;
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

async function revokeKeysUnder(deps: RotationDeps, secretId: string): Promise<number> {
  let revoked = 0;
  for (;;) {
    const query = { currentId: deps.secrets.first.id, secretId, nowMs: deps.nowMs, limit: maxListedKeys };
    const keys = await listOutdatedKeys(deps.database, query);
    if (keys.length === 0) return revoked;
    for (const key of keys) if (await revokeOutdatedKey(deps, key)) revoked += 1;
  }
}

/** Skips a key that was used since then and therefore moved to the current secret. */
function revokeOutdatedKey(deps: RotationDeps, key: OutdatedKey): Promise<boolean> {
  const { accountId } = key;
  const owner = { accountId, environment: partitionOf(key.environment), applicationId: null };
  return runUnitOfWork(deps.database, deps.nowMs, async (unit) => {
    if (!(await lockKeyUnder(unit.tx, key))) return false;
    await revokeKey(unit, deps, { owner, id: key.id, actor: operatorActor });
    return true;
  });
}
