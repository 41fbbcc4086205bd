import type { Session } from "@wayfare/database";
import { ServerSecretError, type ServerSecrets } from "./server-secret.ts";

/**
 * Run it in a transaction. Proves that the server secrets are those of this database, before every key would be unknown to it. A secret that the
 * database has not seen is accepted beside one that it has, and on an empty database.
 */
export async function checkSecretCanaries(session: Session, secrets: ServerSecrets): Promise<void> {
  const known = await readCanaries(session);
  for (const secret of secrets.all) {
    const canary = known.get(secret.id);
    if (canary && !canary.equals(secret.derive("canary"))) {
      throw new ServerSecretError(
        `The server secret ${secret.id} is not the one that this database was made with: no API key would work. Restore SERVER_SECRET (or DATA_DIR/server-secret).`,
      );
    }
  }
  if (known.size > 0 && !secrets.all.some((secret) => known.has(secret.id))) {
    throw new ServerSecretError(
      `This database was made with the server secret ${[...known.keys()].join(", ")}, which SERVER_SECRET does not hold: no API key would work. Add it behind the new one.`,
    );
  }
  for (const secret of secrets.all) {
    await insertCanary(session, secret.id, secret.derive("canary"));
  }
}

/** The canaries of the server secrets that this database was used with, by the ids of the secrets. */
export async function readCanaries(session: Session): Promise<Map<string, Buffer>> {
  const rows = await session.query<{ secret_id: string; canary: Buffer }>(
    "SELECT secret_id, canary FROM server_secret_canaries ORDER BY secret_id LIMIT 1000",
  );
  return new Map(rows.map((row) => [row.secret_id, row.canary]));
}

/** Writes the canary of a server secret unless it is there. */
export async function insertCanary(session: Session, secretId: string, canary: Uint8Array): Promise<void> {
  await session.execute(
    "INSERT INTO server_secret_canaries (secret_id, canary) VALUES ($1, $2) ON CONFLICT (secret_id) DO NOTHING",
    [secretId, canary],
  );
}

/** Deletes a canary; a start may then lack this server secret although something needs it. False if there was none. */
export async function deleteCanary(session: Session, secretId: string): Promise<boolean> {
  return (await session.execute("DELETE FROM server_secret_canaries WHERE secret_id = $1", [secretId])) > 0;
}
