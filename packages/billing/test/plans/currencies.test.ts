import { type CreatePlan, type Currency, formatMoney } from "@wayfare/contract";
import { describe, expect, onTestFinished, test } from "vitest";
import { createTestDatabase, type TestDatabaseKind, testDatabaseKinds } from "../../../../tests/databases.ts";
import { issueCreditNote } from "../../src/commands/credit-note.ts";
import { changePlan } from "../../src/commands/plan-change.ts";
import { redeemCoupon } from "../../src/commands/redeem.ts";
import { runDueSteps } from "../../src/dunning/due-steps.ts";
import { lockBilling } from "../../src/dunning/lock-billing.ts";
import { renderInvoicePdf } from "../../src/invoices/pdf.ts";
import { findLines, listInvoices } from "../../src/invoices/store.ts";
import { findBalance } from "../../src/ledger/store.ts";
import { runBillingCommand } from "../../src/operator/billing-commands.ts";
import { createPlanVersion } from "../../src/plans/create-plan.ts";
import { expectConsistentLedger } from "../billing-invariants.ts";
import { readPdfText } from "../invoices/pdf-text.ts";
import { createAccount, startMs, testBilling } from "../test-billing.ts";

const keyLimits = { requestsPerSecond: 1, requestsBurst: 1, searchesPerSecond: 1, searchesBurst: 1, searchesAtOnce: 1 };
const options = { ...testBilling, tax: { name: "VAT", rate: "10" } };
const hourMs = 3_600_000;

/** Price, overage of 1,001 searches at 0.0015, tax and total by currency; each rounded to its minor unit. */
const cases: [currency: Currency, price: string, overage: string, tax: string, total: string][] = [
  ["EUR", "49.90", "1.50", "5.14", "56.54"],
  ["JPY", "5000", "2", "500", "5502"],
  ["KWD", "15.255", "1.502", "1.676", "18.433"],
];

async function startIn(kind: TestDatabaseKind, currency: Currency, price: string) {
  const { database, drop } = await createTestDatabase(kind);
  onTestFinished(drop);
  const plan: CreatePlan = {
    name: "local",
    title: "Local",
    price: { amount: price, currency },
    searchesIncluded: 100,
    quotaBehavior: "overage",
    overageTiers: [{ upTo: null, unitPrice: { amount: "0.0015", currency } }],
    keyLimits,
    visibility: "public",
  };
  await database.transaction((tx) => createPlanVersion(tx, plan, startMs));
  const accountId = await createAccount(database, "Local", currency);
  const scope = { accountId, environment: "live" } as const;
  const lock = <T>(work: (billing: Awaited<ReturnType<typeof lockBilling>>) => Promise<T>, nowMs = startMs) =>
    database.transaction(async (tx) => work(await lockBilling({ tx, nowMs }, scope, options)));
  return { database, scope, lock };
}

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test.each(cases)("bills in %s with the decimals of the currency", async (currency, price, overage, tax, total) => {
    const { database, scope, lock } = await startIn(kind, currency, price);
    await lock((billing) => changePlan(billing, { plan: "local", trial: false, previewed: null }));
    await database.execute(
      "INSERT INTO usage_hours (account_id, environment, hour, operation, key_id, count) VALUES ($1, 'live', $2, 'search', 'ak_a', 1101)",
      [scope.accountId, new Date(startMs - (startMs % hourMs) + hourMs)],
    );
    const endMs = Date.UTC(2026, 11, 21, 10);
    await runDueSteps(database, { options, wallMs: endMs });
    await runDueSteps(database, { options, wallMs: endMs + 2 * hourMs });
    const [invoice] = await listInvoices(database, scope, { afterId: null, limit: 1 });
    if (invoice === undefined) throw new Error("no invoice");
    const lines = (await findLines(database, [invoice])).get(invoice.id) ?? [];
    const amounts = lines.map(({ kind: name, amountMinor }) => [name, formatMoney(amountMinor, currency).amount]);
    expect(amounts).toEqual([
      ["subscription", price],
      ["overage", overage],
      ["tax", tax],
    ]);
    expect(formatMoney(invoice.totalMinor, currency)).toEqual({ amount: total, currency });
    const text = readPdfText(await renderInvoicePdf(invoice, lines));
    expect(text).toContain(`Amount, ${currency}`);
    expect(text).toContain(`${total} ${currency}`);
    // A credit note goes to the balance in the currency, which the next invoice uses.
    await lock((billing) => issueCreditNote(billing, { invoiceId: invoice.id, amountMinor: 1, reason: "Test" }), endMs);
    expect(await findBalance(database, scope, currency)).toBe(1);
    expect(await findBalance(database, scope, "USD")).toBe(0);
    await expectConsistentLedger(database);
  });
});

test("a coupon for an amount applies to accounts in its currency, one in percent to all", async () => {
  const { database, scope, lock } = await startIn("pglite", "JPY", "5000");
  const create = (code: string, value: object) =>
    runBillingCommand({ database, options, nowMs: startMs }, { do: "create_coupon", code, ...value });
  await create("DOLLARS", { amount: "5.00" });
  await create("YEN", { credit: "700", currency: "JPY" });
  await create("HALF", { percent: "50" });
  await expect(create("SEN", { credit: "7.50", currency: "JPY" })).rejects.toThrow("at most 0 decimals");
  await expect(create("GOLD", { percent: "5", plans: ["gold"] })).rejects.toThrow("no plan gold");
  await expect(lock((billing) => redeemCoupon(billing, "DOLLARS"))).rejects.toMatchObject({ code: "COUPON_INVALID" });
  await lock((billing) => redeemCoupon(billing, "YEN"));
  await lock((billing) => redeemCoupon(billing, "HALF"));
  expect(await findBalance(database, scope, "JPY")).toBe(700);
});
