import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type BillingOptions } from "@wayfare/billing";
import { type Clock, systemClock } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { operatorActor } from "../../audit/store.ts";
import { billingOptionsOf } from "../../billing/settings.ts";
import { personalDataPurpose } from "../../bookings/personal-data.ts";
import { exportAccount } from "../../export/export-account.ts";
import { makeSecretBox } from "../../secrets/secret-box.ts";
import { parseServerSecrets } from "../../secrets/server-secret.ts";
import type { Settings } from "../../settings/schema.ts";
import { auditCustomerChange } from "../accounts/customer-audit.ts";
import { getCustomer } from "../accounts/customers.ts";
import { openExisting, readSecretsText } from "../backup/source.ts";
import { fetchStream } from "./admin-client.ts";
import { findRunningSocket } from "./running-socket.ts";

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

/** Writes the export of an account to a stream. A running service keeps serving requests. */
export async function writeAccountExport(
  settings: Settings,
  { accountId, to }: { accountId: string; to: Writable },
): Promise<void> {
  const socketPath = await findRunningSocket(settings);
  if (socketPath !== undefined) {
    const target = `/accounts/${encodeURIComponent(accountId)}/export`;
    return pipeline(await fetchStream(socketPath, target, "POST"), to);
  }
  const clock = systemClock;
  const opened = await openExisting(settings, clock.nowMs());
  try {
    const secretsText = await readSecretsText(settings, opened);
    const billing = billingOptionsOf(settings, clock);
    const lines = await startOperatorExport({ database: opened.database, clock, secretsText, billing }, accountId);
    await pipeline(Readable.from(lines), to);
  } finally {
    await opened.close();
  }
}
