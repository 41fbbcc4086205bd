import type { Clock } from "@wayfare/contract";
import type { Database, Session } from "@wayfare/database";
import { databaseTime, timeParameter } from "./database-time.ts";
import { type Answered, type Asked, type ExchangePermits, stretchMs } from "./permit-exchange.ts";

/**
 * The exchange with PostgreSQL or PGlite: one statement, and two more for buckets that have no row.
 *
 * @param databaseClock virtual time of a test; the database's own clock without it.
 */
export function makeExchange(database: Database, databaseClock?: Clock): ExchangePermits {
  return async (asked) => {
    const answers = await exchange(database, asked, databaseClock);
    const missing = asked.filter(({ name }) => !answers.has(name));
    if (missing.length === 0) return answers;
    await insertFull(database, missing, databaseClock);
    return new Map([...answers, ...(await exchange(database, missing, databaseClock))]);
  };
}

const stretchOf = (instant: string) => `FLOOR(EXTRACT(EPOCH FROM ${instant}) * 1000 / ${stretchMs})::bigint`;

/**
 * A bucket refills with time, and never past `burst` minus the permits out with processes: so permits in existence are never more than
 * `burst`, and uses in any window of W seconds are at most burst + perSecond × W, on whichever processes. Used permits count as held
 * until the last use of their report, which makes the refill a little late and never early. Only the database's clock counts, read once
 * the row is locked. Rows are locked in the order of their names, so that two processes never deadlock.
 */
const exchangeSql = `
WITH asked AS (
  SELECT * FROM unnest($1::text[], $2::float8[], $3::float8[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::float8[])
    AS asked (name, per_second, burst, confirmed, stretch, kept, returned, wanted, last_use_ago_ms)
), locked AS (
  SELECT bucket.name, bucket.tokens, bucket.at AS row_at, bucket.held, bucket.held_before, bucket.stretch AS row_stretch,
         asked.per_second, asked.burst, asked.confirmed, asked.stretch, asked.kept, asked.returned, asked.wanted, asked.last_use_ago_ms
  FROM rate_limits bucket JOIN asked ON asked.name = bucket.name
  ORDER BY bucket.name FOR UPDATE OF bucket
), timed AS MATERIALIZED (
  SELECT locked.*, ${databaseTime("$10")} AS now FROM locked
), placed AS (
  SELECT timed.*,
         -- A row that is ahead was written before the database's clock was set back; the refill continues from the present.
         LEAST(row_at, now) AS at,
         CASE WHEN row_stretch > ${stretchOf("now")} + 1 THEN ${stretchOf("now")} ELSE GREATEST(row_stretch, ${stretchOf("now")}) END AS now_stretch,
         GREATEST(LEAST(row_at, now), now - last_use_ago_ms * interval '1 millisecond') AS last_use
  FROM timed
), rolled AS (
  SELECT placed.*,
         CASE WHEN row_stretch = now_stretch THEN held ELSE 0 END AS held_now,
         CASE now_stretch - row_stretch WHEN 0 THEN held_before WHEN 1 THEN held ELSE 0 END AS held_then,
         -- Concurrency slots of a process that died are free again; permits of a rate may have been used.
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
  ((rate_limits.stretch + 2) * ${stretchMs} - EXTRACT(EPOCH FROM granted.now) * 1000)::float8 AS "usableMs"`;

async function exchange(
  database: Database,
  asked: readonly Asked[],
  databaseClock: Clock | undefined,
): Promise<Map<string, Answered>> {
  const rows = await database.query<Answered & { name: string }>(
    exchangeSql,
    [
      asked.map(({ name }) => name),
      asked.map(({ perSecond }) => perSecond),
      asked.map(({ burst }) => burst),
      asked.map(({ confirmed }) => confirmed),
      asked.map(({ stretch }) => stretch),
      asked.map(({ kept }) => kept),
      asked.map(({ returned }) => returned),
      asked.map(({ wanted }) => wanted),
      asked.map(({ lastUseAgoMs }) => lastUseAgoMs),
      timeParameter(databaseClock),
    ],
    { name: "exchange-permits" },
  );
  return new Map(rows.map(({ name, ...answer }) => [name, answer]));
}

/** A bucket without a row is full: it was never used, or not for long. */
async function insertFull(
  database: Database,
  asked: readonly Asked[],
  databaseClock: Clock | undefined,
): Promise<void> {
  await database.execute(
    `INSERT INTO rate_limits (name, tokens, at, held, held_before, stretch)
     SELECT name, burst, now, 0, 0, ${stretchOf("now")}
     FROM unnest($1::text[], $2::float8[]) AS row (name, burst)
     CROSS JOIN (SELECT ${databaseTime("$3")} AS now) AS clock ORDER BY name
     ON CONFLICT (name) DO NOTHING`,
    [asked.map(({ name }) => name), asked.map(({ burst }) => burst), timeParameter(databaseClock)],
  );
}

/** How long an unused bucket is kept: after that it is full, and no permits are out. */
const idleMs = 3_600_000;

/** Deletes one batch of buckets that were unused for an hour by the database's clock; returns how many rows it deleted. */
export function deleteIdleBuckets(session: Session, limit: number, databaseClock?: Clock): Promise<number> {
  return session.execute(
    `DELETE FROM rate_limits WHERE name IN (
       SELECT name FROM rate_limits WHERE at < (SELECT ${databaseTime("$1")}) - $2 * interval '1 millisecond' ORDER BY at LIMIT $3
     )`,
    [timeParameter(databaseClock), idleMs, limit],
  );
}
