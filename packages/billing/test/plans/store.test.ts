import { type CreatePlan, DomainError } from "@wayfare/contract";
import { describe, expect, onTestFinished, test } from "vitest";
import { createTestDatabase, testDatabaseKinds } from "../../../../tests/databases.ts";
import { changePlan } from "../../src/commands/plan-change.ts";
import { runDueSteps } from "../../src/dunning/due-steps.ts";
import { createPlanVersion } from "../../src/plans/create-plan.ts";
import { findPlans, listPlans } from "../../src/plans/store.ts";
import { findLastSubscription } from "../../src/subscriptions/store.ts";
import { samplePlans } from "../sample-plans.ts";
import { createAccount, rejectionCode, startBilling, startMs, testBilling } from "../test-billing.ts";

const usd = (amount: string) => ({ amount, currency: "USD" });

const keyLimits = {
  requestsPerSecond: 100,
  requestsBurst: 400,
  searchesPerSecond: 40,
  searchesBurst: 80,
  searchesAtOnce: 40,
};

/** Terms of `pro` with a higher price. */
const dearPro: CreatePlan = {
  name: "pro",
  title: "Pro",
  price: usd("59.00"),
  searchesIncluded: 60_000,
  quotaBehavior: "overage",
  overageTiers: [{ upTo: null, unitPrice: usd("0.005") }],
  keyLimits,
};

const yen: CreatePlan = {
  ...dearPro,
  name: "yen",
  price: { amount: "5000", currency: "JPY" },
  overageTiers: [{ upTo: null, unitPrice: { amount: "0.5", currency: "JPY" } }],
};

describe.each(testDatabaseKinds)("on %s", (kind) => {
  async function open() {
    const { database, drop } = await createTestDatabase(kind);
    onTestFinished(drop);
    return database;
  }

  test("the first versions have the figures of the plans before plans were data", async () => {
    const database = await open();
    const records = await listPlans(database, { afterName: null, limit: 10 });
    expect(records.map(({ current }) => current)).toEqual(Object.values(samplePlans));
    expect(records.map(({ visibility, retiredAtMs }) => [visibility, retiredAtMs])).toEqual(
      Array.from({ length: 3 }, () => ["public", null]),
    );
  });

  test("a version cannot be changed or deleted", async () => {
    const database = await open();
    for (const statement of ["UPDATE plan_versions SET price_minor = 1", "DELETE FROM plan_versions"]) {
      expect(await rejectionCode(database.execute(statement))).toBe("append_only");
    }
  });

  test("two versions that are created concurrently get consecutive numbers", async () => {
    const database = await open();
    const create = (amount: string) =>
      database.transaction((tx) => createPlanVersion(tx, { ...dearPro, price: usd(amount) }, startMs));
    await Promise.all([create("60.00"), create("61.00")]);
    const versions = await database.query<{ version: number }>(
      "SELECT version FROM plan_versions WHERE plan = 'pro' ORDER BY version",
    );
    expect(versions.map(({ version }) => version)).toEqual([1, 2, 3]);
    const current = { plan: "pro", version: null };
    expect((await findPlans(database, [current])).get(current).version).toBe(3);
  });

  test("a subscription keeps its version when it renews, until the plan is changed", async () => {
    const { database, owner, withBilling, subscribe } = await startBilling(kind);
    await subscribe();
    await database.transaction((tx) => createPlanVersion(tx, dearPro, startMs));
    const month = 32 * 86_400_000;
    await runDueSteps(database, { options: testBilling, wallMs: startMs + month });
    const renewed = await findLastSubscription(database, owner);
    expect(renewed?.terms).toEqual(samplePlans.pro);
    expect(renewed?.startMs).toBeGreaterThan(startMs);
    // A new customer gets the new version, in the row of the account as well.
    const other = { accountId: await createAccount(database, "Other"), environment: "live" } as const;
    await subscribe(other);
    expect((await findLastSubscription(database, other))?.terms).toMatchObject({ version: 2, priceMinor: 5900 });
    const rows = await database.query<{ plan_version: number }>(
      "SELECT plan_version FROM accounts ORDER BY plan_version",
    );
    expect(rows.map((row) => row.plan_version)).toEqual([1, 2]);
    // The same plan in its new version is a change of plan.
    await expect(subscribe(other)).rejects.toThrow("already pro");
    await withBilling((billing) => changePlan(billing, { plan: "pro", trial: false, previewed: null }));
    expect((await findLastSubscription(database, owner))?.terms.version).toBe(2);
  });

  test("a pending plan keeps the version that was current when it was chosen", async () => {
    const { database, owner, withBilling } = await startBilling(kind);
    const change = (plan: string) =>
      withBilling((billing) => changePlan(billing, { plan, trial: false, previewed: null }));
    await change("scale");
    await change("pro");
    await database.transaction((tx) => createPlanVersion(tx, dearPro, startMs));
    await runDueSteps(database, { options: testBilling, wallMs: startMs + 32 * 86_400_000 });
    expect((await findLastSubscription(database, owner))?.terms).toEqual(samplePlans.pro);
  });

  test("customers cannot choose hidden, retired and unknown plans, and plans in another currency", async () => {
    const { database, withBilling } = await startBilling(kind);
    await database.transaction((tx) => createPlanVersion(tx, { ...dearPro, name: "secret" }, startMs));
    await database.transaction((tx) => createPlanVersion(tx, yen, startMs));
    await database.execute("UPDATE plans SET retired_at = $1 WHERE name = 'scale'", [new Date(startMs)]);
    const codeOf = (plan: string, chooser: "customer" | "operator") =>
      withBilling((billing) => changePlan(billing, { plan, trial: false, chooser, previewed: null })).then(
        () => "changed",
        (error: unknown) => (error instanceof DomainError ? error.code : String(error)),
      );
    expect(await codeOf("secret", "customer")).toBe("REQUEST_INVALID");
    expect(await codeOf("scale", "customer")).toBe("REQUEST_INVALID");
    expect(await codeOf("gold", "operator")).toBe("REQUEST_INVALID");
    expect(await codeOf("scale", "operator")).toBe("STATE_INVALID");
    expect(await codeOf("yen", "operator")).toBe("STATE_INVALID");
    expect(await codeOf("secret", "operator")).toBe("changed");
  });
});

