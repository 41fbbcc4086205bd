import type { Clock } from "@wayfare/contract";
import { type Database, DatabaseError, listMigrationFiles, runUnit, type Session } from "@wayfare/database";
import { insertCanary } from "../../secrets/canary.ts";
import { makeSecretBox } from "../../secrets/secret-box.ts";
import { parseServerSecrets, type ServerSecrets } from "../../secrets/server-secret.ts";
import { findPause } from "../../storage/pause-store.ts";
import { type Check, fail, ok, warn } from "./check.ts";

interface DatabaseParts {
  database: Database;
  /** Rejects where the secrets are missing or are not those of the database. */
  secretsText: () => Promise<string>;
  clock: Clock;
}

/** What can be seen over a database connection. A check that cannot be made is one that failed. */
export async function examineDatabase(parts: DatabaseParts): Promise<Check[]> {
  const reachable = await examineConnection(parts.database);
  if (reachable.status === "fail") return [reachable];
  const checks = {
    "database writable": examineWriting,
    schema: examineSchema,
    clock: examineClock,
    "server secret": examineSecret,
    "sealed rows": examineSealedRows,
    outbound: examineOutbound,
  };
  const found = [reachable];
  for (const [name, examine] of Object.entries(checks)) {
    found.push(
      await examine(parts).catch((error: unknown) => fail(name, messageOf(error), "See the log of the database.")),
    );
  }
  return found;
}

async function examineConnection(database: Database): Promise<Check> {
  try {
    const [row] = await database.query<{ version: string }>("SELECT current_setting('server_version') AS version");
    const engine = database.engine === "pglite" ? "embedded PostgreSQL" : "PostgreSQL";
    return ok("database", `${engine} ${row?.version ?? ""} answers`);
  } catch (error) {
    return fail("database", messageOf(error), "Check DATABASE_URL, and that the server runs and may be reached.");
  }
}

class RolledBack extends Error {}

async function examineWriting({ database, clock }: DatabaseParts): Promise<Check> {
  const name = "database writable";
  try {
    await runUnit(database, clock.nowMs(), async ({ session }) => {
      await insertCanary(session, "(doctor)", Buffer.alloc(1));
      throw new RolledBack();
    });
    return fail(name, "A transaction that should be rolled back was committed.", "Report this.");
  } catch (error) {
    if (error instanceof RolledBack) return ok(name, "a row could be written, and was rolled back");
    const isReadOnly = error instanceof DatabaseError && error.code === "25006";
    const fix = isReadOnly ? "Point DATABASE_URL at the primary." : "Free disk space, or see the log of the database.";
    return fail(name, messageOf(error), fix);
  }
}

async function examineSchema({ database }: DatabaseParts): Promise<Check> {
  const applied = await database.query<{ id: number; breaking_version: number }>(
    "SELECT id, breaking_version FROM schema_migrations ORDER BY id DESC LIMIT 1",
  );
  const own = (await listMigrationFiles()).at(-1)?.id ?? 0;
  const [newest = { id: 0, breaking_version: 0 }] = applied;
  if (newest.breaking_version > own) {
    const detail = `migration ${newest.breaking_version} is applied, and this version has them up to ${own}`;
    return fail("schema", detail, "Start the newer version of Wayfare.");
  }
  if (newest.id < own) {
    return warn(
      "schema",
      `migration ${newest.id} of ${own} is applied`,
      "Run `wayfare migrate`, or start this version.",
    );
  }
  return ok("schema", `migration ${newest.id} is applied`);
}

const noticedSkewMs = 500;
const maxSkewMs = 5000;

