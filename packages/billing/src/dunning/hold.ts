import type { Owner } from "@wayfare/contract";
import type { Session, Unit } from "@wayfare/database";
import type { BillingOptions } from "../options/options.ts";
import type { BillingState } from "../records/records.ts";
import { lockOwner } from "../state/billing-accounts.ts";
import { loadState } from "../state/load.ts";
import { catchUp } from "./steps.ts";

/** Billing of an owner that is locked and up to date. */
export interface HeldBilling {
  session: Session;
  owner: Owner;
  nowMs: number;
  options: BillingOptions;
  state: BillingState;
}

/** Locks an owner's billing until the transaction ends, and does everything that is due first. */
export async function holdBilling(
  { session, nowMs }: Pick<Unit, "session" | "nowMs">,
  { accountId, environment }: Owner,
  options: BillingOptions,
): Promise<HeldBilling> {
  const owner = { accountId, environment };
  await lockOwner(session, owner, nowMs);
  await catchUp(session, { ...owner, nowMs }, options);
  return { session, owner, nowMs, options, state: await loadState(session, owner) };
}
