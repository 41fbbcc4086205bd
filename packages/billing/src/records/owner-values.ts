import type { Owner } from "@wayfare/contract";

/** Owners as two arrays of a statement's parameters. */
export function ownerValues(owners: readonly Owner[]): [string[], string[]] {
  return [owners.map(({ accountId }) => accountId), owners.map(({ environment }) => environment)];
}

/** `FROM` of the two arrays. */
export const ownersSql = "unnest($1::text[], $2::text[]) AS owner (account_id, environment)";

/** Rows of owners as three arrays of a statement's parameters. */
export function ownedValues(rows: readonly (Owner & { id: string })[]): [string[], string[], string[]] {
  return [...ownerValues(rows), rows.map(({ id }) => id)];
}

/** `FROM` of the three arrays. */
export const ownedSql = "unnest($1::text[], $2::text[], $3::text[]) AS owned (account_id, environment, id)";
