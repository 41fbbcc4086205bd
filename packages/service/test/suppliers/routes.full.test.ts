import type { ScoredSearchResponse, Supplier } from "@wayfare/contract";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import type { DeploymentSuppliers } from "../../src/suppliers/directory.ts";
import { makeOwner } from "../access-app.ts";
import { liveSecrets } from "../live-access.ts";
import { type LiveApp, liveSearch, startLiveApp } from "../live-app.ts";

const token = liveSecrets.live.duffel ?? "";
const testToken = liveSecrets.test.duffel ?? "";

/** Starts an app whose accounts connect suppliers themselves. */
function start(kind: (typeof testDatabaseKinds)[number] = "pglite", deploymentSuppliers?: DeploymentSuppliers) {
  return startLiveApp(kind, [], {
    supplierAccess: undefined,
    ...(deploymentSuppliers === undefined ? {} : { deploymentSuppliers }),
  });
}

async function change({ app, key }: Pick<LiveApp, "app" | "key">, body: unknown, name = "duffel") {
  const { status, text } = await app.call(`/v1/suppliers/${name}`, { method: "PUT", key, body });
  return { status, text, body: JSON.parse(text) };
}

async function list({ app, key }: Pick<LiveApp, "app" | "key">): Promise<Map<string, Supplier>> {
  const { text } = await app.call("/v1/suppliers", { key });
  const { data }: { data: Supplier[] } = JSON.parse(text);
  return new Map(data.map((each) => [each.name, each]));
}

async function supplyOf({ app, key }: Pick<LiveApp, "app" | "key">): Promise<ScoredSearchResponse["supply"]> {
  const { status, text } = await app.call("/v1/search", { key, body: liveSearch });
  expect(status, text).toBe(200);
  return JSON.parse(text).supply;
}

/** Expects a search to fail because the budget of its only supplier is used up. */
async function expectUsedUp({ app, key }: Pick<LiveApp, "app" | "key">): Promise<void> {
  const { status, text } = await app.call("/v1/search", { key, body: liveSearch });
  expect({ status, text }).toMatchObject({ status: 503, text: expect.stringContaining("call budgets are used up") });
}

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("connects a supplier after a check, searches it, and deletes the credential on disconnect", async () => {
    const live = await start(kind);
    const before = await list(live);
    expect([...before.keys()]).toEqual(["duffel", "seats-aero", "ignav", "house"]);
    expect(before.get("duffel")).toMatchObject({ enabled: false, credentialOwner: null, acceptsCredential: true });
    expect(await supplyOf(live)).toMatchObject([{ source: "sandbox" }]);

    const connected = await change(live, {
      credential: token,
      budget: { callsPerDay: 100, spendPerMonth: { amount: "2.5", currency: "USD" } },
    });
    expect(connected).toMatchObject({ status: 200, body: { enabled: true, credentialOwner: "account" } });
    expect(connected.body).toMatchObject({
      credentialHint: `…${token.slice(-4)}`,
      budget: { callsPerDay: 100, spendPerMonth: { amount: "2.50", currency: "USD" }, callsPerBooking: null },
    });
    expect(await supplyOf(live)).toMatchObject([{ source: "duffel", status: "ok", offers: 2 }]);
    const used = (await list(live)).get("duffel");
    expect(used).toMatchObject({ searchesToday: 1, answeredShare: 1, offersShare: 1, lastFailure: null });
    expect(used?.callsToday).toBeGreaterThan(0);

    const { status, text } = await live.app.call("/v1/suppliers/duffel", { method: "DELETE", key: live.key });
    expect({ status, body: JSON.parse(text) }).toMatchObject({
      status: 200,
      body: { enabled: false, credentialHint: null, checkedAt: null },
    });
    expect(await supplyOf(live)).toMatchObject([{ source: "sandbox" }]);
    const { text: audit } = await live.app.call("/v1/audit-events?limit=20", { key: live.key });
    expect(JSON.parse(audit).data.map(({ type }: { type: string }) => type)).toEqual(
      expect.arrayContaining(["supplier.changed", "supplier.disconnected"]),
    );
  });

  test("never shows a credential, and stores it sealed", async () => {
    const live = await start(kind);
    await change(live, { credential: token });
    await supplyOf(live);
    live.duffel.double.misbehavior = { kind: "answer", answer: { status: 500, body: "broken" } };
    expect((await live.app.call("/v1/search", { key: live.key, body: liveSearch })).status).toBe(503);
    await live.app.call("/v1/suppliers/duffel/check", { method: "POST", key: live.key });
    const answers = ["/v1/suppliers", "/v1/audit-events?limit=50", "/v1/requests?limit=50"].map(
      async (path) => (await live.app.call(path, { key: live.key })).text,
    );
    const rows = await live.database.query<{ text: string }>(
      "SELECT encode(sealed_secret, 'escape') || hint AS text FROM supplier_accounts LIMIT 10",
    );
    const shown = [...(await Promise.all(answers)), ...live.app.logLines.map(String), ...rows.map(({ text }) => text)];
    expect(rows).toHaveLength(1);
    expect(shown.join("\n")).toContain("duffel");
    expect(shown.filter((text) => text.includes(token) || text.includes(token.slice(0, -4)))).toEqual([]);
  });

  test("keeps a daily budget, and applies a raised one at once", async () => {
    const live = await start(kind);
    await change(live, { credential: token, budget: { callsPerDay: 1 } });
    expect(await supplyOf(live)).toMatchObject([{ source: "duffel", status: "ok" }]);
    await expectUsedUp(live);
    expect((await change(live, { budget: { callsPerDay: 2 } })).body.budget).toMatchObject({ callsPerDay: 2 });
    expect(await supplyOf(live)).toMatchObject([{ source: "duffel", status: "ok" }]);
    live.app.clock.advance(86_400_000);
    expect(await supplyOf(live)).toMatchObject([{ source: "duffel", status: "ok" }]);
  });
});

