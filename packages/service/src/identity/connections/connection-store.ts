import { isRole, type Role } from "@wayfare/contract";
import { json, type Queryable } from "@wayfare/database";
import { readRole } from "../users/role.ts";
import { domainOf } from "./domain-store.ts";

/** OpenID Connect provider of an account. */
export interface SsoConnection {
  accountId: string;
  issuer: string;
  clientId: string;
  sealedSecret: Buffer;
  /** Claim with the groups of a user; null if roles do not depend on groups. */
  groupsClaim: string | null;
  groupRoles: Readonly<Record<string, Role>>;
  /** Role of a user without a listed group, and of a new user; null if such a user is refused. */
  defaultRole: Role | null;
  createsUsers: boolean;
  /** True if every user of the account must sign in with the connection. */
  passwordsOff: boolean;
  updatedAtMs: number;
}

interface ConnectionRow {
  account_id: string;
  issuer: string;
  client_id: string;
  sealed_secret: Buffer;
  groups_claim: string | null;
  group_roles: Record<string, string>;
  default_role: string | null;
  creates_users: boolean;
  sso_only: boolean;
  updated_at: Date;
}

const columns =
  "account_id, issuer, client_id, sealed_secret, groups_claim, group_roles, default_role, creates_users, sso_only, updated_at";

function toConnection(row: ConnectionRow): SsoConnection {
  const groupRoles = Object.entries(row.group_roles).flatMap(([group, role]) => (isRole(role) ? [[group, role]] : []));
  return {
    accountId: row.account_id,
    issuer: row.issuer,
    clientId: row.client_id,
    sealedSecret: row.sealed_secret,
    groupsClaim: row.groups_claim,
    groupRoles: Object.fromEntries(groupRoles),
    defaultRole: row.default_role === null ? null : readRole(row.default_role),
    createsUsers: row.creates_users,
    passwordsOff: row.sso_only,
    updatedAtMs: row.updated_at.getTime(),
  };
}

/** Finds the connection of an account. With `lock`, locks it until the transaction ends. */
export async function findConnection(
  db: Queryable,
  accountId: string,
  { lock = false } = {},
): Promise<SsoConnection | undefined> {
  const [row] = await db.query<ConnectionRow>(
    `SELECT ${columns} FROM sso_connections WHERE account_id = $1${lock ? " FOR NO KEY UPDATE" : ""}`,
    [accountId],
  );
  return row && toConnection(row);
}

/** Inserts or replaces the connection of an account. */
export async function saveConnection(
  db: Queryable,
  connection: Omit<SsoConnection, "updatedAtMs">,
  nowMs: number,
): Promise<void> {
  await db.execute(
    `INSERT INTO sso_connections (account_id, issuer, client_id, sealed_secret, groups_claim, group_roles, default_role, creates_users, sso_only, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)
     ON CONFLICT (account_id) DO UPDATE SET issuer = excluded.issuer, client_id = excluded.client_id, sealed_secret = excluded.sealed_secret,
       groups_claim = excluded.groups_claim, group_roles = excluded.group_roles, default_role = excluded.default_role,
       creates_users = excluded.creates_users, sso_only = excluded.sso_only, updated_at = excluded.updated_at`,
    [
      connection.accountId,
      connection.issuer,
      connection.clientId,
      connection.sealedSecret,
      connection.groupsClaim,
      json(connection.groupRoles),
      connection.defaultRole,
      connection.createsUsers,
      connection.passwordsOff,
      new Date(nowMs),
    ],
  );
}

/** Deletes the connection of an account, with its domains and identities. @returns false if there is none. */
export async function deleteConnection(db: Queryable, accountId: string): Promise<boolean> {
  await db.execute("DELETE FROM sso_identities WHERE account_id = $1", [accountId]);
  return (await db.execute("DELETE FROM sso_connections WHERE account_id = $1", [accountId])) > 0;
}

/**
 * Returns true if a member must sign in with the connection of the account: passwords are switched off, or the domain of the member's
 * address is forced.
 */
export async function isSsoRequired(
  db: Queryable,
  { accountId, email }: { accountId: string; email: string | null },
): Promise<boolean> {
  const rows = await db.query(
    `SELECT 1 FROM sso_connections connection WHERE connection.account_id = $1 AND (connection.sso_only OR EXISTS (
       SELECT FROM sso_domains own WHERE own.account_id = $1 AND own.domain = $2 AND own.is_forced))`,
    [accountId, email === null ? null : domainOf(email)],
  );
  return rows.length > 0;
}

/** Returns true if a user is a member of an account that does not require single sign-on for the user's address. */
export async function hasAccountWithoutSso(
  db: Queryable,
  { userId, email }: { userId: string; email: string | null },
): Promise<boolean> {
  const rows = await db.query(
    `SELECT 1 FROM members member WHERE member.user_id = $1 AND NOT EXISTS (
       SELECT FROM sso_connections connection WHERE connection.account_id = member.account_id AND (connection.sso_only OR EXISTS (
         SELECT FROM sso_domains own WHERE own.account_id = member.account_id AND own.domain = $2 AND own.is_forced))) LIMIT 1`,
    [userId, email === null ? null : domainOf(email)],
  );
  return rows.length > 0;
}
