import type { KeyEnvironment } from "@wayfare/contract";
import type { Database, Queryable } from "@wayfare/database";

/** Number of values that use a server secret. */
export interface SecretUse {
  secretId: string;
  /** Sealed signing secrets of webhook endpoints, including previous ones of a rotation. */
  webhookSecrets: number;
  /** Sealed authenticator secrets. */
  authenticators: number;
  /** Sealed credentials of live suppliers. */
  supplierCredentials: number;
  /** Sealed client secrets of single sign-on. */
  clientSecrets: number;
  /** Sealed travelers' data of bookings. */
  bookings: number;
  /** Sealed mails that are not sent yet. */
  mails: number;
  /** Hashed API keys that are neither revoked nor expired. */
  keys: number;
}

/** An API key hashed with an older server secret. */
export interface OutdatedKey {
  id: string;
  accountId: string;
  environment: KeyEnvironment;
  name: string;
  hint: string;
  secretId: string;
  lastUsedAtMs: number | null;
}

/**
 * SQL for the server secret id of a sealed value, which starts with the length of the id and the id. Changed bytes result in an unknown id,
 * never in an error.
 */
const idIn = (column: string) =>
  `CASE WHEN length(${column}) = 0 THEN '' ELSE encode(substring(${column} FROM 2 FOR get_byte(${column}, 0)), 'escape') END`;

const isLiveKey = "(revoked_at IS NULL OR revoked_at > $1) AND (expires_at IS NULL OR expires_at > $1)";

/** Lists all server secrets in use, by id. */
export async function listSecretUses(db: Queryable, nowMs: number): Promise<SecretUse[]> {
  const rows = await db.query<{
    secret_id: string;
    webhooks: number;
    authenticators: number;
    suppliers: number;
    clients: number;
    bookings: number;
    mails: number;
    keys: number;
  }>(
    `SELECT secret_id, sum(webhooks)::integer AS webhooks, sum(authenticators)::integer AS authenticators, sum(suppliers)::integer AS suppliers,
       sum(clients)::integer AS clients, sum(bookings)::integer AS bookings, sum(mails)::integer AS mails, sum(keys)::integer AS keys
     FROM (
       SELECT ${idIn("secret")} AS secret_id, 1 AS webhooks, 0 AS authenticators, 0 AS suppliers, 0 AS clients, 0 AS bookings, 0 AS mails, 0 AS keys
       FROM webhook_endpoints WHERE deleted_at IS NULL
       UNION ALL
       SELECT ${idIn("previous_secret")}, 1, 0, 0, 0, 0, 0, 0 FROM webhook_endpoints WHERE deleted_at IS NULL AND previous_secret IS NOT NULL
       UNION ALL
       SELECT ${idIn("sealed_options")}, 1, 0, 0, 0, 0, 0, 0 FROM webhook_endpoints WHERE deleted_at IS NULL AND sealed_options IS NOT NULL
       UNION ALL
       SELECT ${idIn("sealed_secret")}, 0, 0, 1, 0, 0, 0, 0 FROM supplier_accounts WHERE sealed_secret IS NOT NULL
       UNION ALL
       SELECT ${idIn("sealed_webhook_secret")}, 0, 0, 1, 0, 0, 0, 0 FROM supplier_accounts WHERE sealed_webhook_secret IS NOT NULL
       UNION ALL
       SELECT ${idIn("sealed_secret")}, 0, 0, 0, 1, 0, 0, 0 FROM sso_connections
       UNION ALL
       SELECT ${idIn("totp_secret")}, 0, 1, 0, 0, 0, 0, 0 FROM users WHERE removed_at IS NULL AND totp_secret IS NOT NULL
       UNION ALL
       SELECT ${idIn("totp_pending")}, 0, 1, 0, 0, 0, 0, 0 FROM users WHERE removed_at IS NULL AND totp_pending IS NOT NULL
       UNION ALL
       SELECT ${idIn("sealed_personal_data")}, 0, 0, 0, 0, 1, 0, 0 FROM bookings WHERE sealed_personal_data IS NOT NULL
       UNION ALL
       SELECT ${idIn("sealed_message")}, 0, 0, 0, 0, 0, 1, 0 FROM mails WHERE finished_at IS NULL
       UNION ALL
       SELECT secret_id, 0, 0, 0, 0, 0, 0, 1 FROM api_keys WHERE ${isLiveKey}
     ) uses
     GROUP BY secret_id ORDER BY secret_id LIMIT 1000`,
    [new Date(nowMs)],
  );
  return rows.map(
    ({ secret_id: secretId, webhooks: webhookSecrets, suppliers: supplierCredentials, clients, ...counts }) => {
      return { secretId, webhookSecrets, supplierCredentials, clientSecrets: clients, ...counts };
    },
  );
}

