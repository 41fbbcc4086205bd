import type { Clock } from "@wayfare/contract";
import { type Database, DatabaseError, listMigrationFiles, type Queryable, runUnitOfWork } from "@wayfare/database";
import { readMailQueue } from "../../mail/store.ts";
import { insertCanary } from "../../secrets/canary.ts";
import { makeSecretBox } from "../../secrets/secret-box.ts";
import type { ServerSecrets } from "../../secrets/server-secret.ts";
import { findPause } from "../../storage/pause-store.ts";
import { type Check, fail, ok, warn } from "./check.ts";

interface DatabaseCheckDeps {
  database: Database;
  /** Rejects if the secrets are missing, malformed or belong to another database. */
  readSecrets: () => Promise<ServerSecrets>;
  clock: Clock;
}

/** Runs the checks that need a database connection. A check that throws has failed. */
export async function checkDatabase(deps: DatabaseCheckDeps): Promise<Check[]> {
  const reachable = await checkConnection(deps.database);
  if (reachable.status === "fail") return [reachable];
  const checks = {
    "database writable": checkWrites,
    schema: checkSchema,
    clock: checkClock,
    "server secret": checkServerSecret,
    "sealed rows": checkSealedRows,
    outbound: checkOutbound,
    "mail queue": checkMailQueue,
  };
  const found = [reachable];
  for (const [name, examine] of Object.entries(checks)) {
    found.push(await examine(deps).catch((error: unknown) => fail(name, messageOf(error), "Check the database log.")));
  }
  return found;
}

async function checkConnection(database: Database): Promise<Check> {
  try {
    const [row] = await database.query<{ version: string }>("SELECT current_setting('server_version') AS version");
    const engine = database.engine === "pglite" ? "embedded PostgreSQL" : "PostgreSQL";
    return ok("database", `connected to ${engine} ${row?.version ?? ""}`);
  } catch (error) {
    return fail("database", messageOf(error), "Check DATABASE_URL, and that the server is running and reachable.");
  }
}

class RolledBack extends Error {}

async function checkWrites({ database, clock }: DatabaseCheckDeps): Promise<Check> {
  const name = "database writable";
  try {
    await runUnitOfWork(database, clock.nowMs(), async ({ tx }) => {
      await insertCanary(tx, "(doctor)", Buffer.alloc(1));
      throw new RolledBack();
    });
    return fail(name, "A transaction that should have been rolled back was committed.", "Report this as a bug.");
  } catch (error) {
    if (error instanceof RolledBack) return ok(name, "wrote a row and rolled it back");
    const isReadOnly = error instanceof DatabaseError && error.code === "25006";
    const fix = isReadOnly ? "Point DATABASE_URL at the primary." : "Free disk space, or check the database log.";
    return fail(name, messageOf(error), fix);
  }
}

async function checkSchema({ database }: DatabaseCheckDeps): Promise<Check> {
  const applied = await database.query<{ id: number; breaking_version: number }>(
    "SELECT id, breaking_version FROM schema_migrations ORDER BY id DESC LIMIT 1",
  );
  const own = (await listMigrationFiles()).at(-1)?.id ?? 0;
  const [newest = { id: 0, breaking_version: 0 }] = applied;
  if (newest.breaking_version > own) {
    const detail = `migration ${newest.breaking_version} is applied, but this version only knows migrations up to ${own}`;
    return fail("schema", detail, "Use a newer version of Wayfare.");
  }
  if (newest.id < own) {
    return warn(
      "schema",
      `migration ${newest.id} of ${own} applied`,
      "Run `wayfare migrate`, or start the service with this version.",
    );
  }
  return ok("schema", `migration ${newest.id} applied`);
}

const warningSkewMs = 500;
const maxSkewMs = 5000;

/** Compares the database's clock with the midpoint of the query's round trip on this machine's clock. */
async function checkClock({ database, clock }: DatabaseCheckDeps): Promise<Check> {
  const before = clock.nowMs();
  const [row] = await database.query<{ now: Date }>("SELECT clock_timestamp() AS now");
  const after = clock.nowMs();
  const skewMs = Math.round((row?.now.getTime() ?? 0) - (before + after) / 2);
  const detail = `database clock is ${Math.abs(skewMs)} ms ${skewMs < 0 ? "behind" : "ahead of"} this machine's clock`;
  const fix = "Run NTP on both machines.";
  if (Math.abs(skewMs) > maxSkewMs) return fail("clock", detail, fix);
  return Math.abs(skewMs) > warningSkewMs ? warn("clock", detail, fix) : ok("clock", detail);
}

