/**
 * Connections through a pooler in transaction mode, such as PgBouncer with `pool_mode = transaction`: each transaction may run on another
 * server connection. So there are no session settings, no prepared statements, no LISTEN and no session-level advisory locks; these use a
 * direct connection.
 */
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { DatabaseError } from "../port/errors.ts";
import type { Database } from "../port/port.ts";

/** Session settings that the service needs, as defaults of its role. The parsers of values expect the text formats. */
const requiredSettings = [
  { name: "TimeZone", matches: /^(Etc\/)?UTC$/, sql: "'UTC'" },
  { name: "DateStyle", matches: /^ISO\b/, sql: "'ISO, YMD'" },
  { name: "IntervalStyle", matches: /^postgres$/, sql: "'postgres'" },
  { name: "bytea_output", matches: /^hex$/, sql: "'hex'" },
  { name: "statement_timeout", matches: /^[1-9]/, sql: "'30s'" },
];

/**
 * Checks the defaults of the role, because a pooler in transaction mode does not keep settings of a session.
 *
 * @throws DatabaseError with the statements that set them.
 */
export async function assertRoleSettings(pool: pg.Pool): Promise<void> {
  const columns = requiredSettings.map(({ name }) => `current_setting('${name}') AS "${name}"`);
  const { rows } = await pool.query<Record<string, string>>(`SELECT ${columns.join(", ")}`);
  const missing = requiredSettings.filter(({ name, matches }) => !matches.test(rows[0]?.[name] ?? ""));
  if (missing.length === 0) return;
  const statements = missing.map(({ name, sql }) => `ALTER ROLE CURRENT_USER SET ${name} = ${sql};`);
  throw new DatabaseError(
    "ROLE_SETTINGS",
    `the role lacks defaults that it needs with a pooler. Run as this role, then RECONNECT the pooler: ${statements.join(" ")}`,
  );
}

const probeChannel = "wayfare_probe";
const probeEveryMs = 500;
const defaultProbeMs = 10_000;

/**
 * Checks that notifications arrive. Through a pooler in transaction mode they do not, and session-level advisory locks would stay locked.
 *
 * @throws DatabaseError if none arrives in time.
 */
export async function assertNotifications(database: Database, { timeoutMs = defaultProbeMs } = {}): Promise<void> {
  const payload = randomUUID();
  const { promise: arrived, resolve } = Promise.withResolvers<boolean>();
  const stop = await database.listen(probeChannel, {
    onMessage: (message) => {
      if (message === payload) resolve(true);
    },
  });
  const send = () => database.query("SELECT pg_notify($1, $2)", [probeChannel, payload]);
  const sending = setInterval(() => void send().catch(() => {}), probeEveryMs);
  const timeout = setTimeout(() => resolve(false), timeoutMs);
  try {
    await send();
    if (await arrived) return;
  } finally {
    clearInterval(sending);
    clearTimeout(timeout);
    await stop();
  }
  throw new DatabaseError(
    "NOTIFICATIONS_LOST",
    "notifications of the database do not arrive. If DATABASE_URL leads to a connection pooler in transaction mode, set DATABASE_DIRECT_URL to the server itself",
  );
}
