import type { AccountScope } from "@wayfare/contract";

/** Returns accounts as two array parameters. */
export function scopeValues(scopes: readonly AccountScope[]): [string[], string[]] {
  return [scopes.map(({ accountId }) => accountId), scopes.map(({ environment }) => environment)];
}

/** `FROM` item over the two arrays. */
export const scopesSql = "unnest($1::text[], $2::text[]) AS scope (account_id, environment)";

/** Returns accounts' rows as three array parameters. */
export function ownedValues(rows: readonly (AccountScope & { id: string })[]): [string[], string[], string[]] {
  return [...scopeValues(rows), rows.map(({ id }) => id)];
}

/** `FROM` item over the three arrays. */
export const ownedSql = "unnest($1::text[], $2::text[], $3::text[]) AS owned (account_id, environment, id)";