test("another account neither sees nor uses a credential", async () => {
  const live = await start();
  await change(live, { credential: token });
  const other = { app: live.app, key: (await makeOwner(live)).live };
  expect((await list(other)).get("duffel")).toMatchObject({ enabled: false, credentialHint: null, callsToday: 0 });
  expect(await supplyOf(other)).toMatchObject([{ source: "sandbox" }]);
  expect((await other.app.call("/v1/suppliers/duffel", { method: "DELETE", key: other.key })).status).toBe(200);
  expect((await list(live)).get("duffel")).toMatchObject({ enabled: true, credentialOwner: "account" });
});

test("saves nothing if the supplier refuses the credential or does not answer", async () => {
  const live = await start();
  live.duffel.double.misbehavior = { kind: "answer", answer: { status: 401, body: '{"errors":[{"code":"invalid"}]}' } };
  expect(await change(live, { credential: token })).toMatchObject({
    status: 422,
    body: { code: "SUPPLIER_CREDENTIAL_REFUSED", errors: [{ pointer: "/credential" }] },
  });
  live.duffel.double.misbehavior = { kind: "reset" };
  expect(await change(live, { credential: token })).toMatchObject({
    status: 503,
    body: { code: "SUPPLY_UNAVAILABLE" },
  });
  expect((await list(live)).get("duffel")).toMatchObject({ enabled: false, credentialHint: null });
  live.duffel.double.misbehavior = null;
  expect((await change(live, { credential: token })).status).toBe(200);
  live.duffel.double.misbehavior = { kind: "answer", answer: { status: 401, body: "{}" } };
  const checked = await live.app.call("/v1/suppliers/duffel/check", { method: "POST", key: live.key });
  expect(checked.status).toBe(422);
  expect((await list(live)).get("duffel")).toMatchObject({ enabled: true });
});

test("test keys take a test token only, and live keys a live one only", async () => {
  const live = await start();
  expect((await change(live, { credential: testToken })).body).toMatchObject({ code: "SUPPLIER_CREDENTIAL_REFUSED" });
  const ofTests = { app: live.app, key: live.app.key };
  expect((await change(ofTests, { credential: token })).body).toMatchObject({ code: "SUPPLIER_CREDENTIAL_REFUSED" });
  expect(live.duffel.double.requests).toEqual([]);
  expect((await change(ofTests, { credential: testToken })).status).toBe(200);
  expect([...(await list(ofTests)).keys()]).toEqual(["duffel"]);
  expect((await supplyOf(ofTests)).map(({ source }) => source)).toContain("duffel");
  expect(live.duffel.double.requests.every(({ headers }) => headers.authorization === `Bearer ${testToken}`)).toBe(
    true,
  );
});

test("uses the deployment's credential and limits; a test token only after the account enabled it", async () => {
  const live = await start("pglite", {
    secrets: { test: { duffel: testToken }, live: { duffel: token } },
    limits: { duffel: { callsPerDay: 1, spendPerMonthCents: null, callsPerBooking: null } },
  });
  const own = { app: live.app, key: await live.app.makeKey({ environment: "live" }) };
  expect(await supplyOf(own)).toMatchObject([{ source: "duffel", status: "ok" }]);
  await expectUsedUp(own);
  expect((await list(own)).get("duffel")).toMatchObject({ credentialOwner: "deployment", budget: { callsPerDay: 1 } });
  const ofTests = { app: live.app, key: live.app.key };
  expect((await supplyOf(ofTests)).map(({ source }) => source)).toEqual(["sandbox"]);
  await change(ofTests, { enabled: true });
  expect((await supplyOf(ofTests)).map(({ source }) => source)).toContain("duffel");
  await change(own, { enabled: false });
  expect(await supplyOf(own)).toMatchObject([{ source: "sandbox" }]);
});

test("records the last failure and the share of answers without data of the supplier", async () => {
  const live = await start();
  await change(live, { credential: token });
  await supplyOf(live);
  live.duffel.double.misbehavior = { kind: "answer", answer: { status: 500, body: "secret of the supplier" } };
  const { status } = await live.app.call("/v1/search", { key: live.key, body: liveSearch });
  expect(status).toBe(503);
  const supplier = (await list(live)).get("duffel");
  expect(supplier?.lastFailure).toContain("500");
  expect(supplier?.lastFailure).not.toContain("secret");
  expect(supplier?.lastFailureAt).not.toBeNull();
});

test.each([
  ["an unknown supplier", "nobody", { enabled: true }, 404],
  ["the sandbox", "sandbox", { enabled: false }, 404],
  ["an empty credential", "duffel", { credential: "" }, 400],
  ["a credential with a line break", "duffel", { credential: "duffel_live_a\nb" }, 400],
  ["a negative budget", "duffel", { budget: { callsPerDay: -1 } }, 400],
  ["a spend with three decimals", "duffel", { budget: { spendPerMonth: { amount: "1.234", currency: "USD" } } }, 400],
  ["a spend in euros", "duffel", { budget: { spendPerMonth: { amount: "1", currency: "EUR" } } }, 400],
  ["an unknown member", "duffel", { token }, 400],
])("rejects %s", async (_, name, body, status) => {
  const live = await start();
  expect((await change(live, body, name)).status).toBe(status);
});
