import type { Database } from "@wayfare/database";
import type { GuardedClient } from "@wayfare/egress";
import { AccessTokens } from "../signing/access-tokens.ts";
import { clientCertificateOf, customHeadersOf, openOptions, type RequestOptions } from "../signing/sealed-options.ts";
import type { SecretBox } from "../signing/secrets.ts";
import { challengeRetryMs, challengesChannel, sendChallenge } from "./challenge.ts";
import { startJobLoop } from "./job-loop.ts";

export interface ChallengeDeps {
  database: Database;
  client: Pick<GuardedClient, "send">;
  /** Decrypts custom headers. */
  box: Pick<SecretBox, "open" | "seal">;
  /** In real time. */
  clock: { nowMs(): number };
}

/** Lease of a challenge in progress: longer than any request takes. */
const leaseMs = 30_000;
/** Limits of challenges in progress, per process and per account: endpoints that hang delay only those of their account. */
const maxOpen = 200;
const maxOpenPerAccount = 10;

/** A challenge that this process has claimed. */
interface ClaimedChallenge {
  id: string;
  accountId: string;
  url: string;
  /** Value of `challenge_due_at` while the challenge is in progress; a new challenge changes it. */
  lease: Date;
  triedAtMs: number;
  endsAtMs: number;
  sealedOptions: Uint8Array | null;
}

/**
 * Sends every due challenge with a new token and writes the result: verified, retried in ten seconds, or failed after a minute. No
 * transaction is open during a request; changes that the account makes during the request win.
 *
 * @returns the number of challenges sent.
 */
export async function runChallenges(deps: ChallengeDeps): Promise<number> {
  const errors: unknown[] = [];
  const window = new ChallengeWindow(deps, (error) => errors.push(error));
  let sent = 0;
  do {
    sent += await window.fill();
  } while (await window.next());
  if (errors.length > 0) throw errors[0];
  return sent;
}

/**
 * Runs challenges when they become due. Returns a function that stops this and waits for challenges in progress.
 *
 * @param onError called with database errors; the challenge is retried.
 */
export async function startChallenges(
  deps: ChallengeDeps,
  onError: (error: unknown) => void,
): Promise<() => Promise<void>> {
  const window = new ChallengeWindow(deps, onError);
  const run = (wake: () => void) => window.fill(wake);
  const stop = await startJobLoop(deps.database, { channel: challengesChannel, everyMs: 1000, run, onError });
  return async () => {
    await stop();
    while (await window.next());
  };
}

/** Challenges in progress, limited per process and per account. */
class ChallengeWindow {
  readonly #deps: ChallengeRunDeps;
  readonly #onError: (error: unknown) => void;
  readonly #open = new Map<Promise<void>, ClaimedChallenge>();

  constructor(deps: ChallengeDeps, onError: (error: unknown) => void) {
    this.#deps = { ...deps, tokens: new AccessTokens(deps) };
    this.#onError = onError;
  }

