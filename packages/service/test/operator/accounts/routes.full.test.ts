import type { CustomerAccount, NewCustomerAccount } from "@wayfare/contract";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../../tests/databases.ts";
import { eventually } from "../../../../../tests/eventually.ts";
import { createAccount } from "../../../src/tenancy/account-store.ts";
import { bodyOf, startApp } from "../../access-app.ts";
import { Browser, makeUser, sessionIn, signInAs } from "../../browser-session.ts";
import type { RunningApp } from "../../running-app.ts";
import { startAppWebhooks } from "../../started-webhooks.ts";
import { makeActiveWebhook } from "../../webhook-receiver.ts";

const dayMs = 86_400_000;
const path = "/v1/operator/accounts";
const order = { name: "Example Travel", ownerEmail: "grace@example.com" };

describe.each(testDatabaseKinds)("on %s", (kind) => {
  async function start() {
    const { app, database } = await startApp(kind);
    const key = await app.makeKey({ environment: "service", scopes: ["accounts.write"] });
    const call = (target: string, body?: object, method?: string) =>
      app.call(path + target, { key, ...(body && { body }), ...(method && { method }) });
    const create = async (changes: object = {}): Promise<NewCustomerAccount> => {
      const { status, text } = await call("", { ...order, ...changes });
      expect(status, text).toBe(201);
      return JSON.parse(text);
    };
    const act = async (id: string, action: string, body: object = {}): Promise<CustomerAccount> => {
      // Audit events of one millisecond have no order.
      app.clock.advance(1);
      const { status, text } = await call(`/${id}/${action}`, body);
      expect(status, text).toBe(200);
      return JSON.parse(text);
    };
    return { app, database, key, call, create, act };
  }

  const statusOf = async (app: RunningApp, key: string) => {
    const { status, body } = await app.call("/v1/account", { key });
    return body.code ?? status;
  };

  const auditOf = async (app: RunningApp, key: string) =>
    bodyOf("AuditPage", await app.call("/v1/audit-events", { key })).data;

  const secretOf = ({ keys }: NewCustomerAccount, at = 0): string => keys?.[at]?.secret ?? "none";

  async function signUp(app: RunningApp, { invitation }: NewCustomerAccount): Promise<Browser> {
    const browser = new Browser(app);
    const token = new URL(invitation?.url ?? "").hash.slice(1);
    expect(await browser.call("/portal/session/link", { body: { token } })).toMatchObject({ status: 200 });
    return browser;
  }

  test("creates an account whose paid plan, live key and owner's link work at once", async () => {
    const { app, create } = await start();
    const account = await create({ plan: "pro", keys: ["test", "live"] });
    expect(account).toMatchObject({ status: "active", plan: "pro", currency: "USD", isOperator: false });
    expect(account.keys?.map(({ environment }) => environment)).toEqual(["test", "live"]);
    expect(await statusOf(app, secretOf(account, 0))).toBe(200);
    const live = secretOf(account, 1);
    const { body } = await app.call("/v1/billing/subscription", { key: live });
    expect(body).toMatchObject({ plan: "pro", status: "active" });
    const invoices: { data: object[] } = JSON.parse((await app.call("/v1/billing/invoices", { key: live })).text);
    expect(invoices.data).toMatchObject([{ status: "open", due: { amount: "49.00", currency: "USD" } }]);
    const browser = await signUp(app, account);
    const session = sessionIn(await browser.call("/portal/session"));
    expect(session).toMatchObject({ account: { id: account.id }, role: "owner", operator: false });
    expect(session.scopes).not.toContain("accounts.read");
  });

  test("an idempotent replay returns the account without the link and the keys", async () => {
    const { app, key } = await start();
    const post = (body: object = { ...order, keys: ["live"] }) =>
      app.call(path, { key, body, headers: { "idempotency-key": "customer-1" } });
    const made: NewCustomerAccount = JSON.parse((await post()).text);
    const replayed: NewCustomerAccount = JSON.parse((await post()).text);
    expect(secretOf(made)).toMatch(/^key_live_/);
    expect(replayed).toMatchObject({ id: made.id, secretOmitted: true });
    expect(replayed).not.toHaveProperty("keys");
    expect(replayed).not.toHaveProperty("invitation");
    expect(await post(order)).toMatchObject({ body: { code: "IDEMPOTENCY_KEY_REUSED" } });
  });

  test("invites a user of another account, who signs in to become the owner", async () => {
    const { app, database, call } = await start();
    const grace = await makeUser({ app, database }, { email: "grace@example.com" });
    const created: NewCustomerAccount = JSON.parse((await call("", order)).text);
    const token = new URL(created.invitation?.url ?? "").hash.slice(1);
    const browser = await signInAs({ app, database }, grace);
    expect(await browser.call("/portal/invitations/accept", { body: { token } })).toMatchObject({
      status: 200,
      body: { role: "owner", account: { id: created.id } },
    });
  });

  test("only service keys of the operators' account and operators can call the routes", async () => {
    const { app, database } = await start();
    const accountId = await createAccount(database, "Customer", app.clock.nowMs());
    const scopes = ["accounts.write"] as const;
    const application = await app.call("/v1/applications", { body: { name: "Shop" } });
    const applicationId = String(Reflect.get(application.body, "id"));
    const refused = [
      [await app.makeKey({ accountId, environment: "service", scopes: [...scopes] }), "AUTH_SCOPE_MISSING"],
      [await app.makeKey({ applicationId, environment: "service", scopes: [...scopes] }), "AUTH_SCOPE_MISSING"],
      [await app.makeKey({ environment: "live", scopes: [...scopes] }), "AUTH_ENVIRONMENT_MISMATCH"],
      [await app.makeKey({ environment: "service" }), "AUTH_SCOPE_MISSING"],
    ] as const;
    for (const [key, code] of refused) expect(await app.call(path, { key })).toMatchObject({ body: { code } });
    const owner = await makeUser({ app, database });
    const browser = await signInAs({ app, database }, owner);
    expect(await browser.call(path)).toMatchObject({ status: 403, body: { code: "AUTH_SCOPE_MISSING" } });
    await database.execute("UPDATE users SET operator_since = now() WHERE id = $1", [owner.id]);
    for (const environment of ["test", "live"]) {
      const headers = { "wayfare-environment": environment };
      expect(await browser.call(path, { headers })).toMatchObject({ status: 200 });
    }
    app.clock.advance(11 * 60_000);
    expect(await browser.call(path, { body: order })).toMatchObject({ body: { code: "STEP_UP_REQUIRED" } });
  });

  test("only service keys of the operators' account can be given the scopes of operators", async () => {
    const { app, database } = await start();
    const owner = await makeUser({ app, database });
    await database.execute("UPDATE users SET operator_since = now() WHERE id = $1", [owner.id]);
    const browser = await signInAs({ app, database }, owner);
    const post = (environment: string, partition: string) =>
      browser.call("/v1/keys", {
        body: { name: "Back office", environment, scopes: ["accounts.read"] },
        headers: { "wayfare-environment": partition },
      });
    expect(await post("service", "live")).toMatchObject({ status: 201 });
    for (const kindOfKey of ["test", "live"]) {
      const fault = { code: "REQUEST_INVALID", errors: [{ pointer: "/scopes" }] };
      expect(await post(kindOfKey, kindOfKey)).toMatchObject({ status: 400, body: fault });
    }
    const minted = await app.call("/v1/keys", { body: { name: "k", environment: "test", scopes: ["accounts.read"] } });
    expect(minted).toMatchObject({ status: 403, body: { code: "AUTH_SCOPE_MISSING" } });
  });

  test("a suspended account is refused with keys, sessions and at sign-in until it is resumed", async () => {
    const { app, create, act } = await start();
    const account = await create({ keys: ["test", "live"] });
    const browser = await signUp(app, account);
    const suspended = await act(account.id, "suspend", { reason: "Unpaid invoices" });
    expect(suspended).toMatchObject({ status: "suspended", suspensionReason: "Unpaid invoices" });
    for (const at of [0, 1]) expect(await statusOf(app, secretOf(account, at))).toBe("ACCOUNT_SUSPENDED");
    expect(await browser.call("/portal/session")).toMatchObject({ status: 403, body: { code: "ACCOUNT_SUSPENDED" } });
    const again = await act(account.id, "suspend", { reason: "Another" });
    expect(again).toMatchObject({ suspendedAt: suspended.suspendedAt, suspensionReason: "Unpaid invoices" });
    expect(await act(account.id, "resume")).toMatchObject({ status: "active", suspendedAt: null });
    for (const at of [0, 1]) expect(await statusOf(app, secretOf(account, at))).toBe(200);
    expect(await browser.call("/portal/session")).toMatchObject({ status: 200 });
  });

  test("an owner of a suspended account cannot sign in", async () => {
    const { app, create, act } = await start();
    const account = await create();
    await act(account.id, "suspend", { reason: "Fraud" });
    const token = new URL(account.invitation?.url ?? "").hash.slice(1);
    const signIn = () => new Browser(app).call("/portal/session/link", { body: { token } });
    expect(await signIn()).toMatchObject({ status: 403, body: { code: "ACCOUNT_SUSPENDED" } });
    await act(account.id, "resume");
    // The refused attempt has not used up the link.
    expect(await signIn()).toMatchObject({ status: 200 });
  });

  test("webhook deliveries of a suspended account wait and are sent after the resumption", async () => {
    const { app, database, create, act } = await start();
    const account = await create({ keys: ["test"] });
    const key = secretOf(account);
    const held = await makeActiveWebhook({ app, database }, { key });
    const other = await makeActiveWebhook({ app, database });
    const sendTo = async (id: string, sender: string) => {
      expect(await app.call(`/v1/webhooks/${id}/test`, { key: sender, method: "POST" })).toMatchObject({ status: 202 });
    };
    await sendTo(held.webhook.id, key);
    await act(account.id, "suspend", { reason: "Unpaid invoices" });
    await sendTo(other.webhook.id, app.key);
    await startAppWebhooks({ app, database });
    // One request to each receiver was the challenge.
    await eventually(async () => expect(other.receiver.challenges).toHaveLength(2));
    expect(held.receiver.challenges).toHaveLength(1);
    await act(account.id, "resume");
    await eventually(async () => expect(held.receiver.challenges).toHaveLength(2));
  });

  test("a closing account works until its grace period ends and can be resumed before", async () => {
    const { app, create, act, call } = await start();
    const account = await create({ plan: "pro", keys: ["live"] });
    const key = secretOf(account);
    expect(await act(account.id, "close", { graceDays: 10 })).toMatchObject({
      status: "closing",
      closesAt: new Date(app.clock.nowMs() + 10 * dayMs).toISOString(),
    });
    expect(await statusOf(app, key)).toBe(200);
    const { body } = await app.call("/v1/billing/subscription", { key });
    expect(body).toMatchObject({ plan: "pro", pendingPlan: "free" });
    expect(await act(account.id, "resume")).toMatchObject({ status: "active", closesAt: null });
    await act(account.id, "close", { graceDays: 10 });
    app.clock.advance(10 * dayMs - 1);
    expect(await statusOf(app, key)).toBe(200);
    app.clock.advance(1);
    expect(await statusOf(app, key)).toBe("ACCOUNT_SUSPENDED");
    expect(await call(`/${account.id}`)).toMatchObject({ body: { status: "closed" } });
    for (const [action, given] of [
      ["resume", {}],
      ["suspend", { reason: "Late" }],
      ["close", {}],
    ] as const) {
      const answer = await call(`/${account.id}/${action}`, given);
      expect(answer, action).toMatchObject({ status: 409, body: { code: "STATE_INVALID" } });
    }
  });

  test("the account of the operators cannot be suspended or closed", async () => {
    const { app, call } = await start();
    for (const [action, given] of [
      ["suspend", { reason: "Mistake" }],
      ["close", { graceDays: 0 }],
    ] as const) {
      const answer = await call(`/${app.accountId}/${action}`, given);
      expect(answer, action).toMatchObject({ status: 409, body: { code: "STATE_INVALID" } });
    }
    expect(await statusOf(app, app.key)).toBe(200);
  });

  test("sets the plan with the rules of a subscription change", async () => {
    const { app, create, act, call } = await start();
    const account = await create({ keys: ["live"] });
    const planOf = async () => (await app.call("/v1/usage/current", { key: secretOf(account) })).body;
    expect(await planOf()).toMatchObject({ plan: { name: "free" } });
    expect(await act(account.id, "plan", { plan: "pro" })).toMatchObject({ plan: "pro" });
    expect(await planOf()).toMatchObject({ plan: { name: "pro" } });
    expect(await call(`/${account.id}/plan`, { plan: "pro" })).toMatchObject({ body: { code: "STATE_INVALID" } });
    // A downgrade waits for the end of the period.
    expect(await act(account.id, "plan", { plan: "free" })).toMatchObject({ plan: "pro" });
    expect(await act(account.id, "plan", { plan: "pro" })).toMatchObject({ plan: "pro" });
    const { body } = await app.call("/v1/billing/subscription", { key: secretOf(account) });
    expect(body).toMatchObject({ plan: "pro", pendingPlan: null });
  });

  test("lists accounts with filters, newest first, in pages", async () => {
    const { app, create, act, call } = await start();
    const made: NewCustomerAccount[] = [];
    for (const [at, plan] of (["free", "pro", "free"] as const).entries()) {
      app.clock.advance(1);
      made.push(await create({ name: `Travel ${at}`, ownerEmail: `owner${at}@example.com`, plan }));
    }
    const [first, second, third] = made.map(({ id }) => id);
    await act(first ?? "", "suspend", { reason: "Unpaid invoices" });
    await act(second ?? "", "close");
    const list = async (query: string): Promise<{ data: CustomerAccount[]; nextCursor: string | null }> =>
      JSON.parse((await call(`?${query}`)).text);
    const idsOf = async (query: string) => (await list(query)).data.map(({ id }) => id);
    expect(await idsOf("")).toEqual([third, second, first, app.accountId]);
    expect(await idsOf("status=suspended")).toEqual([first]);
    expect(await idsOf("status=closing")).toEqual([second]);
    expect(await idsOf("status=active")).toEqual([third, app.accountId]);
    expect(await idsOf("search=TRAVEL%202")).toEqual([third]);
    expect(await idsOf("plan=pro")).toEqual([second]);
    const page = await list("limit=2");
    expect(await idsOf(`limit=2&cursor=${page.nextCursor}`)).toEqual([first, app.accountId]);
  });

  test("writes each change to the audit logs of both accounts", async () => {
    const { app, key, create, act, call } = await start();
    const account = await create({ keys: ["test"] });
    app.clock.advance(1);
    expect(await call(`/${account.id}`, { name: "Example Tours" }, "PATCH")).toMatchObject({ status: 200 });
    await act(account.id, "suspend", { reason: "Unpaid invoices" });
    await act(account.id, "resume");
    const self = await app.call("/v1/keys/self", { key });
    const actorId = String(Reflect.get(self.body, "id"));
    const changes = ["account.resumed", "account.suspended", "account.changed", "account.created"];
    const ofOperators = (await auditOf(app, app.key)).filter(({ subject }) => subject.id === account.id);
    expect(ofOperators.map(({ type }) => type)).toEqual(changes);
    expect(ofOperators[1]).toMatchObject({
      actor: { type: "key", id: actorId, address: "127.0.0.1" },
      details: { reason: "Unpaid invoices" },
    });
    const ofCustomer = await auditOf(app, secretOf(account));
    expect(ofCustomer.filter(({ subject }) => subject.type === "account").map(({ type }) => type)).toEqual(changes);
    for (const { actor, requestId } of ofCustomer) {
      expect(actor).toEqual({ type: "operator", id: actorId, address: null });
      expect(requestId).toBeNull();
    }
  });

  test("an unknown account is not found", async () => {
    const { call } = await start();
    const unknown = "/acct_00000000000000000000000000";
    const answers = [
      await call(unknown),
      await call(`${unknown}/suspend`, { reason: "Mistake" }),
      await call(`${unknown}/plan`, { plan: "pro" }),
      await call(`${unknown}/close`, {}),
    ];
    for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
  });
});
