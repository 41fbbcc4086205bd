import type { BillingOptions } from "@wayfare/billing";
import type { Clock } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { operatorActor } from "../../audit/store.ts";
import { personalDataPurpose } from "../../bookings/personal-data.ts";
import { exportAccount } from "../../export/export-account.ts";
import { makeSecretBox } from "../../secrets/secret-box.ts";
import { parseServerSecrets } from "../../secrets/server-secret.ts";
import { auditCustomerChange } from "../accounts/customer-audit.ts";
import { getCustomer } from "../accounts/customers.ts";

/** Starts an export of an account by the operator. @throws DomainError NOT_FOUND, CONFLICT */
export async function startOperatorExport(
  deps: { database: Database; clock: Clock; secretsText: string; billing: Pick<BillingOptions, "logo"> },
  accountId: string,
): Promise<AsyncGenerator<string>> {
  const { database, clock, secretsText, billing } = deps;
  await getCustomer({ tx: database, wallMs: clock.nowMs() }, accountId);
  const box = makeSecretBox(parseServerSecrets(secretsText), personalDataPurpose);
  return exportAccount({ database, clock, box, billing }, accountId, (unit) =>
    auditCustomerChange(unit, operatorActor, { accountId, action: "account.exported" }),
  );
}
