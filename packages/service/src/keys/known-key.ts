import { type AccountPlanRow, accountPlanSql, readAccountPlan } from "@wayfare/billing";
import { isOperatorScope, isScope, type KeyEnvironment } from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";
import { type AddressRange, parseAddressRange } from "@wayfare/egress";
import type { KeyUsageLimits, KnownKey } from "../http/caller.ts";
import type { ServerSecrets } from "../secrets/server-secret.ts";
import { readAccountState } from "../tenancy/account-state.ts";
import { readPaidPeriod } from "../tenancy/paid-period.ts";

interface KnownRow extends AccountPlanRow {
  id: string;
  account_id: string;
  application_id: string | null;
  environment: KeyEnvironment;
  scopes: string[];
  secret_id: string;
  expires_at: Date | null;
  grace_ends_at: Date | null;
  ip_allowlist: string[];
  account_allowlist: string[];
  usage_limits: KeyUsageLimits;
  test_clock_offset_ms: number;
  period_start: Date | null;
  period_end: Date | null;
  is_operator: boolean;
  suspended_at: Date | null;
  closes_at: Date | null;
}

/** Finds the key of a raw key by its hashes under all server secrets. */
export async function findKnownKey(
  db: Queryable,
  secrets: ServerSecrets,
  rawKey: string,
): Promise<KnownKey | undefined> {
  const hashes = secrets.all.map((secret) => secret.hashKey(rawKey));
  const [row] = await db.query<KnownRow>(
    `SELECT key.id, key.account_id, key.application_id, key.environment, key.scopes, key.secret_id, key.expires_at, key.grace_ends_at,
            key.ip_allowlist, key.usage_limits, account.ip_allowlist AS account_allowlist, account.test_clock_offset_ms, account.plan, ${accountPlanSql("account")}, account.period_start,
            account.period_end, account.is_operator, account.suspended_at, account.closes_at
     FROM api_keys key JOIN accounts account ON account.id = key.account_id WHERE key.hash = ANY($1) ORDER BY key.id LIMIT 1`,
    [hashes],
    { name: "find-known-key" },
  );
  if (row === undefined) return undefined;
  if (row.secret_id !== secrets.first.id)
    await rehashKey(db, secrets, { id: row.id, accountId: row.account_id, rawKey });
  return {
    id: row.id,
    accountId: row.account_id,
    applicationId: row.application_id,
    environment: row.environment,
    scopes: row.scopes.filter(isScope).filter((scope) => mayUseOperatorScopes(row) || !isOperatorScope(scope)),
    account: readAccountState(row),
    plan: readAccountPlan(row),
    paidPeriod: readPaidPeriod(row),
    expiresAtMs: row.expires_at?.getTime() ?? null,
    graceEndsAtMs: row.grace_ends_at?.getTime() ?? null,
    ranges: rangesOf(row.ip_allowlist),
    accountRanges: rangesOf(row.account_allowlist),
    usageLimits: row.usage_limits,
    clockOffsetMs: row.environment === "test" ? row.test_clock_offset_ms : 0,
  };
}

/** Only service keys of the operators' account have the scopes of operators. Test and live keys may be in the hands of customers. */
function mayUseOperatorScopes({ is_operator: isOperator, environment, application_id: applicationId }: KnownRow) {
  return isOperator && environment === "service" && applicationId === null;
}

/** Parses stored ranges. Throws for an invalid range: skipping it could empty the allowlist, which would allow all addresses. */
function rangesOf(texts: readonly string[]): AddressRange[] {
  return texts.map((text) => {
    const range = parseAddressRange(text);
    if (range === undefined) throw new Error(`invalid stored address range ${text}`);
    return range;
  });
}

/** Rehashes a key with the first server secret, so that old secrets can be removed when their keys have been used. */
async function rehashKey(
  db: Queryable,
  secrets: ServerSecrets,
  key: { id: string; accountId: string; rawKey: string },
): Promise<void> {
  await db.execute("UPDATE api_keys SET hash = $3, secret_id = $4 WHERE id = $1 AND account_id = $2", [
    key.id,
    key.accountId,
    secrets.first.hashKey(key.rawKey),
    secrets.first.id,
  ]);
}
