import { type AccountScope, type Currency, freePlan, type Partition, readCurrency } from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";
import { findRedemptions } from "../coupons/store.ts";
import { findBillingDetails, renderBuyer, vatCountryOf } from "../details/store.ts";
import { findFirstDue } from "../invoices/store.ts";
import { findBalances } from "../ledger/store.ts";
import { findPlans } from "../plans/store.ts";
import { type BillingState, scopeKey } from "../records/records.ts";
import { scopesSql, scopeValues } from "../records/scope-values.ts";
import { findOpenPhases, findSubscriptions } from "../subscriptions/store.ts";

interface AccountRow {
  account_id: string;
  environment: Partition;
  name: string;
  plan: string;
  currency: string;
  trial_used_at: Date | null;
}

/** Loads the billing state of locked accounts, by scope key. */
export async function loadStates(db: Queryable, scopes: readonly AccountScope[]): Promise<Map<string, BillingState>> {
  const accounts = await db.query<AccountRow>(
    `SELECT scope.account_id, scope.environment, account.name, account.plan, account.currency, billing.trial_used_at FROM ${scopesSql}
     JOIN accounts account ON account.id = scope.account_id
     LEFT JOIN billing_accounts billing ON billing.account_id = scope.account_id AND billing.environment = scope.environment
     ORDER BY scope.account_id, scope.environment LIMIT $3`,
    [...scopeValues(scopes), scopes.length],
  );
  const planOf = ({ environment, plan }: AccountRow) => ({
    plan: environment === "test" ? freePlan : plan,
    version: null,
  });
  const plans = await findPlans(db, accounts.map(planOf));
  const subscriptions = new Map((await findSubscriptions(db, scopes)).map((each) => [scopeKey(each), each]));
  const openPhases = await findOpenPhases(db, [...subscriptions.values()]);
  const phases = new Map(openPhases.map((each) => [scopeKey(each), each]));
  const redemptions = Map.groupBy(await findRedemptions(db, scopes), scopeKey);
  const dues = new Map((await findFirstDue(db, scopes)).map((due) => [scopeKey(due), due.dueAtMs]));
  const details = await findBillingDetails(db, scopes);
  const balances = await findBalances(db, scopes);
  return new Map(
    accounts.map((row) => {
      const scope = { accountId: row.account_id, environment: row.environment };
      const name = scopeKey(scope);
      const state: BillingState = {
        scope,
        buyer: renderBuyer(row.name, details.get(name)),
        country: details.get(name)?.country ?? "",
        vatCountry: vatCountryOf(details.get(name)),
        accountPlan: plans.get(planOf(row)),
        currency: readCurrency(row.currency),
        trialUsed: row.trial_used_at !== null,
        subscription: subscriptions.get(name) ?? null,
        phase: phases.get(name) ?? null,
        redemptions: redemptions.get(name) ?? [],
        creditMinor: balances.get(`${name} ${row.currency}`) ?? 0,
        firstDueMs: dues.get(name) ?? null,
      };
      return [name, state];
    }),
  );
}

/** Loads the billing state of one account. */
export async function loadState(db: Queryable, scope: AccountScope): Promise<BillingState> {
  const state = (await loadStates(db, [scope])).get(scopeKey(scope));
  if (state === undefined) throw new Error(`account ${scope.accountId} not found`);
  return state;
}

/** Returns the currency of an account. */
export async function getAccountCurrency(db: Queryable, accountId: string): Promise<Currency> {
  const [row] = await db.query<{ currency: string }>("SELECT currency FROM accounts WHERE id = $1", [accountId]);
  if (row === undefined) throw new Error(`account ${accountId} not found`);
  return readCurrency(row.currency);
}
