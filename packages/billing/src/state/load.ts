import { billingCurrency, type Owner, type Partition, readPlanName } from "@wayfare/contract";
import type { Session } from "@wayfare/database";
import { findRedemptions } from "../coupons/store.ts";
import { findFirstDue } from "../invoices/store.ts";
import { findBalances } from "../ledger/store.ts";
import { ownersSql, ownerValues } from "../records/owner-values.ts";
import { type BillingState, nameOf } from "../records/records.ts";
import { findOpenSegments, findSubscriptions } from "../subscriptions/store.ts";

interface AccountRow {
  account_id: string;
  environment: Partition;
  name: string;
  plan: string;
  trial_used_at: Date | null;
}

/** What the rules look at, of owners that are held; by the owners' names. */
export async function loadStates(session: Session, owners: readonly Owner[]): Promise<Map<string, BillingState>> {
  const accounts = await session.query<AccountRow>(
    `SELECT owner.account_id, owner.environment, account.name, account.plan, billing.trial_used_at FROM ${ownersSql}
     JOIN accounts account ON account.id = owner.account_id
     LEFT JOIN billing_accounts billing ON billing.account_id = owner.account_id AND billing.environment = owner.environment
     ORDER BY owner.account_id, owner.environment LIMIT $3`,
    [...ownerValues(owners), owners.length],
  );
  const subscriptions = new Map((await findSubscriptions(session, owners)).map((each) => [nameOf(each), each]));
  const lasting = await findOpenSegments(session, [...subscriptions.values()]);
  const segments = new Map(lasting.map((each) => [nameOf(each), each]));
  const redemptions = Map.groupBy(await findRedemptions(session, owners), nameOf);
  const dues = new Map((await findFirstDue(session, owners)).map((due) => [nameOf(due), due.dueAtMs]));
  const balances = await findBalances(session, owners, billingCurrency);
  return new Map(
    accounts.map((row) => {
      const owner = { accountId: row.account_id, environment: row.environment };
      const name = nameOf(owner);
      const state: BillingState = {
        owner,
        accountName: row.name,
        accountPlan: row.environment === "test" ? "free" : readPlanName(row.plan),
        trialUsed: row.trial_used_at !== null,
        subscription: subscriptions.get(name) ?? null,
        segment: segments.get(name) ?? null,
        redemptions: redemptions.get(name) ?? [],
        creditMinor: balances.get(name) ?? 0,
        firstDueMs: dues.get(name) ?? null,
      };
      return [name, state];
    }),
  );
}

/** The state of one owner. */
export async function loadState(session: Session, owner: Owner): Promise<BillingState> {
  const state = (await loadStates(session, [owner])).get(nameOf(owner));
  if (state === undefined) throw new Error(`the account ${owner.accountId} is not there`);
  return state;
}
