import { changePlan, lockBilling, runBillingCommand } from "@wayfare/billing";
import { type AuditEventType, auditEventTypes } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { makeCoupon } from "../../../billing/test/test-coupon.ts";
import { defaultBilling } from "../../src/billing/settings.ts";
import { bodyOf, makeOwner, plainKey, postKey, secretOf, shareApp } from "../access-app.ts";
import { readDocument } from "../documented.ts";
import { goodSearch, startMs } from "../running-app.ts";

/**
 * Actions that a key of the account can cause. Actions about users are tested in people-audit.test.ts, those of operators in
 * operator/accounts, operator/plans and sign-up, single sign-on, erasures and exports in their folders, and bookings in
 * bookings/erase-travelers.test.ts.
 */
const isByKey = (action: AuditEventType) =>
  !/^(user|invitation|booking|plan|sso)\.|^account\.(act|changed|close|created|eras|exported|invit|plan|resumed|suspended)/.test(
    action,
  );

interface Expected {
  subject: { type: string | undefined; id: string };
  requestId: string | null;
  details: object;
}

/** Expected actor of an action: the calling key, except for a few actions. */
function actorOf(action: AuditEventType, caller: { type: string; id: string; address: string }) {
  if (action === "key.leaked") return { type: "holder", id: null, address: "127.0.0.1" };
  const byOperator = action === "invoice.credited" || action === "invoice.voided";
  return byOperator ? { type: "operator", id: null, address: null } : caller;
}

/** Creates an open invoice with an upgrade. */
async function makeOpenInvoice(database: Database, accountId: string): Promise<string> {
  const owner = { accountId, environment: "test" } as const;
  const invoice = await database.transaction(async (tx) => {
    const held = await lockBilling({ tx, nowMs: startMs }, owner, defaultBilling);
    return changePlan(held, { plan: "scale", trial: false, previewed: null });
  });
  return invoice?.id ?? "none";
}

