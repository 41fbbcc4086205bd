import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../../tests/databases.ts";
import { markOperator } from "../../../src/identity/users/store.ts";
import { operatorOf, startApp } from "../../access-app.ts";
import { Browser, makeUser, sessionIn, signInAs } from "../../browser-session.ts";
import { codeOf, inviteToOther, joinOther, listAccounts, signInTo } from "../memberships.ts";

const email = "bob@example.com";

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("two invitations of a new address that are accepted concurrently create one user", async () => {
    const { app, database } = await startApp(kind);
    const invited = await Promise.all(
      ["First", "Second"].map((name) => inviteToOther({ app, database }, email, "viewer", name)),
    );
    const tries = await Promise.all(
      invited.map(({ token }) => codeOf(new Browser(app), "/portal/session/link", { body: { token } })),
    );
    expect(tries.map(String).toSorted()).toEqual(["200", "INVITATION_SIGN_IN_REQUIRED"]);
    const waiting = invited[tries.indexOf("INVITATION_SIGN_IN_REQUIRED")];
    const [row] = await database.query<{ id: string; account_id: string }>(
      "SELECT id, account_id FROM users WHERE email = $1",
      [email],
    );
    const browser = await signInTo({ app, database }, { id: row?.id ?? "" }, row?.account_id ?? "");
    expect(await codeOf(browser, "/portal/invitations/accept", { body: { token: waiting?.token } })).toBe(200);
    expect(await listAccounts(browser)).toHaveLength(2);
  });

  test("concurrent uses of an invitation by one user add one membership", async () => {
    const { app, database } = await startApp(kind);
    const bob = await makeUser({ app, database }, { email });
    const { token, accountId } = await inviteToOther({ app, database }, email);
    const browsers = await Promise.all(Array.from({ length: 6 }, () => signInAs({ app, database }, bob)));
    const tries = await Promise.all(
      browsers.map((each) => codeOf(each, "/portal/invitations/accept", { body: { token } })),
    );
    expect(tries.map(String).toSorted()).toEqual(["200", ...Array<string>(5).fill("NOT_FOUND")]);
    expect(await database.query("SELECT role FROM members WHERE account_id = $1", [accountId])).toHaveLength(2);
  });

  test("a switch and a removal that run concurrently leave no session in the account", async () => {
    const { app, database } = await startApp(kind);
    for (let round = 0; round < 8; round++) {
      const bob = await makeUser({ app, database }, { role: "viewer" });
      const other = await joinOther({ app, database }, bob, "developer");
      const owner = await signInTo({ app, database }, other.owner, other.accountId);
      const browser = await signInAs({ app, database }, bob);
      const [switched, removed] = await Promise.all([
        codeOf(browser, "/portal/session/account", { body: { accountId: other.accountId } }),
        codeOf(owner, `/portal/team/${bob.id}`, { method: "DELETE" }),
      ]);
      expect(removed).toBe(204);
      expect([200, "NOT_FOUND"]).toContain(switched);
      const left = await database.query("SELECT id FROM sessions WHERE user_id = $1 AND account_id = $2", [
        bob.id,
        other.accountId,
      ]);
      expect(left).toEqual([]);
      expect(await codeOf(browser, "/portal/session")).toBe(switched === 200 ? "SIGN_IN_REQUIRED" : 200);
    }
  });

  test("a user who joins while the only membership ends is either removed or a member of the new account", async () => {
    const { app, database } = await startApp(kind);
    const owner = await signInAs({ app, database });
    for (let round = 0; round < 8; round++) {
      const address = `bob${round}@example.com`;
      const bob = await makeUser({ app, database }, { role: "viewer", email: address });
      const { token, accountId } = await inviteToOther({ app, database }, address);
      const browser = await signInAs({ app, database }, bob);
      const [joined, removed] = await Promise.all([
        codeOf(browser, "/portal/invitations/accept", { body: { token } }),
        codeOf(owner, `/portal/team/${bob.id}`, { method: "DELETE" }),
      ]);
      expect(removed).toBe(204);
      const [user] = await database.query<{ removed_at: Date | null; account_id: string }>(
        "SELECT removed_at, account_id FROM users WHERE id = $1",
        [bob.id],
      );
      if (joined === 200) expect(user).toEqual({ removed_at: null, account_id: accountId });
      else expect(user?.removed_at).not.toBeNull();
    }
  });

  test("operators are members of customers' accounts, in which they have no access to other accounts", async () => {
    const { app, database } = await startApp(kind);
    const ada = await makeUser({ app, database }, { email: "ada@example.com" });
    await markOperator(database, { accountId: app.accountId, userId: ada.id }, app.clock.nowMs());
    const { accountId } = await joinOther({ app, database }, ada, "owner");
    const browser = await signInAs({ app, database }, ada);
    expect(await codeOf(browser, "/v1/operator/accounts")).toBe(200);
    await browser.call("/portal/session/account", { body: { accountId } });
    expect(sessionIn(await browser.call("/portal/session"))).toMatchObject({ role: "owner", operator: false });
    expect(await codeOf(browser, "/v1/operator/accounts")).toBe("AUTH_SCOPE_MISSING");
    expect(await codeOf(browser, "/portal/acting", { body: { accountId } })).toBe("ROLE_MISSING");
    await browser.call("/portal/session/account", { body: { accountId: app.accountId } });
    await browser.call("/portal/acting", { body: { accountId } });
    for (const path of ["/portal/accounts", "/portal/session/account"]) {
      const body = path.endsWith("s") ? {} : { body: { accountId } };
      expect(await codeOf(browser, path, body)).toBe("ACTING_RESTRICTED");
    }
  });

  test("a customer's user who joins the operators' account can become an operator, also after leaving the customer", async () => {
    const { app, database } = await startApp(kind);
    const customer = await inviteToOther({ app, database }, "nobody@example.com");
    const bob = await makeUser({ app, database }, { accountId: customer.accountId, email });
    const operator = operatorOf(database, app.clock);
    const add = () => operator.runAccountCommand({ do: "add_operator", email });
    await expect(add()).rejects.toMatchObject({ code: "STATE_INVALID" });
    await database.execute(
      "INSERT INTO memberships (account_id, user_id, role, created_at) VALUES ($1, $2, 'developer', now())",
      [app.accountId, bob.id],
    );
    expect(await add()).toMatchObject({ id: bob.id, accountId: app.accountId });
    const [atCustomer, atOperators] = [
      await signInTo({ app, database }, bob, customer.accountId),
      await signInTo({ app, database }, bob, app.accountId),
    ];
    expect(await codeOf(atCustomer, "/v1/operator/accounts")).toBe("AUTH_SCOPE_MISSING");
    expect(await codeOf(atOperators, "/v1/operator/accounts")).toBe(200);
    expect(await codeOf(atCustomer, `/portal/accounts/${customer.accountId}`, { method: "DELETE" })).toBe(204);
    expect(await codeOf(atOperators, "/v1/operator/accounts")).toBe(200);
    expect(sessionIn(await atCustomer.call("/portal/session"))).toMatchObject({ account: { id: app.accountId } });
  });

  test("the previous version finds the sessions of first memberships only", async () => {
    const { app, database } = await startApp(kind);
    const bob = await makeUser({ app, database }, { email });
    const { accountId } = await joinOther({ app, database }, bob);
    await signInAs({ app, database }, bob);
    await signInTo({ app, database }, bob, accountId);
    const found = await database.query<{ account_id: string }>(
      `SELECT session.account_id FROM sessions session
       JOIN users person ON person.id = session.user_id AND person.account_id = session.account_id AND person.removed_at IS NULL
       WHERE session.user_id = $1`,
      [bob.id],
    );
    expect(found).toEqual([{ account_id: app.accountId }]);
  });
});
