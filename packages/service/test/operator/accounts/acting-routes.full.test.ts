import type { AuditEvent } from "@wayfare/contract";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../../tests/databases.ts";
import { deleteOldActingSessions } from "../../../src/identity/sessions/acting-store.ts";
import { markOperator } from "../../../src/identity/users/store.ts";
import { makeOwner, startApp } from "../../access-app.ts";
import { type Browser, makeUser, sessionIn, signInAs } from "../../browser-session.ts";

const hourMs = 3_600_000;

describe.each(testDatabaseKinds)("on %s", (kind) => {
  async function start() {
    const { app, database } = await startApp(kind);
    const customer = await makeOwner({ app, database });
    const operator = await makeUser({ app, database }, { role: "developer", email: "ada@example.com" });
    await markOperator(database, { accountId: operator.accountId, userId: operator.id }, app.clock.nowMs());
    const browser = await signInAs({ app, database }, operator);
    const act = (changes: boolean) =>
      browser.call("/portal/acting", { body: { accountId: customer.accountId, changes } });
    return { app, database, customer, operator, browser, act };
  }

  const codeOf = async (browser: Browser, path: string, options: { method?: string; body?: object } = {}) => {
    const { status, body } = await browser.call(path, options);
    return body.code ?? status;
  };

  test("an operator reads data of the customer as a viewer and changes nothing", async () => {
    const { app, customer, browser, act, operator } = await start();
    expect(await act(false)).toMatchObject({ status: 204 });
    const session = sessionIn(await browser.call("/portal/session"));
    expect(session).toMatchObject({
      user: { id: operator.id },
      account: { id: customer.accountId, name: "Other" },
      role: "viewer",
      operator: false,
      acting: { changes: false, expiresAt: new Date(app.clock.nowMs() + hourMs).toISOString() },
    });
    expect(await browser.call("/v1/account")).toMatchObject({ body: { id: customer.accountId } });
    for (const path of ["/v1/keys", "/v1/usage/current", "/v1/billing/invoices", "/portal/overview"]) {
      expect(await codeOf(browser, path), path).toBe(200);
    }
    // Personal data and the accounts of the deployment are not readable.
    for (const path of ["/v1/bookings", "/v1/events", "/v1/operator/accounts"]) {
      expect(await codeOf(browser, path), path).toBe("AUTH_SCOPE_MISSING");
    }
    expect(await codeOf(browser, "/v1/search", { body: {} })).toBe("ACTING_RESTRICTED");
    expect(await codeOf(browser, "/v1/account", { method: "PATCH", body: {} })).toBe("ACTING_RESTRICTED");
  });

  test("the sign-in settings of users cannot be read or changed, also with changes allowed", async () => {
    const { browser, act } = await start();
    await act(true);
    const refused = [
      ["GET", "/portal/sessions"],
      ["GET", "/portal/security/passkeys"],
      ["GET", "/portal/team"],
      ["PUT", "/portal/security/password"],
      ["POST", "/portal/step-up"],
      ["POST", "/portal/invitations"],
      ["POST", "/portal/acting"],
    ] as const;
    for (const [method, path] of refused) {
      const body = method === "GET" ? {} : { body: {} };
      expect(await codeOf(browser, path, { method, ...body }), path).toBe("ACTING_RESTRICTED");
    }
  });

  test("with changes allowed, each change is in the audit logs of both accounts", async () => {
    const { app, customer, browser, act, operator } = await start();
    await act(true);
    app.clock.advance(1);
    const made = await browser.call("/v1/applications", { body: { name: "Shop" } });
    expect(made).toMatchObject({ status: 201 });
    app.clock.advance(1);
    expect(await codeOf(browser, "/portal/acting", { method: "DELETE" })).toBe(204);
    const read = async (key: string): Promise<AuditEvent[]> =>
      JSON.parse((await app.call("/v1/audit-events", { key })).text).data;
    const ofCustomer = await read(customer.test);
    expect(ofCustomer.map(({ type }) => type)).toEqual([
      "account.acting_stopped",
      "application.created",
      "account.acting_started",
    ]);
    for (const { actor } of ofCustomer) expect(actor).toEqual({ type: "operator", id: operator.id, address: null });
    const ofOperators = await read(app.key);
    expect(ofOperators.filter(({ subject }) => subject.id === customer.accountId)).toMatchObject([
      { type: "account.acting_stopped" },
      { type: "account.acted_for", details: { operation: "POST /v1/applications" } },
      { type: "account.acting_started", details: { changes: true }, actor: { type: "user", address: "127.0.0.1" } },
    ]);
  });

  test("stopping returns to the operator's own account with a new session", async () => {
    const { app, browser, act } = await start();
    const before = browser.cookies.get("wayfare_session");
    await act(false);
    const acting = browser.cookies.get("wayfare_session");
    expect(await codeOf(browser, "/portal/acting", { method: "DELETE" })).toBe(204);
    const session = sessionIn(await browser.call("/portal/session"));
    expect(session).toMatchObject({ account: { id: app.accountId }, role: "developer", operator: true, acting: null });
    for (const token of [before, acting]) {
      browser.cookies.set("wayfare_session", token ?? "");
      expect(await codeOf(browser, "/portal/session")).toBe("SIGN_IN_REQUIRED");
    }
  });

  test("signing out ends the session", async () => {
    const { browser, act } = await start();
    await act(false);
    const acting = browser.cookies.get("wayfare_session") ?? "";
    expect(await codeOf(browser, "/portal/session", { method: "DELETE" })).toBe(204);
    browser.cookies.set("wayfare_session", acting);
    expect(await codeOf(browser, "/portal/session")).toBe("SIGN_IN_REQUIRED");
  });

  test("it ends after an hour, and at once for a user who is no longer an operator", async () => {
    const { app, database, browser, act, operator } = await start();
    await act(false);
    app.clock.advance(hourMs - 1);
    expect(await codeOf(browser, "/portal/session")).toBe(200);
    await database.execute("UPDATE users SET operator_since = NULL WHERE id = $1", [operator.id]);
    expect(await codeOf(browser, "/portal/session")).toBe("SIGN_IN_REQUIRED");
    await markOperator(database, { accountId: operator.accountId, userId: operator.id }, app.clock.nowMs());
    app.clock.advance(1);
    expect(await codeOf(browser, "/portal/session")).toBe("SIGN_IN_REQUIRED");
    expect(await deleteOldActingSessions(database, app.clock.nowMs(), 10)).toBe(1);
  });

  test("a suspended account can be viewed", async () => {
    const { database, customer, browser, act } = await start();
    await database.execute("UPDATE accounts SET suspended_at = now(), suspension_reason = 'Fraud' WHERE id = $1", [
      customer.accountId,
    ]);
    await act(false);
    expect(await codeOf(browser, "/v1/usage/current")).toBe(200);
  });

  test("only operators act, after a step-up, for existing accounts of customers", async () => {
    const { app, database, customer, browser } = await start();
    const body = { accountId: customer.accountId };
    const owner = await signInAs({ app, database });
    expect(await codeOf(owner, "/portal/acting", { body })).toBe("ROLE_MISSING");
    expect(await codeOf(browser, "/portal/acting", { body: { accountId: app.accountId } })).toBe("STATE_INVALID");
    const unknown = { accountId: "acct_00000000000000000000000000" };
    expect(await codeOf(browser, "/portal/acting", { body: unknown })).toBe("NOT_FOUND");
    expect(await codeOf(browser, "/portal/acting", { method: "DELETE" })).toBe("STATE_INVALID");
    app.clock.advance(11 * 60_000);
    expect(await codeOf(browser, "/portal/acting", { body })).toBe("STEP_UP_REQUIRED");
  });
});
