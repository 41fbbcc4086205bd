import type { Database } from "@wayfare/database";
import { ServerSecretError, type ServerSecrets } from "./server-secret.ts";

/**
 * Proves that the server secrets are those of this database, before every key would be unknown to it. A secret that the
 * database has not seen is accepted beside one that it has, and on an empty database.
 */
export async function checkSecretCanaries(database: Database, secrets: ServerSecrets): Promise<void> {
  await database.transaction(async (session) => {
    const rows = await session.query<{ secret_id: string; canary: Buffer }>(
      "SELECT secret_id, canary FROM server_secret_canaries ORDER BY secret_id LIMIT 100",
    );
    const known = new Map(rows.map((row) => [row.secret_id, row.canary]));
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
      await session.execute(
        "INSERT INTO server_secret_canaries (secret_id, canary) VALUES ($1, $2) ON CONFLICT (secret_id) DO NOTHING",
        [secret.id, secret.derive("canary")],
      );
    }
  });
}
