import type { OAuthScope, Partition, UsageLimits } from "@wayfare/contract";
import { json, type Queryable } from "@wayfare/database";

/** Access that a user has granted to a client. */
export interface CodeGrant {
  accountId: string;
  userId: string;
  environment: Partition;
  scopes: OAuthScope[];
  /** Validity of the key in days. */
  days: number;
  /** Usage limits of the key. */
  usageLimits: UsageLimits;
  clientHash: Buffer;
  redirectUri: string;
  codeChallenge: string;
}

/** A stored code. */
export interface CodeRecord extends CodeGrant {
  expiresAtMs: number;
  /** Key that the code was exchanged for; null if it was not used. */
  keyId: string | null;
}

interface CodeRow {
  account_id: string;
  user_id: string;
  key_environment: Partition;
  scopes: OAuthScope[];
  key_days: number;
  usage_limits: UsageLimits;
  client_hash: Buffer;
  redirect_uri: string;
  code_challenge: string;
  expires_at: Date;
  key_id: string | null;
}

/** Time in which a code can be exchanged. */
const codeMs = 60_000;
/** Retention of used codes. */
const keptMs = 86_400_000;

export async function insertCode(db: Queryable, codeHash: Buffer, grant: CodeGrant, nowMs: number): Promise<void> {
  await db.execute(
    `INSERT INTO oauth_codes
       (code_hash, account_id, user_id, key_environment, scopes, key_days, client_hash, redirect_uri, code_challenge, created_at,
        expires_at, usage_limits)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      codeHash,
      grant.accountId,
      grant.userId,
      grant.environment,
      [...grant.scopes],
      grant.days,
      grant.clientHash,
      grant.redirectUri,
      grant.codeChallenge,
      new Date(nowMs),
      new Date(nowMs + codeMs),
      json(grant.usageLimits),
    ],
  );
}

/** Locks the row of a code, in any account, until the transaction ends. */
export async function lockCode(db: Queryable, codeHash: Buffer): Promise<CodeRecord | undefined> {
  const [row] = await db.query<CodeRow>(
    `SELECT account_id, user_id, key_environment, scopes, key_days, usage_limits, client_hash, redirect_uri, code_challenge, expires_at, key_id
     FROM oauth_codes WHERE code_hash = $1 FOR UPDATE`,
    [codeHash],
  );
  return (
    row && {
      accountId: row.account_id,
      userId: row.user_id,
      environment: row.key_environment,
      scopes: row.scopes,
      days: row.key_days,
      usageLimits: row.usage_limits,
      clientHash: Buffer.from(row.client_hash),
      redirectUri: row.redirect_uri,
      codeChallenge: row.code_challenge,
      expiresAtMs: row.expires_at.getTime(),
      keyId: row.key_id,
    }
  );
}

/** Records the key of a locked code. */
export async function markCodeUsed(
  db: Queryable,
  codeHash: Buffer,
  { accountId, keyId, nowMs }: { accountId: string; keyId: string; nowMs: number },
): Promise<void> {
  await db.execute("UPDATE oauth_codes SET used_at = $3, key_id = $4 WHERE code_hash = $1 AND account_id = $2", [
    codeHash,
    accountId,
    new Date(nowMs),
    keyId,
  ]);
}

/** Deletes one batch of codes that expired a day ago. @returns the number of deleted rows. */
export function deleteOldCodes(db: Queryable, nowMs: number, limit: number): Promise<number> {
  return db.execute(
    `DELETE FROM oauth_codes WHERE code_hash IN (
       SELECT code_hash FROM oauth_codes WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2
     )`,
    [new Date(nowMs - keptMs), limit],
  );
}
