import type { Clock } from "@wayfare/contract";
import type { Database, Queryable } from "@wayfare/database";
import { databaseTime, timeParameter } from "./database-time.ts";
import { type ExchangeTokens, leaseWindowMs, type TokenGrant, type TokenReport } from "./token-exchange.ts";

/**
 * Creates the token exchange for PostgreSQL or PGlite. It runs one statement, and two more if buckets have no row.
 *
 * @param databaseClock virtual time of a test; the database's own clock by default
 */
export function makeExchange(database: Database, databaseClock?: Clock): ExchangeTokens {
  return async (reports) => {
    const grants = await exchange(database, reports, databaseClock);
    const missing = reports.filter(({ name }) => !grants.has(name));
    if (missing.length === 0) return grants;
    await insertFull(database, missing, databaseClock);
    return new Map([...grants, ...(await exchange(database, missing, databaseClock))]);
  };
}

const stretchOf = (instant: string) => `FLOOR(EXTRACT(EPOCH FROM ${instant}) * 1000 / ${leaseWindowMs})::bigint`;

/**
 * Refills each bucket by elapsed time, up to `burst` minus the tokens leased to processes. So there are never more than `burst` tokens, and
 * at most burst + perSecond × W requests pass in any window of W seconds, over all processes. Used tokens count as leased until the last
 * use in their report, which makes the refill slightly late and never early. Time is the database's clock, read after the row is locked.
 * Rows are locked in the order of their names to avoid deadlocks.
 *
 * `stretch` is the index of a window of `leaseWindowMs`; `held` and `held_before` are the tokens leased in the current and the previous
 * window.
 */
const exchangeSql = `
WITH reports AS (
  SELECT * FROM unnest($1::text[], $2::float8[], $3::float8[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::float8[])
    AS reports (name, per_second, burst, confirmed, stretch, kept, returned, wanted, last_use_ago_ms)
), locked AS (
  SELECT bucket.name, bucket.tokens, bucket.at AS row_at, bucket.held, bucket.held_before, bucket.stretch AS row_stretch,
         reports.per_second, reports.burst, reports.confirmed, reports.stretch, reports.kept, reports.returned, reports.wanted, reports.last_use_ago_ms
  FROM rate_limits bucket JOIN reports ON reports.name = bucket.name
  ORDER BY bucket.name FOR UPDATE OF bucket
), timed AS MATERIALIZED (
  SELECT locked.*, ${databaseTime("$10")} AS now FROM locked
), placed AS (
  SELECT timed.*,
         -- A future row time was written before the database clock was set back; the refill continues from the current time.
         LEAST(row_at, now) AS at,
         CASE WHEN row_stretch > ${stretchOf("now")} + 1 THEN ${stretchOf("now")} ELSE GREATEST(row_stretch, ${stretchOf("now")}) END AS now_stretch,
         GREATEST(LEAST(row_at, now), now - last_use_ago_ms * interval '1 millisecond') AS last_use
  FROM timed
), rolled AS (
  SELECT placed.*,
         CASE WHEN row_stretch = now_stretch THEN held ELSE 0 END AS held_now,
         CASE now_stretch - row_stretch WHEN 0 THEN held_before WHEN 1 THEN held ELSE 0 END AS held_then,
         -- Concurrency tokens of a dead process are free again; tokens of a rate limit may have been used.
         CASE WHEN per_second > 0 OR row_stretch = now_stretch THEN 0
              WHEN now_stretch - row_stretch = 1 THEN held_before ELSE held + held_before END AS found,
         stretch BETWEEN now_stretch - 1 AND now_stretch AS known
  FROM placed
), refilled AS (
  SELECT rolled.*,
         LEAST(tokens + found + EXTRACT(EPOCH FROM last_use - at)::float8 * per_second, burst - held_now - held_then) AS at_last_use,
         CASE WHEN known THEN confirmed - kept - returned ELSE 0 END AS used
  FROM rolled
), settled AS (
  SELECT refilled.*,
         LEAST(at_last_use + EXTRACT(EPOCH FROM now - last_use)::float8 * per_second,
               burst - held_now - held_then + used) + CASE WHEN known THEN returned ELSE -kept END AS left_over
  FROM refilled
), granted AS (
  SELECT settled.*, GREATEST(0, LEAST(wanted, FLOOR(left_over + 1e-6)))::bigint AS granted FROM settled
)
UPDATE rate_limits SET
  tokens = granted.left_over - granted.granted,
  at = granted.now,
  held = granted.held_now + granted.kept + granted.granted
    - CASE WHEN granted.stretch = now_stretch THEN granted.confirmed ELSE 0 END,
  held_before = granted.held_then - CASE WHEN granted.stretch = now_stretch - 1 THEN granted.confirmed ELSE 0 END,
  stretch = now_stretch
FROM granted WHERE rate_limits.name = granted.name
RETURNING rate_limits.name, granted.granted, rate_limits.tokens, rate_limits.stretch,
  ((rate_limits.stretch + 2) * ${leaseWindowMs} - EXTRACT(EPOCH FROM granted.now) * 1000)::float8 AS "usableMs"`;

async function exchange(
  database: Database,
  reports: readonly TokenReport[],
  databaseClock: Clock | undefined,
): Promise<Map<string, TokenGrant>> {
  const rows = await database.query<TokenGrant & { name: string }>(
    exchangeSql,
    [
      reports.map(({ name }) => name),
      reports.map(({ perSecond }) => perSecond),
      reports.map(({ burst }) => burst),
      reports.map(({ confirmed }) => confirmed),
      reports.map(({ stretch }) => stretch),
      reports.map(({ kept }) => kept),
      reports.map(({ returned }) => returned),
      reports.map(({ wanted }) => wanted),
      reports.map(({ lastUseAgoMs }) => lastUseAgoMs),
      timeParameter(databaseClock),
    ],
    { name: "exchange-tokens" },
  );
  return new Map(rows.map(({ name, ...grant }) => [name, grant]));
}

/** Inserts full buckets. A bucket without a row was never used, or not recently. */
async function insertFull(
  database: Database,
  reports: readonly TokenReport[],
  databaseClock: Clock | undefined,
): Promise<void> {
  await database.execute(
    `INSERT INTO rate_limits (name, tokens, at, held, held_before, stretch)
     SELECT name, burst, now, 0, 0, ${stretchOf("now")}
     FROM unnest($1::text[], $2::float8[]) AS row (name, burst)
     CROSS JOIN (SELECT ${databaseTime("$3")} AS now) AS clock ORDER BY name
     ON CONFLICT (name) DO NOTHING`,
    [reports.map(({ name }) => name), reports.map(({ burst }) => burst), timeParameter(databaseClock)],
  );
}

/** Retention of unused buckets. After this time a bucket is full and none of its tokens are leased. */
const idleMs = 3_600_000;

/**
 * Deletes a batch of buckets that were not used for an hour by the database's clock. Returns the number of deleted rows. Locked rows are in use;
 * waiting for them, in another order than an exchange locks them, could deadlock.
 */
export function deleteIdleBuckets(db: Queryable, limit: number, databaseClock?: Clock): Promise<number> {
  return db.execute(
    `DELETE FROM rate_limits WHERE name IN (
       SELECT name FROM rate_limits WHERE at < (SELECT ${databaseTime("$1")}) - $2 * interval '1 millisecond' ORDER BY at LIMIT $3
       FOR UPDATE SKIP LOCKED
     )`,
    [timeParameter(databaseClock), idleMs, limit],
  );
}