/** The database's clock against this machine's: compared with the middle of the time that the answer took. */
async function examineClock({ database, clock }: DatabaseParts): Promise<Check> {
  const before = clock.nowMs();
  const [row] = await database.query<{ now: Date }>("SELECT clock_timestamp() AS now");
  const after = clock.nowMs();
  const skewMs = Math.round((row?.now.getTime() ?? 0) - (before + after) / 2);
  const detail = `the database's clock is ${Math.abs(skewMs)} ms ${skewMs < 0 ? "behind" : "ahead of"} this machine's`;
  const fix = "Run NTP on both machines.";
  if (Math.abs(skewMs) > maxSkewMs) return fail("clock", detail, fix);
  return Math.abs(skewMs) > noticedSkewMs ? warn("clock", detail, fix) : ok("clock", detail);
}

async function examineSecret({ secretsText }: DatabaseParts): Promise<Check> {
  try {
    const { all } = parseServerSecrets(await secretsText());
    return ok("server secret", `${all.map(({ id }) => id).join(", ")}: made what this database holds`);
  } catch (error) {
    return fail(
      "server secret",
      messageOf(error),
      "Restore SERVER_SECRET, or DATA_DIR/server-secret, from the backup.",
    );
  }
}

/** What is sealed or hashed under server secrets, and by which of them. */
async function examineSealedRows({ database, secretsText }: DatabaseParts): Promise<Check> {
  const secrets = await secretsText().then(parseServerSecrets, () => undefined);
  if (secrets === undefined)
    return warn("sealed rows", "not checked without the server secret", "See `server secret`.");
  const known = new Set(secrets.all.map(({ id }) => id));
  const hashed = await database.query<{ id: string }>(
    "SELECT DISTINCT secret_id AS id FROM api_keys WHERE revoked_at IS NULL ORDER BY 1 LIMIT 100",
  );
  const sealed = await listSealed(database);
  const unknown = [...hashed, ...sealed].map(({ id }) => id).filter((id) => !known.has(id));
  const fix = "Put the missing secret behind the others in SERVER_SECRET.";
  if (unknown.length > 0) {
    return fail(
      "sealed rows",
      `rows need the server secrets ${[...new Set(unknown)].join(", ")}, which are missing`,
      fix,
    );
  }
  const damaged = sealed.filter((row) => !opens(secrets, row)).map(({ what, id }) => `${what} under ${id}`);
  if (damaged.length > 0) return fail("sealed rows", `cannot be opened: ${damaged.join(", ")}`, fix);
  return ok("sealed rows", "every server secret that rows need is there, and opens one of each");
}

interface Sealed {
  /** Webhook secrets, or authenticator secrets. */
  what: string;
  /** The server secret that its first bytes name. */
  id: string;
  sample: Buffer;
}

/** One sealed value of each kind for each server secret. */
function listSealed(session: Session): Promise<Sealed[]> {
  return session.query<Sealed>(
    `SELECT DISTINCT ON (what, id) what, id, sample FROM (
       SELECT what, sample, convert_from(substring(sample FROM 2 FOR get_byte(sample, 0)), 'UTF8') AS id FROM (
         SELECT 'webhook secrets' AS what, secret AS sample FROM webhook_endpoints WHERE deleted_at IS NULL
         UNION ALL SELECT 'webhook secrets', previous_secret FROM webhook_endpoints WHERE deleted_at IS NULL
         UNION ALL SELECT 'authenticator secrets', totp_secret FROM users WHERE removed_at IS NULL
         UNION ALL SELECT 'authenticator secrets', totp_pending FROM users WHERE removed_at IS NULL
       ) AS stored WHERE length(sample) > 1
     ) AS named ORDER BY what, id LIMIT 200`,
  );
}

function opens(secrets: ServerSecrets, { what, sample }: Sealed): boolean {
  try {
    makeSecretBox(secrets, what).open(sample);
    return true;
  } catch {
    return false;
  }
}

async function examineOutbound({ database }: DatabaseParts): Promise<Check> {
  const pause = await findPause(database);
  if (pause === undefined) return ok("outbound", "deliveries and payments run");
  const detail = `deliveries, challenges and payments are off since ${pause.pausedAt.toISOString()}: ${pause.reason}`;
  return warn("outbound", detail, "Run `wayfare resume` once no other deployment sends the same events.");
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
