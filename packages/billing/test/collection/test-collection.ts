import { onTestFinished } from "vitest";
import { createTestDatabase, type TestDatabaseKind } from "../../../../tests/databases.ts";
import { collectPayments } from "../../src/collection/collect-payments.ts";
import { changePlan } from "../../src/commands/plan-change.ts";
import { lockBilling } from "../../src/dunning/lock-billing.ts";
import { createStripeProvider } from "../../src/payment/stripe.ts";
import { saveMethod } from "../../src/state/billing-accounts.ts";
import { sumCash } from "../billing-invariants.ts";
import { startStripeDouble, webhookSecret } from "../stripe-double.ts";
import { createAccount, startMs, testBilling } from "../test-billing.ts";

/** Opens a database whose payments are collected through the Stripe double. */
export async function startCollection(kind: TestDatabaseKind) {
  const { database, drop } = await createTestDatabase(kind);
  onTestFinished(drop);
  const double = await startStripeDouble();
  let nowMs = startMs;
  const clock = { nowMs: () => nowMs };
  const provider = createStripeProvider({ secretKey: "sk_live_x", webhookSecret, apiUrl: double.apiUrl, clock });
  const options = { ...testBilling, provider };
  const errors: unknown[] = [];
  const failures: { accountId: string; failure: string }[] = [];
  return {
    ...double,
    database,
    errors,
    failures,
    advanceTo: (ms: number) => void (nowMs = ms),
    collect: () =>
      collectPayments({
        database,
        options,
        clock,
        onRetry: (error) => errors.push(error),
        onFailed: (failure, { accountId }) => failures.push({ accountId, failure }),
      }),
    /** Creates an account with an open live invoice that is due to be charged to a Stripe customer. */
    async addOrder(customer: string) {
      const accountId = await createAccount(database, customer);
      const owner = { accountId, environment: "live" } as const;
      const invoice = await database.transaction(async (tx) => {
        const billing = await lockBilling({ tx, nowMs }, owner, options);
        await saveMethod(tx, owner, { customer, method: "pm_1" });
        return changePlan(billing, { plan: "pro", trial: false, previewed: null });
      });
      return { accountId, invoiceId: invoice?.id ?? "" };
    },
    async orderOf(accountId: string) {
      const [order] = await database.query<{ status: string; failure: string | null; tries: number }>(
        "SELECT status, failure, tries FROM payment_attempts WHERE account_id = $1 ORDER BY id LIMIT 1",
        [accountId],
      );
      return order;
    },
    failureEvents: () =>
      database.query<{ account_id: string; data: { failure: string } }>(
        "SELECT account_id, environment, data FROM events WHERE type = 'invoice.payment_failed' ORDER BY id LIMIT 1000",
      ),
    cash: () => sumCash(database),
  };
}