test.each<[change: Partial<CreatePlan>, pointer: string]>([
  [{ price: usd("59.001") }, "/price"],
  [{ quotaBehavior: "hard_stop" }, "/overageTiers"],
  [{ overageTiers: [] }, "/overageTiers"],
  [{ overageTiers: [{ upTo: 5, unitPrice: usd("1") }] }, "/overageTiers/0/upTo"],
  [
    {
      overageTiers: [
        { upTo: 5, unitPrice: usd("1") },
        { upTo: 5, unitPrice: usd("1") },
        { upTo: null, unitPrice: usd("1") },
      ],
    },
    "/overageTiers/1/upTo",
  ],
  [
    {
      price: { amount: "59.00", currency: "EUR" },
      overageTiers: [{ upTo: null, unitPrice: { amount: "1", currency: "EUR" } }],
    },
    "/price/currency",
  ],
  [{ price: { amount: "59.00", currency: "XTS" } }, "/price/currency"],
  [{ price: { amount: "-1.00", currency: "USD" } }, "/price"],
  [{ overageTiers: [{ upTo: null, unitPrice: { amount: "1", currency: "EUR" } }] }, "/overageTiers/0/unitPrice"],
  [{ overageTiers: [{ upTo: null, unitPrice: usd("0.0000000001") }] }, "/overageTiers/0/unitPrice"],
  [{ visibility: "hidden" }, "/visibility"],
  [{ name: "free" }, "/price"],
])("rejects a version with %j", async (change, pointer) => {
  const { database, drop } = await createTestDatabase("pglite");
  onTestFinished(drop);
  const created = database.transaction((tx) => createPlanVersion(tx, { ...dearPro, ...change }, startMs));
  const error = await created.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(DomainError);
  expect(error instanceof DomainError && error.errors?.map((each) => each.pointer)).toContain(pointer);
});

test("rejects a version with the terms of the current one", async () => {
  const { database, drop } = await createTestDatabase("pglite");
  onTestFinished(drop);
  const create = () => database.transaction((tx) => createPlanVersion(tx, dearPro, startMs));
  await create();
  await expect(create()).rejects.toThrow("has these terms already");
});