describe.each(testDatabaseKinds)("on %s", (kind) => {
  const shared = shareApp(kind);

  /** Creates an account, with functions that call the API with its keys. */
  async function start() {
    const { app, database } = shared();
    const owner = await makeOwner({ app, database });
    const call = (path: string, method = "GET", body?: object) =>
      app.call(path, { key: owner.test, method, ...(body ? { body } : {}) });
    const listEvents = async (query = "", key = owner.test) =>
      bodyOf("AuditPage", await app.call(`/v1/audit-events?limit=200${query}`, { key })).data;
    const self = async (key: string) => bodyOf("Key", await app.call("/v1/keys/self", { key })).id;
    return { app, database, owner, call, listEvents, self };
  }
  type Started = Awaited<ReturnType<typeof start>>;

  /** Causes every action once. Returns the expected events. */
  async function causeAll({ owner, app, call, database }: Started) {
    const expected = new Map<AuditEventType, Expected>();
    const secrets = [owner.test];
    const cause = async (
      action: AuditEventType,
      sent: ReturnType<typeof call>,
      details: object,
      subjectId?: string,
    ) => {
      const { status, headers, text } = await sent;
      expect(status, text).toBeLessThan(300);
      const { id, secret } = bodyOf("NewKey", { text });
      if (secret !== undefined) secrets.push(secret);
      const subject = { type: action.split(".")[0], id: subjectId ?? id };
      expected.set(action, { subject, requestId: headers.get("request-id"), details });
      return id;
    };
    const [first, second] = [{ name: "Shop" }, { name: "New" }];
    const shop = await cause("application.created", call("/v1/applications", "POST", first), first);
    await cause("application.changed", call(`/v1/applications/${shop}`, "PATCH", second), second);
    const lists = { before: [], after: ["127.0.0.1/32"] };
    await cause("account.allowlist_changed", call("/v1/account", "PATCH", { ipAllowlist: ["127.0.0.1"] }), lists);
    const id = await cause("key.created", call("/v1/keys", "POST", plainKey), { ...plainKey, ipAllowlist: [] });
    await cause("key.changed", call(`/v1/keys/${id}`, "PATCH", second), second);
    const successor = await cause("key.rolled", call(`/v1/keys/${id}/roll`, "POST"), {}, id);
    await cause("key.revoked", call(`/v1/keys/${id}/revoke`, "POST"), second);
    const leaked = await postKey(app, {}, owner.test);
    const report = app.call("/v1/keys/revoke-leaked", { key: null, body: { key: secretOf(leaked) } });
    await cause("key.leaked", report, { name: leaked.name }, leaked.id);
    await cause("application.deleted", call(`/v1/applications/${shop}`, "DELETE"), { ...second, revokedKeys: [] });
    const hookBody = { url: "https://example.com/webhooks", events: ["*"] };
    const hook = await cause("webhook.created", call("/v1/webhooks", "POST", hookBody), hookBody);
    const onHook = (action: string, body?: object) => call(`/v1/webhooks/${hook}${action}`, "POST", body);
    const described = { description: "New" };
    await cause("webhook.changed", call(`/v1/webhooks/${hook}`, "PATCH", described), described);
    await cause("webhook.challenged", onHook("/verify"), { url: hookBody.url });
    await cause("webhook.secret_rotated", onHook("/rotate"), {});
    await database.execute("UPDATE webhook_endpoints SET status = 'active' WHERE id = $1", [hook]);
    const tested = onHook("/test");
    await cause("webhook.tested", tested, {}, hook);
    const { deliveryId }: { deliveryId: string } = JSON.parse((await tested).text);
    await database.execute("UPDATE deliveries SET status = 'delivered', due_at = NULL WHERE id = $1", [deliveryId]);
    const retry = call(`/v1/deliveries/${deliveryId}/retry`, "POST");
    await cause("webhook.delivery_retried", retry, { deliveryId, before: "delivered" }, hook);
    const from = new Date(app.clock.nowMs()).toISOString();
    await cause("webhook.replayed", onHook("/replay", { from }), { from, matched: 4, matchedIsMinimum: false }, hook);
    await cause("webhook.deleted", call(`/v1/webhooks/${hook}`, "DELETE"), { url: hookBody.url });
    const watched = { search: goodSearch, condition: { minSeats: 2 } };
    const watch = await cause("watch.created", call("/v1/watches", "POST", watched), { condition: watched.condition });
    await cause("watch.changed", call(`/v1/watches/${watch}`, "PATCH", { paused: true }), { paused: true });
    await cause("watch.deleted", call(`/v1/watches/${watch}`, "DELETE"), {});
    const supplier = "duffel";
    const connected = call(`/v1/suppliers/${supplier}`, "PUT", { credential: "duffel_test_of_the_audit" });
    await cause("supplier.changed", connected, { enabled: true, credential: "…udit" }, supplier);
    const disconnected = call(`/v1/suppliers/${supplier}`, "DELETE");
    await cause("supplier.disconnected", disconnected, { credential: "…udit" }, supplier);
    const plan = call("/v1/billing/subscription/change", "POST", { plan: "pro" });
    const charged: { subscription: { id: string }; invoice: { id: string } } = JSON.parse((await plan).text);
    const [subscription, invoice] = [charged.subscription.id, charged.invoice.id];
    await cause("subscription.changed", plan, { from: "free", to: "pro", invoiceId: invoice }, subscription);
    const billing = (action: string) => call(`/v1/billing/${action}`, "POST", {});
    await cause("subscription.cancelled", billing("subscription/cancel"), { plan: "pro" });
    await cause("subscription.resumed", billing("subscription/resume"), { plan: "pro" });
    await cause("invoice.marked_paid", billing(`invoices/${invoice}/mark-paid`), {});
    for (const billed of [invoice, await makeOpenInvoice(database, owner.accountId)]) {
      const isPaid = billed === invoice;
      const given = { amount: "1.00", reason: "Test" };
      await runBillingCommand(
        { database, options: defaultBilling, nowMs: app.clock.nowMs() },
        isPaid ? { do: "credit_invoice", invoiceId: billed, ...given } : { do: "void_invoice", invoiceId: billed },
      );
      const subject = { type: "invoice", id: billed };
      expected.set(isPaid ? "invoice.credited" : "invoice.voided", {
        subject,
        requestId: null,
        details: isPaid ? given : {},
      });
    }
    const coupon = await makeCoupon(database, { environment: "test", code: "AUDITED" });
    const redeem = call("/v1/billing/coupons/redeem", "POST", { code: coupon.code });
    await cause("coupon.redeemed", redeem, { code: coupon.code }, coupon.id);
    const details = call("/v1/billing/details", "PUT", { name: "Example Travel Ltd", address: "", taxId: "" });
    await cause("account.billing_details_changed", details, {}, owner.accountId);
    const advance = call("/v1/test/clock/advance", "POST", { seconds: 60 });
    await cause("account.test_clock_advanced", advance, { seconds: 60, offsetSeconds: 60 }, owner.accountId);
    const reset = call("/v1/test/clock/reset", "POST");
    await cause("account.test_clock_reset", reset, { offsetSeconds: 60 }, owner.accountId);
    return { expected, successor, secrets: [...secrets, secretOf(leaked)] };
  }

  test("writes one event for each action with actor, subject, IP address and request id", async () => {
    const started = await start();
    const { app, database, owner, call, listEvents, self } = started;
    const { expected, successor, secrets } = await causeAll(started);
    expect([...expected.keys()].sort()).toEqual(auditEventTypes.filter(isByKey).sort());
    const answer = await call("/v1/audit-events?limit=200");
    const findMismatch = await readDocument(app);
    expect(findMismatch("/v1/audit-events", "get", answer)).toBeNull();
    const entries = await listEvents();
    const caller = { type: "key", id: await self(owner.test), address: "127.0.0.1" };
    for (const [action, { subject, requestId, details }] of expected) {
      const found = entries.filter((each) => each.type === action && each.subject.id === subject.id);
      expect(found, action).toHaveLength(1);
      const actor = actorOf(action, caller);
      const environment = action === "account.allowlist_changed" ? null : "test";
      const createdAt = new Date(app.clock.nowMs()).toISOString();
      expect(found[0]).toMatchObject({ createdAt, environment, actor, subject, requestId, details });
      if (actor.type !== "operator") expect(requestId).toMatch(/^req_[0-9a-z]{26}$/);
    }
    expect(entries.find(({ type }) => type === "key.rolled")?.details).toMatchObject({ rolledTo: successor });
    const rows = await database.query<{ row: string }>("SELECT each::text AS row FROM audit_events AS each");
    const keys = await database.query<{ hash: Buffer }>("SELECT hash FROM api_keys");
    const text = rows.map(({ row }) => row).join("\n") + answer.text;
    for (const secret of secrets) expect(text).not.toContain(secret.slice(secret.lastIndexOf("_") + 1, -6));
    for (const { hash } of keys) expect(text).not.toContain(hash.toString("hex"));
  });

  test("filters events by type and subject, and paginates them", async () => {
    const { app, owner, listEvents } = await start();
    const [one, two] = [await postKey(app, {}, owner.test), await postKey(app, {}, owner.test)];
    await app.call(`/v1/keys/${one.id}/revoke`, { key: owner.test, method: "POST" });
    const seen = async (query: string) =>
      (await listEvents(query)).map(({ type, subject }) => `${type} ${subject.id}`).sort();
    expect(await seen("&type=key.created")).toEqual([`key.created ${one.id}`, `key.created ${two.id}`].sort());
    expect(await seen(`&subjectId=${one.id}`)).toEqual([`key.created ${one.id}`, `key.revoked ${one.id}`]);
    expect(await seen(`&subjectId=${two.id}&type=key.revoked`)).toEqual([]);
    const get = (query: string) => app.call(`/v1/audit-events?${query}`, { key: owner.test });
    const { nextCursor } = bodyOf("AuditPage", await get("limit=1&type=key.created"));
    expect(await get(`limit=1&type=key.created&cursor=${nextCursor}`)).toMatchObject({ status: 200 });
    const other = await get(`limit=1&type=key.revoked&cursor=${nextCursor}`);
    expect(other).toMatchObject({ status: 400, body: { code: "CURSOR_INVALID" } });
    for (const query of ["type=key.stolen", "subjectId=%00", "actor=x"]) {
      expect(await get(query), query).toMatchObject({ status: 400, body: { code: "REQUEST_INVALID" } });
    }
  });

  test("lists events of the partition and of the account, and none of other accounts", async () => {
    const { app, database, owner, listEvents } = await start();
    const otherAccount = await makeOwner({ app, database });
    await postKey(app, {}, owner.test);
    await postKey(app, { environment: "live" }, owner.live);
    await app.call("/v1/account", { key: owner.service, method: "PATCH", body: { ipAllowlist: ["127.0.0.0/8"] } });
    const seen = async (key: string) =>
      (await listEvents("", key)).map(({ environment, type }) => `${environment} ${type}`).sort();
    const ofAccount = "null account.allowlist_changed";
    expect(await seen(owner.test)).toEqual([ofAccount, "test key.created"]);
    expect(await seen(owner.live)).toEqual(["live key.created", ofAccount]);
    expect(await seen(owner.service)).toEqual(await seen(owner.live));
    expect(await seen(otherAccount.test)).toEqual([]);
    const reader = await app.makeKey({ accountId: owner.accountId, scopes: ["usage.read", "billing.write"] });
    expect(await app.call("/v1/audit-events", { key: reader })).toMatchObject({ status: 403 });
  });

  test("writes no event for rejected, rolled back, replayed and empty changes", async () => {
    const { app, database, owner, call, listEvents } = await start();
    const [active, { id }] = [await postKey(app, {}, owner.test), await postKey(app, {}, owner.test)];
    await call(`/v1/keys/${id}/revoke`, "POST");
    const headers = { "idempotency-key": "order-1" };
    const create = () => app.call("/v1/applications", { key: owner.test, body: { name: "Shop" }, headers });
    const shop = bodyOf("Application", await create());
    const before = await listEvents();
    expect((await create()).headers.get("idempotent-replayed")).toBe("true");
    expect((await call(`/v1/keys/${id}/revoke`, "POST")).status).toBe(200);
    expect((await call(`/v1/keys/${id}/roll`, "POST")).status).toBe(409);
    expect((await call(`/v1/keys/${id}`, "PATCH", { name: "New" })).status).toBe(409);
    expect((await call("/v1/account", "PATCH", { ipAllowlist: ["203.0.113.0/24"] })).status).toBe(409);
    for (const path of ["/v1/account", `/v1/keys/${active.id}`, `/v1/applications/${shop.id}`]) {
      expect((await call(path, "PATCH", {})).status, path).toBe(200);
    }
    expect((await call("/v1/keys", "POST", { ...plainKey, applicationId: `app_${"0".repeat(26)}` })).status).toBe(400);
    await database.script(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RAISE EXCEPTION 'refused'; END$$;
      CREATE CONSTRAINT TRIGGER refused AFTER UPDATE ON applications DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION refuse()`);
    expect((await call(`/v1/applications/${shop.id}`, "DELETE")).status).toBe(500);
    await database.script("DROP TRIGGER refused ON applications; DROP FUNCTION refuse()");
    expect(await listEvents()).toEqual(before);
    expect((await call(`/v1/applications/${shop.id}`)).status).toBe(200);
  });

  test("rolls back the change if the audit event cannot be written", async () => {
    const { app, database, owner, call } = await start();
    const { id } = await postKey(app, {}, owner.test);
    await database.execute("ALTER TABLE audit_events RENAME TO audit_events_away");
    expect((await call(`/v1/keys/${id}/revoke`, "POST")).status).toBe(500);
    expect((await call("/v1/keys", "POST", { ...plainKey, name: "Unseen" })).status).toBe(500);
    await database.execute("ALTER TABLE audit_events_away RENAME TO audit_events");
    expect(bodyOf("Key", await call(`/v1/keys/${id}`))).toMatchObject({ status: "active" });
    expect(await database.query("SELECT id FROM api_keys WHERE name = 'Unseen'")).toEqual([]);
  });
});
