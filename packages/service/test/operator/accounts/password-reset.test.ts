import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../../tests/databases.ts";
import { createAccount } from "../../../src/tenancy/account-store.ts";
import { operatorOf, startApp } from "../../access-app.ts";
import { Browser, makeUser, signInAs } from "../../browser-session.ts";
import { codeOf } from "../../identity/memberships.ts";
import { tokenIn } from "../../sign-up/sign-up-app.ts";

const path = "/v1/operator/password-resets";
const email = "grace@example.com";
const password = "seven quiet lanterns drift";

async function addCustomer(started: Awaited<ReturnType<typeof startApp>>) {
  const { app, database } = started;
  const accountId = await createAccount(database, "Example Travel", app.clock.nowMs());
  const user = await makeUser({ app, database }, { accountId, email });
  const key = await app.makeKey({ environment: "service", scopes: ["accounts.write"] });
  const reset = (of: string) => app.call(path, { key, body: { email: of } });
  return { accountId, user, key, reset };
}

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("without mail, the operator gets a link that sets the password once and ends the sessions", async () => {
    const started = await startApp(kind);
    const { app, database } = started;
    const { accountId, user, reset } = await addCustomer(started);
    const browser = await signInAs({ app, database }, user);
    const made = await reset("Grace@example.com");
    expect(made).toMatchObject({ status: 201, body: { email, mailed: false } });
    const token = tokenIn({ text: made.text });
    const complete = () => codeOf(new Browser(app), "/portal/password-reset/complete", { body: { token, password } });
    expect([await complete(), await complete()].map(String)).toEqual(["204", "NOT_FOUND"]);
    expect(await codeOf(browser, "/portal/session")).toBe("SIGN_IN_REQUIRED");
    expect(await codeOf(new Browser(app), "/portal/session/password", { body: { email, password } })).toBe(200);
    const audited = await database.query(
      "SELECT account_id, actor_kind, details FROM audit_events WHERE action = 'user.password_reset_created' ORDER BY actor_kind",
    );
    expect(audited).toEqual([
      { account_id: app.accountId, actor_kind: "key", details: {} },
      { account_id: accountId, actor_kind: "operator", details: {} },
    ]);
    expect(await reset("nobody@example.com")).toMatchObject({ status: 404 });
  });

  test("only the command line resets members of the operators' account", async () => {
    const started = await startApp(kind);
    const { app, database } = started;
    const { reset } = await addCustomer(started);
    await makeUser({ app, database }, { email: "ada@example.com" });
    expect(await reset("ada@example.com")).toMatchObject({ status: 409, body: { code: "STATE_INVALID" } });
    const run = operatorOf(database, app.clock).runAccountCommand;
    expect(await run({ do: "reset_password", email: "ada@example.com" })).toMatchObject({
      url: expect.stringContaining("/reset-password#"),
    });
  });
});
