import { type AccountScope, DomainError, newId, type PlanName } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { createTestDatabase, testDatabaseKinds } from "../../../../tests/databases.ts";
import { payInvoice } from "../../src/commands/pay.ts";
import { cancelSubscription, changePlan, previewChange, resumeSubscription } from "../../src/commands/plan-change.ts";
import { redeemCoupon } from "../../src/commands/redeem.ts";
import { insertCoupon } from "../../src/coupons/store.ts";
import { runDueSteps } from "../../src/dunning/due-steps.ts";
import { type LockedBilling, lockBilling } from "../../src/dunning/lock-billing.ts";
import { findBalanceMismatches } from "../../src/ledger/check.ts";
import type { BillingOptions } from "../../src/options/options.ts";
import { expectAllTimePaid, expectBilledOnce, expectConsistentLedger } from "../billing-invariants.ts";
import { samplePlans } from "../sample-plans.ts";
import { createAccount, startMs, testBilling } from "../test-billing.ts";

const daySeconds = 86_400;
const coupons = {
  HALF: { kind: "percent", percentBasis: 5000, amountMinor: null, periods: 1 },
  THIRD: { kind: "percent", percentBasis: 3333, amountMinor: null, periods: null },
  TENNER: { kind: "amount", percentBasis: null, amountMinor: 1000, periods: 3 },
  WELCOME: { kind: "credit", percentBasis: null, amountMinor: 2577, periods: null },
} as const;
type Code = keyof typeof coupons;

type Action =
  | { do: "wait"; seconds: number }
  | { do: "search"; count: number }
  | { do: "change"; plan: PlanName; trial: boolean; afterPreviewSeconds: number | null }
  | { do: "cancel" | "resume" | "pay" | "close" }
  | { do: "redeem"; code: Code };

const waits = fc.oneof(
  fc.integer({ min: 1, max: 3600 }),
  fc.integer({ min: 1, max: 20 * daySeconds }),
  fc.integer({ min: 1, max: 100 * daySeconds }),
);
const change = fc.record({
  do: fc.constant("change" as const),
  plan: fc.constantFrom<PlanName>("pro", "pro", "scale", "free", "pro", "scale"),
  trial: fc.integer({ min: 0, max: 5 }).map((die) => die === 0),
  afterPreviewSeconds: fc.option(fc.integer({ min: 0, max: 700 })),
});
const simple = fc.constantFrom("cancel" as const, "resume" as const, "pay" as const, "close" as const);
const histories = (withCoupons: boolean) =>
  fc.array(
    fc.oneof(
      { weight: 4, arbitrary: waits.map((seconds): Action => ({ do: "wait", seconds })) },
      { weight: 2, arbitrary: fc.integer({ min: 1, max: 90_000 }).map((count): Action => ({ do: "search", count })) },
      { weight: 4, arbitrary: change },
      { weight: 3, arbitrary: simple.map((name): Action => ({ do: name })) },
      ...(withCoupons
        ? [
            {
              weight: 2,
              arbitrary: fc
                .constantFrom<Code>("HALF", "THIRD", "TENNER", "WELCOME")
                .map((code): Action => ({ do: "redeem", code })),
            },
          ]
        : []),
    ),
    { minLength: 5, maxLength: 25 },
  );

/** A simulated customer with its own clock. */
class Customer {
  nowMs = startMs;
  readonly scope: AccountScope;
  readonly #database: Database;
  readonly #options: BillingOptions;

  constructor(database: Database, accountId: string, options: BillingOptions) {
    this.#database = database;
    this.#options = options;
    this.scope = { accountId, environment: "live" };
  }

  /** Runs an action; a rejection must be a domain error. */
  async act(action: Action): Promise<void> {
    if (action.do === "wait") this.nowMs += action.seconds * 1000;
    else if (action.do === "search") await this.#search(action.count);
    else if (action.do === "close") await this.close();
    else await this.#allowRejection(action);
  }

  close(): Promise<number> {
    return runDueSteps(this.#database, { options: this.#options, wallMs: this.nowMs });
  }

  async #allowRejection(action: Action): Promise<void> {
    try {
      if (action.do === "change") await this.#change(action);
      if (action.do === "cancel") await this.#withBilling(cancelSubscription);
      if (action.do === "resume") await this.#withBilling(resumeSubscription);
      if (action.do === "pay") await this.#pay();
      if (action.do === "redeem") await this.#withBilling((billing) => redeemCoupon(billing, action.code));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      expect(["STATE_INVALID", "PAYMENT_REQUIRED", "COUPON_INVALID", "CONFLICT"]).toContain(error.code);
    }
  }

