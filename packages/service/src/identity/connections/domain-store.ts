import { DomainError } from "@wayfare/contract";
import { isUniqueViolation, type Queryable } from "@wayfare/database";

/** Email domain of a connection. */
export interface SsoDomain {
  accountId: string;
  domain: string;
  /** Value of the TXT record that proves ownership. */
  challenge: string;
  verifiedAtMs: number | null;
  /** True if users of this domain must sign in with the connection. */
  isForced: boolean;
}

interface DomainRow {
  account_id: string;
  domain: string;
  challenge: string;
  verified_at: Date | null;
  is_forced: boolean;
}

const columns = "account_id, domain, challenge, verified_at, is_forced";
export const maxDomains = 50;

const toDomain = (row: DomainRow): SsoDomain => ({
  accountId: row.account_id,
  domain: row.domain,
  challenge: row.challenge,
  verifiedAtMs: row.verified_at?.getTime() ?? null,
  isForced: row.is_forced,
});

export async function listDomains(db: Queryable, accountId: string): Promise<SsoDomain[]> {
  const rows = await db.query<DomainRow>(
    `SELECT ${columns} FROM sso_domains WHERE account_id = $1 ORDER BY domain LIMIT $2`,
    [accountId, maxDomains],
  );
  return rows.map(toDomain);
}

/** Finds the verified domain, in whichever account. */
export async function findVerifiedDomain(db: Queryable, domain: string): Promise<SsoDomain | undefined> {
  const [row] = await db.query<DomainRow>(
    `SELECT ${columns} FROM sso_domains WHERE domain = $1 AND verified_at IS NOT NULL LIMIT 1`,
    [domain],
  );
  return row && toDomain(row);
}

/** Returns true if a domain is verified for an account. */
export async function isVerifiedDomain(
  db: Queryable,
  { accountId, domain }: Pick<SsoDomain, "accountId" | "domain">,
): Promise<boolean> {
  const rows = await db.query(
    "SELECT 1 FROM sso_domains WHERE account_id = $1 AND domain = $2 AND verified_at IS NOT NULL",
    [accountId, domain],
  );
  return rows.length > 0;
}

export async function insertDomain(
  db: Queryable,
  { accountId, domain, challenge }: Pick<SsoDomain, "accountId" | "domain" | "challenge">,
  nowMs: number,
): Promise<void> {
  await db.execute(
    `INSERT INTO sso_domains (account_id, domain, challenge, created_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (account_id, domain) DO NOTHING`,
    [accountId, domain, challenge, new Date(nowMs)],
  );
}

/**
 * Marks a domain as verified. @returns false if it is verified already or was removed.
 *
 * @throws DatabaseError for `sso_domains_verified` if the domain belongs to another account.
 */
export async function markVerified(
  db: Queryable,
  { accountId, domain }: Pick<SsoDomain, "accountId" | "domain">,
  nowMs: number,
): Promise<boolean> {
  const updated = await db.execute(
    "UPDATE sso_domains SET verified_at = $3 WHERE account_id = $1 AND domain = $2 AND verified_at IS NULL",
    [accountId, domain, new Date(nowMs)],
  );
  return updated > 0;
}

/** Converts a unique violation of a verified domain to a CONFLICT error; returns other errors unchanged. */
export function toDomainConflict(error: unknown): unknown {
  if (!isUniqueViolation(error, "sso_domains_verified")) return error;
  const detail = "This domain is verified for another account. Ask the operator if it is yours.";
  return new DomainError("CONFLICT", { detail });
}

export async function updateForced(
  db: Queryable,
  { accountId, domain, isForced }: Pick<SsoDomain, "accountId" | "domain" | "isForced">,
): Promise<void> {
  await db.execute("UPDATE sso_domains SET is_forced = $3 WHERE account_id = $1 AND domain = $2", [
    accountId,
    domain,
    isForced,
  ]);
}

export async function deleteDomain(
  db: Queryable,
  { accountId, domain }: Pick<SsoDomain, "accountId" | "domain">,
): Promise<boolean> {
  return (await db.execute("DELETE FROM sso_domains WHERE account_id = $1 AND domain = $2", [accountId, domain])) > 0;
}

/** Returns the domain of an email address in lower case. */
export function domainOf(email: string): string {
  return email
    .slice(email.lastIndexOf("@") + 1)
    .trim()
    .toLowerCase();
}
