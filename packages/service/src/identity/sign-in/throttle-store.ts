import { hash } from "node:crypto";
import type { Queryable } from "@wayfare/database";
import type { Allowance } from "../../http/throttle.ts";

/** A named token bucket. Only a digest of the name is stored. */
export interface Bucket extends Allowance {
  name: string;
}

/** Result of one attempt. */
export interface Consumed {
  /** Kind of the first bucket without a token; null if the attempt is allowed. */
  refusedBy: "network" | "person" | null;
  /** Time until that bucket has a token, in milliseconds. */
  waitMs: number;
}

const refilled = `LEAST(excluded.burst, bucket.tokens
    + EXTRACT(EPOCH FROM GREATEST(excluded.at - bucket.at, interval '0'))::float8 / 60 * excluded.per_minute)`;

/** Updates a bucket. A timestamp far in the future was written before a clock was set back and is reset to now. */
const consume = `ON CONFLICT (name) DO UPDATE SET
    tokens = ${refilled} - CASE WHEN ${refilled} > 0.999999 THEN 1 ELSE 0 END,
    refused = ${refilled} <= 0.999999,
    burst = excluded.burst,
    per_minute = excluded.per_minute,
    at = CASE WHEN bucket.at > excluded.at + interval '5 minutes' THEN excluded.at ELSE GREATEST(bucket.at, excluded.at) END
  RETURNING tokens, per_minute, refused`;

/**
 * Consumes tokens in one statement, so that concurrent attempts in all processes are serialized. A person's bucket loses a
 * token only if every network has one. Rows are locked networks first, then by name, to prevent deadlocks.
 */
const consumeSql = `WITH networks AS (
  INSERT INTO sign_in_throttles AS bucket (name, tokens, burst, per_minute, at, refused)
  SELECT name, burst - 1, burst, per_minute, $4::timestamptz, false
  FROM unnest($1::text[], $2::float8[], $3::float8[]) AS network (name, burst, per_minute) ORDER BY name
  ${consume}
), people AS (
  INSERT INTO sign_in_throttles AS bucket (name, tokens, burst, per_minute, at, refused)
  SELECT name, burst - 1, burst, per_minute, $4::timestamptz, false
  FROM unnest($5::text[], $6::float8[], $7::float8[]) AS person (name, burst, per_minute)
  WHERE NOT EXISTS (SELECT FROM networks WHERE refused)
  ${consume}
)
SELECT 'network' AS kind, tokens, per_minute FROM networks WHERE refused
UNION ALL SELECT 'person', tokens, per_minute FROM people WHERE refused
ORDER BY per_minute LIMIT 1`;

/** Consumes a token of each network and of the person. */
export async function consumeTokens(
  db: Queryable,
  { networks, person }: { networks: readonly Bucket[]; person: Bucket | null },
  nowMs: number,
): Promise<Consumed> {
  const people = person === null ? [] : [person];
  const [refused] = await db.query<{ kind: "network" | "person"; tokens: number; per_minute: number }>(
    consumeSql,
    [...columnsOf(networks), new Date(nowMs), ...columnsOf(people)],
    { name: "consume-sign-in-tokens" },
  );
  if (refused === undefined) return { refusedBy: null, waitMs: 0 };
  return { refusedBy: refused.kind, waitMs: ((1 - refused.tokens) / refused.per_minute) * 60_000 };
}

function columnsOf(buckets: readonly Bucket[]): [string[], number[], number[]] {
  return [
    buckets.map(({ name }) => digestOf(name)),
    buckets.map(({ burst }) => burst),
    buckets.map(({ perMinute }) => perMinute),
  ];
}

/** Returns a token after an attempt that does not count. */
export async function restoreToken(db: Queryable, name: string): Promise<void> {
  await db.execute("UPDATE sign_in_throttles SET tokens = LEAST(burst, tokens + 1) WHERE name = $1", [digestOf(name)]);
}

/** Deletes one batch of buckets that are full again. @returns the number of deleted rows. */
export function deleteFullThrottles(db: Queryable, nowMs: number, limit: number): Promise<number> {
  return db.execute(
    `DELETE FROM sign_in_throttles WHERE name = ANY (ARRAY(
       SELECT name FROM sign_in_throttles WHERE at < $1::timestamptz - burst / per_minute * interval '1 minute' ORDER BY at LIMIT $2
     ))`,
    [new Date(nowMs), limit],
  );
}

function digestOf(name: string): string {
  return hash("sha256", name, "base64url");
}