  async #change(action: Action & { do: "change" }): Promise<void> {
    await this.#buy(action);
    // Purchases are rejected while an invoice is overdue.
    const overdue = await this.#database.query(
      "SELECT id FROM invoices WHERE account_id = $1 AND status = 'open' AND due_at <= $2 LIMIT 1",
      [this.scope.accountId, new Date(this.nowMs)],
    );
    expect(overdue).toEqual([]);
  }

  async #buy({ plan, trial, afterPreviewSeconds }: Action & { do: "change" }): Promise<void> {
    if (afterPreviewSeconds === null) {
      await this.#withBilling((billing) => changePlan(billing, { plan, trial, previewed: null }));
      return;
    }
    const preview = await this.#withBilling((billing) => previewChange(billing, { plan, trial }));
    this.nowMs += afterPreviewSeconds * 1000;
    const previewed = { plan, trial, atMs: preview.change.atMs, fingerprint: preview.fingerprint };
    const invoice = await this.#withBilling((billing) => changePlan(billing, { plan, trial, previewed }));
    expect(afterPreviewSeconds).toBeLessThanOrEqual(601);
    // The charge equals the preview.
    expect(invoice?.dueMinor ?? 0).toBe(preview.pricedInvoice.totals.dueMinor);
    expect(invoice?.totalMinor ?? 0).toBe(preview.pricedInvoice.totals.totalMinor);
  }

  async #pay(): Promise<void> {
    const [open] = await this.#database.query<{ id: string }>(
      "SELECT id FROM invoices WHERE account_id = $1 AND status = 'open' ORDER BY id LIMIT 1",
      [this.scope.accountId],
    );
    if (open !== undefined) await this.#withBilling((billing) => payInvoice(billing, open.id));
  }

  /** Only during the current hour: usage is recorded long before a draft is finalized. */
  async #search(count: number): Promise<void> {
    await this.#database.execute(
      `INSERT INTO usage_hours AS kept (account_id, environment, hour, operation, key_id, application_id, count)
       VALUES ($1, 'live', date_trunc('hour', $2::timestamptz, 'UTC'), 'search', 'ak_a', NULL, $3)
       ON CONFLICT (account_id, environment, hour, operation, key_id, application_id) DO UPDATE SET count = kept.count + excluded.count`,
      [this.scope.accountId, new Date(this.nowMs), count],
    );
  }

  #withBilling<T>(work: (billing: LockedBilling) => Promise<T>): Promise<T> {
    return this.#database.transaction(async (tx) =>
      work(await lockBilling({ tx, nowMs: this.nowMs }, this.scope, this.#options)),
    );
  }
}

async function makeCoupons(database: Database): Promise<void> {
  for (const [code, terms] of Object.entries(coupons)) {
    const window = { startsAtMs: null, endsAtMs: null, plans: [], maxRedemptions: null };
    const coupon = {
      id: newId("cpn", startMs),
      environment: "live",
      code,
      currency: "USD",
      ...window,
      ...terms,
    } as const;
    await insertCoupon(database, { ...coupon, plans: [] }, startMs);
  }
}

/**
 * Tests random customer histories, with and without coupons, on both databases.
 *
 * @param options.coverAllLines also expects every type of invoice line, which needs many histories.
 */
export function testHistories({ runs, coverAllLines }: { runs: number; coverAllLines: boolean }): void {
  describe.each(testDatabaseKinds)("on %s", (kind) => {
    test.each([
      ["without coupons", false],
      ["with coupons", true],
    ])(
      "charges each cent and each search once in random customer histories %s",
      { timeout: 600_000 },
      async (_name, withCoupons) => {
        const { database, drop } = await createTestDatabase(kind);
        onTestFinished(drop);
        await makeCoupons(database);
        const options = { ...testBilling, tax: { name: "VAT", rate: withCoupons ? "8.875" : "0" } };
        let nowMs = startMs;
        const property = fc.asyncProperty(histories(withCoupons), async (history) => {
          const customer = new Customer(database, await createAccount(database, "Customer"), options);
          // All customers share a clock that never goes back.
          customer.nowMs = nowMs;
          for (const action of history) await customer.act(action);
          await customer.close();
          nowMs = customer.nowMs;
          await expectConsistentLedger(database);
          expect(await findBalanceMismatches(database, 10)).toEqual([]);
          await expectBilledOnce(database, customer.scope.accountId);
          await expectAllTimePaid(database, customer.scope.accountId, withCoupons ? null : samplePlans);
        });
        await fc.assert(property, { numRuns: runs, seed: 20_261_121, endOnFailure: true });
        // The histories produced the expected types of lines.
        const lines = await database.query<{ kind: string }>("SELECT DISTINCT kind FROM invoice_lines ORDER BY kind");
        const all = ["overage", "proration", "subscription", ...(withCoupons ? ["coupon", "credit", "tax"] : [])];
        const kinds = coverAllLines ? all : ["subscription"];
        expect(lines.map((line) => line.kind)).toEqual(expect.arrayContaining(kinds));
      },
    );
  });
}
