import type { AuditEvent, CreatePlan, OperatorPlanDetail, WirePlan } from "@wayfare/contract";
import { describe, expect, onTestFinished, test } from "vitest";
import { testDatabaseKinds } from "../../../../../tests/databases.ts";
import { eventually } from "../../../../../tests/eventually.ts";
import { startApp } from "../../access-app.ts";
import { runApp } from "../../running-app.ts";

const path = "/v1/operator/plans";
const usd = (amount: string) => ({ amount, currency: "USD" });
const plan: CreatePlan = {
  name: "travel",
  title: "Travel",
  price: usd("120.00"),
  searchesIncluded: 100_000,
  quotaBehavior: "overage",
  overageTiers: [
    { upTo: 50_000, unitPrice: usd("0.0035") },
    { upTo: null, unitPrice: usd("0.0025") },
  ],
  keyLimits: {
    requestsPerSecond: 100,
    requestsBurst: 400,
    searchesPerSecond: 40,
    searchesBurst: 80,
    searchesAtOnce: 40,
  },
  features: ["Support by email"],
};

describe.each(testDatabaseKinds)("on %s", (kind) => {
  async function start() {
    const { app, database } = await startApp(kind);
    const key = await app.makeKey({ environment: "service", scopes: ["accounts.write"] });
    const live = await app.makeKey({ environment: "live" });
    const call = async (target: string, body?: object, method?: string) => {
      const { status, text } = await app.call(path + target, { key, ...(body && { body }), ...(method && { method }) });
      return { status, body: JSON.parse(text) };
    };
    const listed = async (): Promise<WirePlan[]> =>
      JSON.parse((await app.call("/v1/billing/plans", { key: live })).text).data;
    return { app, database, call, listed, live };
  }

  test("creates a hidden plan, shows it to customers, and retires it", async () => {
    const { app, call, listed, live } = await start();
    expect(await call("", plan)).toMatchObject({
      status: 201,
      body: { name: "travel", visibility: "hidden", retiredAt: null, current: { version: 1, features: plan.features } },
    });
    expect((await listed()).map(({ name }) => name)).toEqual(["free", "pro", "scale"]);
    const change = (body: object) =>
      app.call("/v1/billing/subscription/change", { key: live, body: { plan: "travel", ...body } });
    expect((await change({})).body).toMatchObject({ code: "REQUEST_INVALID", errors: [{ pointer: "/plan" }] });
    expect(await call("/travel", { visibility: "public" }, "PATCH")).toMatchObject({ status: 200 });
    expect((await listed()).find(({ name }) => name === "travel")).toMatchObject({
      price: { amount: "120.00", currency: "USD" },
      overagePerSearch: { amount: "0.0035" },
      overageTiers: [{ upTo: 50_000 }, { upTo: null, unitPrice: { amount: "0.0025", currency: "USD" } }],
    });
    expect((await change({})).status).toBe(200);
    expect(await call("/travel", { visibility: "hidden", retired: true }, "PATCH")).toMatchObject({ status: 200 });
    // The account's own plan is listed although it is hidden and retired.
    expect((await listed()).map(({ name }) => name)).toEqual(["free", "pro", "travel", "scale"]);
    expect(await call("/free", { retired: true }, "PATCH")).toMatchObject({ body: { code: "STATE_INVALID" } });
    expect(await call("/gold")).toMatchObject({ body: { code: "NOT_FOUND" } });
  });

  test("previews a version, creates it and records both in the audit log", async () => {
    const { app, call } = await start();
    await call("", plan);
    const next = { ...plan, price: usd("130.00") };
    expect(await call("/preview", next)).toMatchObject({
      status: 200,
      body: {
        version: 2,
        changes: [{ member: "price", before: "120.00 USD", after: "130.00 USD" }],
        subscriptionsKept: 0,
        accountsChanged: 0,
      },
    });
    app.clock.advance(1);
    expect(await call("", next)).toMatchObject({ status: 201, body: { current: { version: 2 } } });
    expect(await call("", next)).toMatchObject({ body: { code: "STATE_INVALID" } });
    const detail: OperatorPlanDetail = (await call("/travel")).body;
    expect(detail.versions.map(({ version, price }) => [version, price.amount])).toEqual([
      [2, "130.00"],
      [1, "120.00"],
    ]);
    const events: AuditEvent[] = JSON.parse((await app.call("/v1/audit-events", { key: app.key })).text).data;
    expect(events.filter(({ subject }) => subject.type === "plan").map(({ type }) => type)).toEqual([
      "plan.version_created",
      "plan.created",
    ]);
  });

  test("pages the list by name", async () => {
    const { call } = await start();
    const first = (await call("?limit=2")).body;
    expect(first.data.map(({ name }: { name: string }) => name)).toEqual(["free", "pro"]);
    const second = (await call(`?limit=2&cursor=${first.nextCursor}`)).body;
    expect(second).toMatchObject({ data: [{ name: "scale" }], nextCursor: null });
  });

  test("a version of free changes the limits of accounts without a subscription in another process", async () => {
    const { database, call } = await start();
    const other = await runApp({ database });
    onTestFinished(() => other.close());
    const live = await other.makeKey({ environment: "live" });
    const policy = async () =>
      (await other.call("/v1/account", { key: live })).headers.get("ratelimit-policy") ?? "no policy";
    expect(await policy()).toContain('"requests";q=200');
    const keyLimits = { ...plan.keyLimits, requestsBurst: 123 };
    const free = {
      ...plan,
      name: "free",
      title: "Free",
      price: usd("0"),
      quotaBehavior: "hard_stop",
      overageTiers: [],
      keyLimits,
    };
    expect(await call("/preview", free)).toMatchObject({ body: { subscriptionsKept: 0 } });
    expect(await call("", free)).toMatchObject({ status: 201 });
    await eventually(async () => expect(await policy()).toContain('"requests";q=123'));
  });
});
