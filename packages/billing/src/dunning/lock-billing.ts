import type { AccountScope } from "@wayfare/contract";
import type { Queryable, UnitOfWork } from "@wayfare/database";
import type { BillingOptions } from "../options/options.ts";
import type { BillingState } from "../records/records.ts";
import { lockAccount } from "../state/billing-accounts.ts";
import { loadState } from "../state/load.ts";
import { catchUp } from "./due-steps.ts";

/** Billing of an account, locked and up to date. */
export interface LockedBilling {
  tx: Queryable;
  scope: AccountScope;
  nowMs: number;
  options: BillingOptions;
  state: BillingState;
}

/** Locks an account's billing until the transaction ends and first runs all steps that are due. */
export async function lockBilling(
  { tx, nowMs }: Pick<UnitOfWork, "tx" | "nowMs">,
  { accountId, environment }: AccountScope,
  options: BillingOptions,
): Promise<LockedBilling> {
  const scope = { accountId, environment };
  await lockAccount(tx, scope, nowMs);
  await catchUp(tx, { ...scope, nowMs }, options);
  return { tx, scope, nowMs, options, state: await loadState(tx, scope) };
}