/** Lists keys hashed with any older server secret, or with a given one; least recently used first. */
export async function listOutdatedKeys(
  db: Queryable,
  { currentId, secretId, nowMs, limit }: { currentId: string; secretId?: string; nowMs: number; limit: number },
): Promise<OutdatedKey[]> {
  const rows = await db.query<{
    id: string;
    account_id: string;
    environment: KeyEnvironment;
    name: string;
    hint: string;
    secret_id: string;
    last_used_at: Date | null;
  }>(
    `SELECT id, account_id, environment, name, hint, secret_id, last_used_at FROM api_keys
     WHERE ${isLiveKey} AND secret_id <> $2 AND ($4::text IS NULL OR secret_id = $4) ORDER BY last_used_at NULLS FIRST, id LIMIT $3`,
    [new Date(nowMs), currentId, limit, secretId ?? null],
  );
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    environment: row.environment,
    name: row.name,
    hint: row.hint,
    secretId: row.secret_id,
    lastUsedAtMs: row.last_used_at?.getTime() ?? null,
  }));
}

/**
 * Locks a key until the transaction ends. Returns true if it still needs the server secret; a key moves to the current one when it is used.
 */
export async function lockKeyUnder(
  db: Queryable,
  { id, accountId, secretId }: Pick<OutdatedKey, "id" | "accountId" | "secretId">,
): Promise<boolean> {
  const rows = await db.query<{ id: string }>(
    "SELECT id FROM api_keys WHERE id = $1 AND account_id = $2 AND secret_id = $3 FOR NO KEY UPDATE",
    [id, accountId, secretId],
  );
  return rows.length > 0;
}

/** Sealed values of a row. */
export interface SealedRow {
  id: string;
  values: readonly (Uint8Array | null)[];
}

/** A table with sealed values. */
export interface SealedTable {
  /** Rows after an id with a value that is sealed under another server secret than the current one. */
  list(database: Database, query: { currentId: string; afterId: string; limit: number }): Promise<SealedRow[]>;
  /** Replaces the values of a row unless they changed since they were read. Locks one row at a time, so it cannot deadlock. */
  replace(database: Database, row: SealedRow, values: SealedRow["values"]): Promise<boolean>;
}

export const webhookSecrets: SealedTable = {
  async list(database, { currentId, afterId, limit }) {
    const rows = await database.query<{
      id: string;
      secret: Uint8Array;
      previous_secret: Uint8Array | null;
      sealed_options: Uint8Array | null;
    }>(
      `SELECT id, secret, previous_secret, sealed_options FROM webhook_endpoints
       WHERE deleted_at IS NULL AND id > $2
         AND (${idIn("secret")} <> $1 OR ${idIn("previous_secret")} <> $1 OR ${idIn("sealed_options")} <> $1)
       ORDER BY id LIMIT $3`,
      [currentId, afterId, limit],
    );
    return rows.map(({ id, secret, previous_secret: previous, sealed_options: options }) => {
      return { id, values: [secret, previous, options] };
    });
  },
  async replace(database, { id, values }, next) {
    const [secret = null, previous = null, options = null] = values;
    const [nextSecret = null, nextPrevious = null, nextOptions = null] = next;
    const changed = await database.execute(
      `UPDATE webhook_endpoints SET secret = $5, previous_secret = $6, sealed_options = $7
       WHERE id = $1 AND secret = $2 AND previous_secret IS NOT DISTINCT FROM $3 AND sealed_options IS NOT DISTINCT FROM $4`,
      [id, secret, previous, options, nextSecret, nextPrevious, nextOptions],
    );
    return changed > 0;
  },
};

export const authenticatorSecrets: SealedTable = {
  async list(database, { currentId, afterId, limit }) {
    const rows = await database.query<{ id: string; totp_secret: Uint8Array | null; totp_pending: Uint8Array | null }>(
      `SELECT id, totp_secret, totp_pending FROM users
       WHERE removed_at IS NULL AND id > $2 AND (${idIn("totp_secret")} <> $1 OR ${idIn("totp_pending")} <> $1)
       ORDER BY id LIMIT $3`,
      [currentId, afterId, limit],
    );
    return rows.map(({ id, totp_secret: secret, totp_pending: pending }) => ({ id, values: [secret, pending] }));
  },
  async replace(database, { id, values: [secret = null, pending = null] }, [nextSecret = null, nextPending = null]) {
    const changed = await database.execute(
      `UPDATE users SET totp_secret = $4, totp_pending = $5
       WHERE id = $1 AND totp_secret IS NOT DISTINCT FROM $2 AND totp_pending IS NOT DISTINCT FROM $3`,
      [id, secret, pending, nextSecret, nextPending],
    );
    return changed > 0;
  },
};

