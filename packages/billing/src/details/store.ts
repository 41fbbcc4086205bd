import { type AccountScope, type BillingDetails, DomainError, type TaxIdType } from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";
import { scopeKey } from "../records/records.ts";
import { scopesSql, scopeValues } from "../records/scope-values.ts";
import { findEuVatCountry, isTaxId, printTaxId, readTaxIdType } from "./tax-ids.ts";

interface DetailsRow {
  account_id: string;
  environment: AccountScope["environment"];
  name: string;
  address: string;
  tax_id: string;
  country: string;
  tax_id_type: string;
}

const noDetails: BillingDetails = { name: "", address: "", taxId: "", taxIdType: null, country: "" };

/** Returns the buyers of accounts, by scope key. Accounts that have set none are absent. */
export async function findBillingDetails(
  db: Queryable,
  scopes: readonly AccountScope[],
): Promise<Map<string, BillingDetails>> {
  const rows = await db.query<DetailsRow>(
    `SELECT details.account_id, details.environment, details.name, details.address, details.tax_id, details.tax_id_type, details.country
     FROM ${scopesSql} JOIN billing_details details ON details.account_id = scope.account_id AND details.environment = scope.environment
     ORDER BY details.account_id, details.environment LIMIT $3`,
    [...scopeValues(scopes), scopes.length],
  );
  return new Map(
    rows.map(({ account_id: accountId, environment, tax_id: taxId, name, address, country, ...row }) => [
      scopeKey({ accountId, environment }),
      { name, address, taxId, taxIdType: readTaxIdType(row.tax_id_type), country },
    ]),
  );
}

/** Returns the buyer of an account; empty texts if it has set none. */
export async function getBillingDetails(db: Queryable, scope: AccountScope): Promise<BillingDetails> {
  return (await findBillingDetails(db, [scope])).get(scopeKey(scope)) ?? noDetails;
}

/**
 * Sets the buyer of an account. Without a country, the stored one stays, and so does the type of the tax id if the id stays the same.
 * Finalized invoices keep theirs.
 *
 * @throws DomainError REQUEST_INVALID for a tax id without the format of its type.
 */
export async function saveBillingDetails(
  db: Queryable,
  { accountId, environment }: AccountScope,
  { name, address, taxId, taxIdType, country }: BillingDetails,
  nowMs: number,
): Promise<void> {
  if (taxIdType !== null && taxIdType !== undefined && !isTaxId(taxIdType, taxId)) throw invalidTaxId(taxIdType);
  await db.execute(
    `INSERT INTO billing_details (account_id, environment, name, address, tax_id, updated_at, country, tax_id_type)
     VALUES ($1, $2, $3, $4, $5, $6, coalesce($7, ''), coalesce($8, ''))
     ON CONFLICT (account_id, environment)
     DO UPDATE SET name = excluded.name, address = excluded.address, tax_id = excluded.tax_id, updated_at = excluded.updated_at,
       country = coalesce($7, billing_details.country),
       tax_id_type = coalesce($8, CASE WHEN billing_details.tax_id = excluded.tax_id THEN billing_details.tax_id_type ELSE '' END)`,
    [
      accountId,
      environment,
      name,
      address,
      taxId,
      new Date(nowMs),
      country ?? null,
      taxIdType === undefined ? null : (taxIdType ?? ""),
    ],
  );
}

function invalidTaxId(type: TaxIdType): DomainError {
  const detail = `\`taxId\` is not a valid id of the type ${type}. Check it, or set \`taxIdType\` to null to print it unchecked.`;
  return new DomainError("REQUEST_INVALID", { detail, errors: [{ pointer: "/taxId", code: "FORMAT", detail }] });
}

/**
 * Returns the country of the buyer's VAT number of the EU as an ISO code; empty if the buyer has none, or has one of another country than
 * its own.
 */
export function vatCountryOf({ taxId, taxIdType, country = "" }: BillingDetails = noDetails): string {
  const vatCountry = taxIdType === "eu_vat" ? findEuVatCountry(taxId) : undefined;
  return vatCountry === country ? country : "";
}

/** Renders the buyer as printed on an invoice: name, address and tax id, without empty lines. */
export function renderBuyer(
  accountName: string,
  { name, address, taxId, taxIdType = null }: BillingDetails = noDetails,
): string {
  return [name === "" ? accountName : name, ...address.split("\n"), printTaxId(taxIdType, taxId)]
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n");
}
