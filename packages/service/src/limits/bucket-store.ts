import type { Database, Session } from "@wayfare/database";
import { type Answered, type Asked, type ExchangePermits, stretchMs } from "./permit-exchange.ts";

/** The exchange with PostgreSQL or PGlite: one statement, and two more for buckets that have no row. */
export function makeExchange(database: Database): ExchangePermits {
  return async (asked, nowMs) => {
    const answers = await exchange(database, asked, nowMs);
    const missing = asked.filter(({ name }) => !answers.has(name));
    if (missing.length === 0) return answers;
    await insertFull(database, missing, nowMs);
    return new Map([...answers, ...(await exchange(database, missing, nowMs))]);
  };
}

/**
 * A bucket refills with time, and never past `burst` less what is out with processes: so permits in existence are never more than
 * `burst`, and what is used in any window of W seconds is at most burst + perSecond × W, wherever the permits were used. What was used counts
 * as held until the last use of its report, which makes the refill a little late and never early. Rows are locked in the order of their names, so that two
 * processes never wait for each other in a circle.
 */
const exchangeSql = `
WITH asked AS (
  SELECT * FROM unnest($1::text[], $2::float8[], $3::float8[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::timestamptz[])
    AS asked (name, per_second, burst, confirmed, stretch, kept, returned, wanted, last_use)
), locked AS (
  SELECT bucket.name, bucket.tokens, since.at, bucket.held, bucket.held_before, bucket.stretch AS row_stretch, since.now_stretch,
         asked.per_second, asked.burst, asked.confirmed, asked.stretch, asked.kept, asked.returned, asked.wanted,
         LEAST($10, GREATEST(since.at, asked.last_use)) AS last_use, GREATEST($10, since.at) AS now
  FROM rate_limits bucket JOIN asked ON asked.name = bucket.name
  -- Further ahead than clocks differ: a clock was set back, and nobody is to wait until it is there again.
  CROSS JOIN LATERAL (SELECT bucket.stretch > $11 + 1 AS was_ahead) clock
  CROSS JOIN LATERAL (SELECT CASE WHEN was_ahead THEN $10 ELSE bucket.at END AS at,
                             CASE WHEN was_ahead THEN $11 ELSE GREATEST(bucket.stretch, $11) END AS now_stretch) since
  ORDER BY bucket.name FOR UPDATE OF bucket
), rolled AS (
  SELECT locked.*,
         CASE WHEN row_stretch = now_stretch THEN held ELSE 0 END AS held_now,
         CASE now_stretch - row_stretch WHEN 0 THEN held_before WHEN 1 THEN held ELSE 0 END AS held_then,
         -- Places of a process that died are free again; permits may have been used.
         CASE WHEN per_second > 0 OR row_stretch = now_stretch THEN 0
              WHEN now_stretch - row_stretch = 1 THEN held_before ELSE held + held_before END AS found,
         stretch BETWEEN now_stretch - 1 AND now_stretch AS known
  FROM locked
), refilled AS (
  SELECT rolled.*,
         LEAST(tokens + found + EXTRACT(EPOCH FROM GREATEST(last_use, at) - at)::float8 * per_second,
               burst - held_now - held_then) AS at_last_use,
         CASE WHEN known THEN confirmed - kept - returned ELSE 0 END AS used
  FROM rolled
), settled AS (
  SELECT refilled.*,
         LEAST(at_last_use + EXTRACT(EPOCH FROM now - GREATEST(last_use, at))::float8 * per_second,
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
RETURNING rate_limits.name, granted.granted, rate_limits.tokens, rate_limits.stretch`;

async function exchange(database: Database, asked: readonly Asked[], nowMs: number): Promise<Map<string, Answered>> {
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
      asked.map(({ lastUseMs }) => new Date(lastUseMs)),
      new Date(nowMs),
      Math.floor(nowMs / stretchMs),
    ],
    { name: "exchange-permits" },
  );
  return new Map(rows.map(({ name, granted, tokens, stretch }) => [name, { granted, tokens, stretch }]));
}

/** A bucket that nobody has used, or not for long, is full. */
async function insertFull(database: Database, asked: readonly Asked[], nowMs: number): Promise<void> {
  await database.execute(
    `INSERT INTO rate_limits (name, tokens, at, held, held_before, stretch)
     SELECT name, burst, $3, 0, 0, $4 FROM unnest($1::text[], $2::float8[]) AS row (name, burst) ORDER BY name
     ON CONFLICT (name) DO NOTHING`,
    [asked.map(({ name }) => name), asked.map(({ burst }) => burst), new Date(nowMs), Math.floor(nowMs / stretchMs)],
  );
}

/** How long a bucket is kept that nobody uses: by then it is full, and nothing is out. */
const idleMs = 3_600_000;

/** Deletes one batch of buckets that nobody has used for an hour; answers how many there were. */
export function deleteIdleBuckets(session: Session, nowMs: number, limit: number): Promise<number> {
  return session.execute(
    `DELETE FROM rate_limits WHERE name IN (SELECT name FROM rate_limits WHERE at < $1 ORDER BY at LIMIT $2)`,
    [new Date(nowMs - idleMs), limit],
  );
}