export const supplierCredentials: SealedTable = {
  async list(database, { currentId, afterId, limit }) {
    const rows = await database.query<{
      id: string;
      sealed_secret: Uint8Array | null;
      sealed_webhook_secret: Uint8Array | null;
    }>(
      `SELECT account_id || ' ' || environment || ' ' || supplier AS id, sealed_secret, sealed_webhook_secret FROM supplier_accounts
       WHERE account_id || ' ' || environment || ' ' || supplier > $2
         AND (${idIn("sealed_secret")} <> $1 OR ${idIn("sealed_webhook_secret")} <> $1)
       ORDER BY 1 LIMIT $3`,
      [currentId, afterId, limit],
    );
    return rows.map(({ id, sealed_secret: secret, sealed_webhook_secret: webhook }) => ({
      id,
      values: [secret, webhook],
    }));
  },
  async replace(database, { id, values: [secret = null, webhook = null] }, [nextSecret = null, nextWebhook = null]) {
    const changed = await database.execute(
      `UPDATE supplier_accounts SET sealed_secret = $4, sealed_webhook_secret = $5
       WHERE account_id || ' ' || environment || ' ' || supplier = $1
         AND sealed_secret IS NOT DISTINCT FROM $2 AND sealed_webhook_secret IS NOT DISTINCT FROM $3`,
      [id, secret, webhook, nextSecret, nextWebhook],
    );
    return changed > 0;
  },
};

export const clientSecrets: SealedTable = {
  async list(database, { currentId, afterId, limit }) {
    const rows = await database.query<{ id: string; sealed_secret: Uint8Array }>(
      `SELECT account_id AS id, sealed_secret FROM sso_connections
       WHERE account_id > $2 AND ${idIn("sealed_secret")} <> $1 ORDER BY account_id LIMIT $3`,
      [currentId, afterId, limit],
    );
    return rows.map(({ id, sealed_secret: sealed }) => ({ id, values: [sealed] }));
  },
  async replace(database, { id, values: [sealed = null] }, [nextSealed = null]) {
    const changed = await database.execute(
      "UPDATE sso_connections SET sealed_secret = $3 WHERE account_id = $1 AND sealed_secret = $2",
      [id, sealed, nextSealed],
    );
    return changed > 0;
  },
};

export const bookingTravelers: SealedTable = {
  async list(database, { currentId, afterId, limit }) {
    const rows = await database.query<{ id: string; sealed_personal_data: Uint8Array }>(
      `SELECT id, sealed_personal_data FROM bookings
       WHERE sealed_personal_data IS NOT NULL AND id > $2 AND ${idIn("sealed_personal_data")} <> $1
       ORDER BY id LIMIT $3`,
      [currentId, afterId, limit],
    );
    return rows.map(({ id, sealed_personal_data: sealed }) => ({ id, values: [sealed] }));
  },
  async replace(database, { id, values: [sealed = null] }, [nextSealed = null]) {
    const changed = await database.execute(
      "UPDATE bookings SET sealed_personal_data = $3 WHERE id = $1 AND sealed_personal_data = $2",
      [id, sealed, nextSealed],
    );
    return changed > 0;
  },
};

export const pendingMails: SealedTable = {
  async list(database, { currentId, afterId, limit }) {
    const rows = await database.query<{ id: string; sealed_message: Uint8Array }>(
      `SELECT id, sealed_message FROM mails
       WHERE finished_at IS NULL AND id > $2 AND ${idIn("sealed_message")} <> $1 ORDER BY id LIMIT $3`,
      [currentId, afterId, limit],
    );
    return rows.map(({ id, sealed_message: sealed }) => ({ id, values: [sealed] }));
  },
  async replace(database, { id, values: [sealed = null] }, [nextSealed = null]) {
    const changed = await database.execute(
      "UPDATE mails SET sealed_message = $3 WHERE id = $1 AND sealed_message = $2",
      [id, sealed, nextSealed],
    );
    return changed > 0;
  },
};
