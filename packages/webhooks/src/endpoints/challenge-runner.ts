import type { Database } from "@wayfare/database";
import type { GuardedClient } from "@wayfare/egress";
import { challengeEveryMs, challengesChannel, sendChallenge } from "./challenge.ts";
import { startWaking } from "./waking-loop.ts";

export interface ChallengeParts {
  database: Database;
  client: Pick<GuardedClient, "send">;
  /** The wall's. */
  clock: { nowMs(): number };
}

/** How long a challenge in progress belongs to its process: longer than any request takes. */
const leaseMs = 30_000;
/** Challenges in progress of this process, and those of one account: endpoints that hang delay those of their account only. */
const maxOpen = 200;
const maxOpenPerAccount = 10;

/** A challenge that this process sends. */
interface Taken {
  id: string;
  accountId: string;
  url: string;
  /** Its `challenge_due_at` while it is in progress; a new challenge changes it. */
  lease: Date;
  triedAtMs: number;
  endsAtMs: number;
}

/**
 * Sends every challenge that is due, each with a new token, and writes its result: verified, again in ten seconds, or failed after a minute. No
 * transaction is open during a request, and changes that an owner makes during it win.
 *
 * @returns how many were sent.
 */
export async function runChallenges(parts: ChallengeParts): Promise<number> {
  const errors: unknown[] = [];
  const window = new ChallengeWindow(parts, (error) => errors.push(error));
  let sent = 0;
  do {
    sent += await window.fill();
  } while (await window.next());
  if (errors.length > 0) throw errors[0];
  return sent;
}

/**
 * Runs challenges as they become due. Returns a function that stops this and waits for those in progress.
 *
 * @param onError called with failures of the database; the challenge is sent again.
 */
export async function startChallenges(
  parts: ChallengeParts,
  onError: (error: unknown) => void,
): Promise<() => Promise<void>> {
  const window = new ChallengeWindow(parts, onError);
  const run = (wake: () => void) => window.fill(wake);
  const stop = await startWaking(parts.database, { channel: challengesChannel, everyMs: 1000, run, onError });
  return async () => {
    await stop();
    while (await window.next());
  };
}

/** The challenges in progress: a number in all, and a smaller one per account. */
class ChallengeWindow {
  readonly #parts: ChallengeParts;
  readonly #onError: (error: unknown) => void;
  readonly #open = new Map<Promise<void>, Taken>();

  constructor(parts: ChallengeParts, onError: (error: unknown) => void) {
    this.#parts = parts;
    this.#onError = onError;
  }

  /** Starts due challenges that fit. Returns how many; `onRoom` is called whenever one has ended. */
  async fill(onRoom: () => void = () => {}): Promise<number> {
    const taken = await takeChallenges(this.#parts, [...this.#open.values()]);
    for (const each of taken) {
      const sending = runChallenge(this.#parts, each)
        .catch(this.#onError)
        .finally(() => {
          this.#open.delete(sending);
          onRoom();
        });
      this.#open.set(sending, each);
    }
    return taken.length;
  }

  /** Settles when one of those in progress has ended: false if there was none. */
  async next(): Promise<boolean> {
    if (this.#open.size === 0) return false;
    await Promise.race(this.#open.keys());
    return true;
  }
}

async function runChallenge({ database, client }: ChallengeParts, taken: Taken): Promise<void> {
  const failure = await sendChallenge(client, taken);
  if (failure === null) await writeSuccess(database, taken);
  else if (taken.triedAtMs + challengeEveryMs <= taken.endsAtMs) await writeRetry(database, taken, failure);
  else await writeFailure(database, taken, failure);
}

interface TakenRow {
  id: string;
  account_id: string;
  url: string;
  challenge_ends_at: Date;
}

/** Takes the first due challenge of each account, then the second, and so on; those in progress count. */
async function takeChallenges({ database, clock }: ChallengeParts, open: readonly Taken[]): Promise<Taken[]> {
  if (open.length >= maxOpen) return [];
  const nowMs = clock.nowMs();
  const lease = new Date(nowMs + leaseMs);
  const rows = await database.query<TakenRow>(
    `UPDATE webhook_endpoints SET challenge_due_at = $2
     WHERE id IN (
       SELECT endpoint.id FROM (
         SELECT id, challenge_due_at, row_number() OVER (PARTITION BY account_id ORDER BY challenge_due_at, id)
           + (SELECT count(*) FROM unnest($4::text[]) AS open (account_id) WHERE open.account_id = due.account_id) AS place
         FROM webhook_endpoints due WHERE challenge_due_at <= $1 AND deleted_at IS NULL
       ) ranked
       JOIN webhook_endpoints endpoint ON endpoint.id = ranked.id
       WHERE ranked.place <= $5 AND endpoint.challenge_due_at <= $1 AND endpoint.deleted_at IS NULL
       ORDER BY ranked.place, ranked.challenge_due_at, ranked.id LIMIT $3 FOR UPDATE OF endpoint SKIP LOCKED
     )
     RETURNING id, account_id, coalesce(pending_url, url) AS url, challenge_ends_at`,
    [new Date(nowMs), lease, maxOpen - open.length, open.map(({ accountId }) => accountId), maxOpenPerAccount],
  );
  return rows.map(({ id, account_id: accountId, url, challenge_ends_at: endsAt }) => {
    return { id, accountId, url, lease, triedAtMs: nowMs, endsAtMs: endsAt.getTime() };
  });
}

/** Only the challenge that was sent, and only if nothing else has changed the endpoint. */
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
