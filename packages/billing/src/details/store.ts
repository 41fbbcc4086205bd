import type { AccountScope, BillingDetails } from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";
import { scopeKey } from "../records/records.ts";
import { scopesSql, scopeValues } from "../records/scope-values.ts";

interface DetailsRow {
  account_id: string;
  environment: AccountScope["environment"];
  name: string;
  address: string;
  tax_id: string;
  country: string;
}

const noDetails: BillingDetails = { name: "", address: "", taxId: "", country: "" };

/** Returns the buyers of accounts, by scope key. Accounts that have set none are absent. */
export async function findBillingDetails(
  db: Queryable,
  scopes: readonly AccountScope[],
): Promise<Map<string, BillingDetails>> {
  const rows = await db.query<DetailsRow>(
    `SELECT details.account_id, details.environment, details.name, details.address, details.tax_id, details.country
     FROM ${scopesSql} JOIN billing_details details ON details.account_id = scope.account_id AND details.environment = scope.environment
     ORDER BY details.account_id, details.environment LIMIT $3`,
    [...scopeValues(scopes), scopes.length],
  );
  return new Map(
    rows.map(({ account_id: accountId, environment, tax_id: taxId, name, address, country }) => [
      scopeKey({ accountId, environment }),
      { name, address, taxId, country },
    ]),
  );
}

/** Returns the buyer of an account; empty texts if it has set none. */
export async function getBillingDetails(db: Queryable, scope: AccountScope): Promise<BillingDetails> {
  return (await findBillingDetails(db, [scope])).get(scopeKey(scope)) ?? noDetails;
}

/** Sets the buyer of an account; without a country, the stored one stays. Finalized invoices keep theirs. */
export async function saveBillingDetails(
  db: Queryable,
  { accountId, environment }: AccountScope,
  { name, address, taxId, country }: BillingDetails,
  nowMs: number,
): Promise<void> {
  await db.execute(
    `INSERT INTO billing_details (account_id, environment, name, address, tax_id, updated_at, country)
     VALUES ($1, $2, $3, $4, $5, $6, coalesce($7, ''))
     ON CONFLICT (account_id, environment)
     DO UPDATE SET name = excluded.name, address = excluded.address, tax_id = excluded.tax_id, updated_at = excluded.updated_at,
       country = coalesce($7, billing_details.country)`,
    [accountId, environment, name, address, taxId, new Date(nowMs), country ?? null],
  );
}

/** Renders the buyer as printed on an invoice: name, address and tax id, without empty lines. */
export function renderBuyer(accountName: string, { name, address, taxId }: BillingDetails = noDetails): string {
  return [name === "" ? accountName : name, ...address.split("\n"), taxId]
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n");
}
