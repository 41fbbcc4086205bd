import type { CompletedSignUp, CreatePlan } from "@wayfare/contract";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { assertSignUpTerms, type SignUpTerms } from "../../src/sign-up/plan.ts";
import { Browser } from "../browser-session.ts";
import type { RunningApp } from "../running-app.ts";
import { mailsTo, startSignUpApp, tokenIn } from "./sign-up-app.ts";

const password = "seven quiet lanterns drift";
const given = { name: "Grace Hopper", accountName: "Example Travel", email: "grace@example.com", password };
const eur = (amount: string) => ({ amount, currency: "EUR" as const });

/** Plan without a price, in EUR. */
const starter: CreatePlan = {
  name: "starter",
  title: "Starter",
  price: eur("0.00"),
  searchesIncluded: 5000,
  quotaBehavior: "hard_stop",
  overageTiers: [],
  keyLimits: { requestsPerSecond: 10, requestsBurst: 40, searchesPerSecond: 4, searchesBurst: 8, searchesAtOnce: 4 },
  features: [],
};
const tried: CreatePlan = { ...starter, name: "tried", price: eur("49.00"), trialDays: 14 };
const paid: CreatePlan = { ...starter, name: "paid", price: eur("49.00") };

describe.each(testDatabaseKinds)("on %s", (kind) => {
  async function open(signUpTerms?: SignUpTerms) {
    const { app, database } = await startSignUpApp(kind, "open", signUpTerms);
    const key = await app.makeKey({ environment: "service", scopes: ["accounts.write"] });
    const make = async (plan: CreatePlan) => {
      const made = await app.call("/v1/operator/plans", { key, body: plan });
      expect(made.status, made.text).toBe(201);
    };
    const retire = (name: string) =>
      app.call(`/v1/operator/plans/${name}`, { key, method: "PATCH", body: { retired: true } });
    const signUp = async () => {
      await new Browser(app).call("/portal/sign-up", { body: given });
      const token = tokenIn((await mailsTo(database, given.email))[0]);
      const browser = new Browser(app);
      const completed = await browser.call("/portal/sign-up/complete", { body: { token, password } });
      expect(completed.status, completed.text).toBe(200);
      const { session }: CompletedSignUp = JSON.parse(completed.text);
      return { browser, accountId: session.account.id };
    };
    return { app, database, key, make, retire, signUp };
  }

  /** Returns the plan, the currency and the trial of an account, as its owner and the operator see them. */
  async function read(app: RunningApp, key: string, { browser, accountId }: { browser: Browser; accountId: string }) {
    const headers = { "wayfare-environment": "live" };
    const subscription = JSON.parse((await browser.call("/v1/billing/subscription", { headers })).text);
    const invoices = JSON.parse((await browser.call("/v1/billing/invoices", { headers })).text).data;
    const { currency } = JSON.parse((await app.call(`/v1/operator/accounts/${accountId}`, { key })).text);
    const { plan, status } = subscription;
    return { plan, status, currency, invoices };
  }

  test.each([
    { plan: starter, status: "active" },
    { plan: tried, status: "trialing" },
  ])("a sign-up starts the plan $plan.name of the settings without a payment", async ({ plan, status }) => {
    const { app, key, make, signUp } = await open({ plan: plan.name, currency: "EUR" });
    await make(plan);
    const account = await signUp();
    expect(await read(app, key, account)).toEqual({ plan: plan.name, status, currency: "EUR", invoices: [] });
    const log = JSON.parse((await account.browser.call("/v1/audit-events?type=account.created")).text).data;
    expect(log).toMatchObject([{ details: { name: given.accountName, plan: plan.name, currency: "EUR" } }]);
  });

  test("a sign-up gets the plan free in the currency of the settings", async () => {
    const { app, key, signUp } = await open({ plan: "free", currency: "JPY" });
    expect(await read(app, key, await signUp())).toMatchObject({ plan: "free", currency: "JPY" });
  });

  test("a plan that was retired after the start is replaced by free", async () => {
    const { app, key, make, retire, signUp } = await open({ plan: "starter", currency: "EUR" });
    await make(starter);
    await retire("starter");
    expect(await read(app, key, await signUp())).toMatchObject({ plan: "free", currency: "EUR" });
    expect(app.logLines.some((line) => line.includes("plan of sign-ups not available"))).toBe(true);
  });

  test("rejects settings with a plan that sign-ups cannot get", async () => {
    const { database, make, retire } = await open();
    for (const plan of [starter, tried, paid, { ...starter, name: "old" }]) await make(plan);
    await retire("old");
    const check = (plan: string, currency: SignUpTerms["currency"]) =>
      assertSignUpTerms(database, { plan, currency }).then(
        () => "accepted",
        (error: unknown) => String(error),
      );
    expect(await check("free", "GBP")).toBe("accepted");
    expect(await check("starter", "EUR")).toBe("accepted");
    expect(await check("tried", "EUR")).toBe("accepted");
    expect(await check("none", "EUR")).toMatch(/SIGN_UP_PLAN is "none", but the plan does not exist/);
    expect(await check("starter", "USD")).toMatch(/its currency is EUR, and SIGN_UP_CURRENCY is USD/);
    expect(await check("paid", "EUR")).toMatch(/it has a price and no trial/);
    expect(await check("old", "EUR")).toMatch(/the plan is retired/);
  });
});
