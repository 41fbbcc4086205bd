import type { Database } from "@wayfare/database";
import type { GuardedClient } from "../guarded-client/client.ts";
import { challengeEveryMs, challengesChannel, sendChallenge } from "./challenge.ts";
import { startWaking } from "./waking-loop.ts";

export interface ChallengeParts {
  database: Database;
  client: Pick<GuardedClient, "send">;
  /** The wall's. */
  clock: { nowMs(): number };
}

/** How long a challenge that is under way is left to whoever sends it: longer than any request takes. */
const leaseMs = 30_000;
const batchSize = 20;

/** A challenge that this process has taken. */
interface Taken {
  id: string;
  url: string;
  /** Its due instant while it is under way; whoever starts another one changes it. */
  lease: Date;
  triedAtMs: number;
  endsAtMs: number;
}

/**
 * Sends every challenge that is due, each try with a token of its own, and writes what came of it: verified, again in ten seconds, or failed
 * after a minute. No transaction is open meanwhile, and what an owner changes meanwhile stands.
 *
 * @returns how many were sent.
 */
export async function runChallenges(parts: ChallengeParts): Promise<number> {
  let sent = 0;
  for (;;) {
    const taken = await takeChallenges(parts);
    await Promise.all(taken.map((each) => runChallenge(parts, each)));
    sent += taken.length;
    if (taken.length < batchSize) return sent;
  }
}

/**
 * Runs challenges as they fall due, until the answer is called, which waits for what is under way.
 *
 * @param onError told of failures that are ours; the challenge is sent again.
 */
export function startChallenges(
  parts: ChallengeParts,
  onError: (error: unknown) => void,
): Promise<() => Promise<void>> {
  const run = () => runChallenges(parts);
  return startWaking(parts.database, { channel: challengesChannel, everyMs: 1000, run, onError });
}

async function runChallenge({ database, client }: ChallengeParts, taken: Taken): Promise<void> {
  const failure = await sendChallenge(client, taken.url);
  if (failure === null) await writeSuccess(database, taken);
  else if (taken.triedAtMs + challengeEveryMs <= taken.endsAtMs) await writeRetry(database, taken, failure);
  else await writeFailure(database, taken, failure);
}

async function takeChallenges({ database, clock }: ChallengeParts): Promise<Taken[]> {
  const nowMs = clock.nowMs();
  const lease = new Date(nowMs + leaseMs);
  const rows = await database.query<{ id: string; url: string; challenge_ends_at: Date }>(
    `UPDATE webhook_endpoints SET challenge_due_at = $2
     WHERE id IN (
       SELECT id FROM webhook_endpoints WHERE challenge_due_at <= $1 AND deleted_at IS NULL
       ORDER BY challenge_due_at LIMIT $3 FOR UPDATE SKIP LOCKED
     )
     RETURNING id, coalesce(pending_url, url) AS url, challenge_ends_at`,
    [new Date(nowMs), lease, batchSize],
  );
  return rows.map(({ id, url, challenge_ends_at: endsAt }) => {
    return { id, url, lease, triedAtMs: nowMs, endsAtMs: endsAt.getTime() };
  });
}

/** Only the challenge that was sent, and only where nothing else has become of the endpoint. */
const unchanged = "id = $1 AND challenge_due_at = $2 AND coalesce(pending_url, url) = $3 AND deleted_at IS NULL";
const valuesOf = ({ id, lease, url }: Taken) => [id, lease, url];

async function writeSuccess(database: Database, taken: Taken): Promise<void> {
  await database.execute(
    `UPDATE webhook_endpoints SET
       status = CASE WHEN status = 'pending_verification' THEN 'active' ELSE status END,
       url = $3, pending_url = NULL, challenge_due_at = NULL, challenge_ends_at = NULL, challenge_failure = NULL
     WHERE ${unchanged}`,
    valuesOf(taken),
  );
}

async function writeRetry(database: Database, taken: Taken, failure: string): Promise<void> {
  await database.execute(
    `UPDATE webhook_endpoints SET challenge_due_at = $4, challenge_failure = $5 WHERE ${unchanged}`,
    [...valuesOf(taken), new Date(taken.triedAtMs + challengeEveryMs), failure],
  );
}

async function writeFailure(database: Database, taken: Taken, failure: string): Promise<void> {
  await database.execute(
    `UPDATE webhook_endpoints SET
       status = CASE WHEN status = 'pending_verification' THEN 'verification_failed' ELSE status END,
       pending_url = NULL, challenge_due_at = NULL, challenge_ends_at = NULL, challenge_failure = $4
     WHERE ${unchanged}`,
    [...valuesOf(taken), failure],
  );
}