  /** Starts due challenges up to the limits. Returns their number; `onEnd` is called when one has ended. */
  async fill(onEnd: () => void = () => {}): Promise<number> {
    const claimed = await claimChallenges(this.#deps, [...this.#open.values()]);
    for (const each of claimed) {
      const sending = runChallenge(this.#deps, each)
        .catch(this.#onError)
        .finally(() => {
          this.#open.delete(sending);
          onEnd();
        });
      this.#open.set(sending, each);
    }
    return claimed.length;
  }

  /** Resolves when a challenge in progress has ended; false if there was none. */
  async next(): Promise<boolean> {
    if (this.#open.size === 0) return false;
    await Promise.race(this.#open.keys());
    return true;
  }
}

type ChallengeRunDeps = ChallengeDeps & { tokens: AccessTokens };

async function runChallenge(deps: ChallengeRunDeps, challenge: ClaimedChallenge): Promise<void> {
  const { database } = deps;
  const failure = await tryChallenge(deps, challenge);
  if (failure === null) await writeSuccess(database, challenge);
  else if (challenge.triedAtMs + challengeRetryMs <= challenge.endsAtMs) await writeRetry(database, challenge, failure);
  else await writeFailure(database, challenge, failure);
}

/** Returns null if the endpoint echoed the token, otherwise the reason of the failure. */
async function tryChallenge({ client, box, tokens }: ChallengeRunDeps, challenge: ClaimedChallenge) {
  const options = readOptions(box, challenge);
  if (options === null) return unreadableHeaders;
  const { oauth2 } = options;
  const granted = oauth2 === null ? null : await tokens.get(challenge.accountId, oauth2);
  if (granted !== null && "failure" in granted) return `No challenge was sent. ${granted.failure}`;
  const headers = customHeadersOf(options, granted?.token ?? null).sent;
  return sendChallenge(client, { ...challenge, headers, ...clientCertificateOf(options, challenge.id) });
}

const unreadableHeaders =
  "No challenge was sent: the custom headers and credentials of this endpoint cannot be decrypted. Set them again.";

function readOptions(box: SecretBox, { sealedOptions }: ClaimedChallenge): RequestOptions | null {
  try {
    return openOptions(box, sealedOptions);
  } catch {
    return null;
  }
}

interface ClaimedRow {
  id: string;
  account_id: string;
  url: string;
  challenge_ends_at: Date;
  sealed_options: Uint8Array | null;
}

/** Claims the first due challenge of each account, then the second, and so on. Challenges in progress count. */
async function claimChallenges(
  { database, clock }: ChallengeDeps,
  open: readonly ClaimedChallenge[],
): Promise<ClaimedChallenge[]> {
  if (open.length >= maxOpen) return [];
  const nowMs = clock.nowMs();
  const lease = new Date(nowMs + leaseMs);
  const rows = await database.query<ClaimedRow>(
    `UPDATE webhook_endpoints SET challenge_due_at = $2
     WHERE id IN (
       SELECT endpoint.id FROM (
         SELECT id, challenge_due_at, row_number() OVER (PARTITION BY account_id ORDER BY challenge_due_at, id)
           + (SELECT count(*) FROM unnest($4::text[]) AS open (account_id) WHERE open.account_id = due.account_id) AS position
         FROM webhook_endpoints due WHERE challenge_due_at <= $1 AND deleted_at IS NULL
       ) ranked
       JOIN webhook_endpoints endpoint ON endpoint.id = ranked.id
       WHERE ranked.position <= $5 AND endpoint.challenge_due_at <= $1 AND endpoint.deleted_at IS NULL
       ORDER BY ranked.position, ranked.challenge_due_at, ranked.id LIMIT $3 FOR UPDATE OF endpoint SKIP LOCKED
     )
     RETURNING id, account_id, coalesce(pending_url, url) AS url, challenge_ends_at, sealed_options`,
    [new Date(nowMs), lease, maxOpen - open.length, open.map(({ accountId }) => accountId), maxOpenPerAccount],
  );
  return rows.map(({ id, account_id: accountId, url, challenge_ends_at: endsAt, sealed_options: sealedOptions }) => {
    return { id, accountId, url, lease, triedAtMs: nowMs, endsAtMs: endsAt.getTime(), sealedOptions };
  });
}

/** Condition: the endpoint still has the challenge that was sent, for the same URL. */
const unchanged = "id = $1 AND challenge_due_at = $2 AND coalesce(pending_url, url) = $3 AND deleted_at IS NULL";
const valuesOf = ({ id, lease, url }: ClaimedChallenge) => [id, lease, url];

async function writeSuccess(database: Database, challenge: ClaimedChallenge): Promise<void> {
  await database.execute(
    `UPDATE webhook_endpoints SET
       status = CASE WHEN status = 'pending_verification' THEN 'active' ELSE status END,
       url = $3, pending_url = NULL, challenge_due_at = NULL, challenge_ends_at = NULL, challenge_failure = NULL
     WHERE ${unchanged}`,
    valuesOf(challenge),
  );
}

async function writeRetry(database: Database, challenge: ClaimedChallenge, failure: string): Promise<void> {
  await database.execute(
    `UPDATE webhook_endpoints SET challenge_due_at = $4, challenge_failure = $5 WHERE ${unchanged}`,
    [...valuesOf(challenge), new Date(challenge.triedAtMs + challengeRetryMs), failure],
  );
}

async function writeFailure(database: Database, challenge: ClaimedChallenge, failure: string): Promise<void> {
  await database.execute(
    `UPDATE webhook_endpoints SET
       status = CASE WHEN status = 'pending_verification' THEN 'verification_failed' ELSE status END,
       pending_url = NULL, challenge_due_at = NULL, challenge_ends_at = NULL, challenge_failure = $4
     WHERE ${unchanged}`,
    [...valuesOf(challenge), failure],
  );
}
