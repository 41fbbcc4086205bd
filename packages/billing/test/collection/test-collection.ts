import { onTestFinished } from "vitest";
import { createTestDatabase, type TestDatabaseKind } from "../../../../tests/databases.ts";
import { collectPayments } from "../../src/collection/collect.ts";
import { changePlan } from "../../src/commands/plan-change.ts";
import { holdBilling } from "../../src/dunning/hold.ts";
import { makeStripeProvider } from "../../src/payment/stripe.ts";
import { saveMethod } from "../../src/state/billing-accounts.ts";
import { sumCash } from "../billing-invariants.ts";
import { startStripeDouble, webhookSecret } from "../stripe-double.ts";
import { createAccount, startMs, testBilling } from "../test-billing.ts";

/** A database whose payments are collected through a double of Stripe. */
export async function startCollection(kind: TestDatabaseKind) {
  const { database, drop } = await createTestDatabase(kind);
  onTestFinished(drop);
  const double = await startStripeDouble();
  let nowMs = startMs;
  const clock = { nowMs: () => nowMs };
  const provider = makeStripeProvider({ secretKey: "sk_live_x", webhookSecret, apiUrl: double.apiUrl, clock });
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
    /** Makes an account with an open live invoice that is due to be charged to a customer of Stripe's. */
    async addOrder(customer: string) {
      const accountId = await createAccount(database, customer);
      const owner = { accountId, environment: "live" } as const;
      const invoice = await database.transaction(async (session) => {
        const held = await holdBilling({ session, nowMs }, owner, options);
        await saveMethod(session, owner, { customer, method: "pm_1" });
        return changePlan(held, { plan: "pro", trial: false, previewed: null });
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