async function checkServerSecret({ readSecrets }: DatabaseCheckDeps): Promise<Check> {
  try {
    const { all } = await readSecrets();
    const ids = all.map(({ id }) => id).join(", ");
    return ok("server secret", `matches this database (${all.length === 1 ? "id" : "ids"} ${ids})`);
  } catch (error) {
    return fail("server secret", messageOf(error), "Restore SERVER_SECRET or DATA_DIR/server-secret from a backup.");
  }
}

/** Checks that the server secrets of all sealed and hashed values are configured, and opens a sample of each. */
async function checkSealedRows({ database, readSecrets }: DatabaseCheckDeps): Promise<Check> {
  const secrets = await readSecrets().catch(() => undefined);
  if (secrets === undefined)
    return warn(
      "sealed rows",
      "not checked because the server secret is missing",
      "Fix the check `server secret` first.",
    );
  const known = new Set(secrets.all.map(({ id }) => id));
  const hashed = await database.query<{ id: string }>(
    "SELECT DISTINCT secret_id AS id FROM api_keys WHERE revoked_at IS NULL ORDER BY 1 LIMIT 100",
  );
  const sealed = await listSealed(database);
  const unknown = [...hashed, ...sealed].map(({ id }) => id).filter((id) => !known.has(id));
  const fix = "Append the missing secret to SERVER_SECRET.";
  if (unknown.length > 0) {
    return fail("sealed rows", `rows need missing server secrets: ${[...new Set(unknown)].join(", ")}`, fix);
  }
  const damaged = sealed.filter((row) => !opens(secrets, row)).map(({ kind, id }) => `${kind} under ${id}`);
  if (damaged.length > 0) return fail("sealed rows", `cannot be decrypted: ${damaged.join(", ")}`, fix);
  return ok("sealed rows", "all required server secrets are configured and decrypt a sample of each kind");
}

interface Sealed {
  /** Kind of value, which is the purpose of its key. */
  kind: string;
  /** Id of its server secret. */
  id: string;
  sample: Buffer;
}

/** Selects one sealed value of each kind for each server secret. */
function listSealed(db: Queryable): Promise<Sealed[]> {
  return db.query<Sealed>(
    `SELECT DISTINCT ON (kind, id) kind, id, sample FROM (
       SELECT kind, sample, convert_from(substring(sample FROM 2 FOR get_byte(sample, 0)), 'UTF8') AS id FROM (
         SELECT 'webhook secrets' AS kind, secret AS sample FROM webhook_endpoints WHERE deleted_at IS NULL
         UNION ALL SELECT 'webhook secrets', previous_secret FROM webhook_endpoints WHERE deleted_at IS NULL
         UNION ALL SELECT 'authenticator secrets', totp_secret FROM users WHERE removed_at IS NULL
         UNION ALL SELECT 'authenticator secrets', totp_pending FROM users WHERE removed_at IS NULL
         UNION ALL SELECT 'single sign-on secrets', sealed_secret FROM sso_connections
         UNION ALL SELECT 'mails', sealed_message FROM mails WHERE finished_at IS NULL
       ) AS stored WHERE length(sample) > 1
     ) AS named ORDER BY kind, id LIMIT 200`,
  );
}

function opens(secrets: ServerSecrets, { kind, sample }: Sealed): boolean {
  try {
    makeSecretBox(secrets, kind).open(sample);
    return true;
  } catch {
    return false;
  }
}

async function checkOutbound({ database }: DatabaseCheckDeps): Promise<Check> {
  const pause = await findPause(database);
  if (pause === undefined) return ok("outbound", "deliveries and payments are enabled");
  const detail = `deliveries, challenges and payments are paused since ${pause.pausedAt.toISOString()}: ${pause.reason}`;
  return warn(
    "outbound",
    detail,
    "Make sure that no other deployment sends the same events, then run `wayfare resume`.",
  );
}

/** Age of a mail that is not sent, from which a delay is reported. */
const lateMailMs = 15 * 60_000;

async function checkMailQueue({ database, clock }: DatabaseCheckDeps): Promise<Check> {
  const name = "mail queue";
  const { pending, oldestAtMs, failed } = await readMailQueue(database, clock.nowMs());
  const ageMs = oldestAtMs === null ? 0 : clock.nowMs() - oldestAtMs;
  const detail = `${pending} pending, ${failed} failed in the last two days`;
  const fix = "Check SMTP_URL and MAIL_FROM, and search the log for `mail could not be sent`.";
  if (ageMs > lateMailMs)
    return warn(name, `${detail}; the oldest waits for ${Math.round(ageMs / 60_000)} minutes`, fix);
  return failed > 0 ? warn(name, detail, fix) : ok(name, detail);
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
