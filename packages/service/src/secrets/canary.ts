import { existsSync } from "node:fs";
import type { Queryable } from "@wayfare/database";
import { ServerSecretError, type ServerSecrets, serverSecretPath } from "./server-secret.ts";

/**
 * Verifies that the server secrets belong to this database; with others, every API key would be unknown. Accepts a new secret if a known
 * one is configured too, or if the database is empty. Run it in a transaction.
 */
export async function checkSecretCanaries(db: Queryable, secrets: ServerSecrets): Promise<void> {
  const known = await readCanaries(db);
  for (const secret of secrets.all) {
    const canary = known.get(secret.id);
    if (canary && !canary.equals(secret.derive("canary"))) {
      throw new ServerSecretError(
        `Server secret ${secret.id} does not match this database, so no API key would work. Restore the original SERVER_SECRET (or DATA_DIR/server-secret).`,
      );
    }
  }
  if (known.size > 0 && !secrets.all.some((secret) => known.has(secret.id))) {
    throw new ServerSecretError(
      `This database uses server secret ${[...known.keys()].join(", ")}, which is missing in SERVER_SECRET, so no API key would work. Add it after the new one.`,
    );
  }
  for (const secret of secrets.all) {
    await insertCanary(db, secret.id, secret.derive("canary"));
  }
}

/**
 * Checks before a secret is created in a data directory that the database is not used with another one.
 *
 * @throws ServerSecretError if the file is missing.
 */
export async function assertMayCreateSecret(db: Queryable, dataDirectory: string): Promise<void> {
  const path = serverSecretPath(dataDirectory);
  if (existsSync(path) || (await readCanaries(db)).size === 0) return;
  throw new ServerSecretError(
    `${path} is missing, and the database has been used with a server secret, without which no API key works. Restore the file or set ` +
      "SERVER_SECRET, or restore a backup into a new DATA_DIR.",
  );
}

/** Returns the canaries of the server secrets used with this database, by secret id. */
export async function readCanaries(db: Queryable): Promise<Map<string, Buffer>> {
  const rows = await db.query<{ secret_id: string; canary: Buffer }>(
    "SELECT secret_id, canary FROM server_secret_canaries ORDER BY secret_id LIMIT 1000",
  );
  return new Map(rows.map((row) => [row.secret_id, row.canary]));
}

/** Inserts the canary of a server secret if it does not exist. */
export async function insertCanary(db: Queryable, secretId: string, canary: Uint8Array): Promise<void> {
  await db.execute(
    "INSERT INTO server_secret_canaries (secret_id, canary) VALUES ($1, $2) ON CONFLICT (secret_id) DO NOTHING",
    [secretId, canary],
  );
}

/** Deletes a canary, so that a start without this server secret is allowed even if it is still in use. Returns false if there was none. */
export async function deleteCanary(db: Queryable, secretId: string): Promise<boolean> {
  return (await db.execute("DELETE FROM server_secret_canaries WHERE secret_id = $1", [secretId])) > 0;
}
