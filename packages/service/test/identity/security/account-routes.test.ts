import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../../tests/databases.ts";
import { startApp } from "../../access-app.ts";
import { Browser, makeUser, sessionIn, signInAs } from "../../browser-session.ts";
import { codeOf, joinOther, listAccounts, signInTo } from "../memberships.ts";

const minuteMs = 60_000;
const dayMs = 86_400_000;

describe.each(testDatabaseKinds)("on %s", (kind) => {
  async function start() {
    const { app, database } = await startApp(kind);
    const bob = await makeUser({ app, database }, { role: "developer", email: "bob@example.com" });
    const other = await joinOther({ app, database }, bob, "owner");
    const browser = await signInAs({ app, database }, bob);
    const open = (accountId: string) => codeOf(browser, "/portal/session/account", { body: { accountId } });
    const suspend = (accountId: string) =>
      database.execute("UPDATE accounts SET suspended_at = now(), suspension_reason = 'Fraud' WHERE id = $1", [
        accountId,
      ]);
    return { app, database, bob, other, browser, open, suspend };
  }

  test("switching replaces the session and keeps its age and its step-up", async () => {
    const { app, other, browser, open } = await start();
    app.clock.advance(9 * minuteMs);
    const first = browser.cookies.get("wayfare_session") ?? "";
    expect(await open(other.accountId)).toBe(200);
    expect(await codeOf(new Browser(app, first), "/portal/session")).toBe("SIGN_IN_REQUIRED");
    const email = { body: { email: "c@example.com", role: "viewer" } };
    expect(await codeOf(browser, "/portal/invitations", email)).toBe(201);
    app.clock.advance(minuteMs);
    expect(await codeOf(browser, "/portal/invitations", email)).toBe("STEP_UP_REQUIRED");
    expect(await open(app.accountId)).toBe(200);
    expect(sessionIn(await browser.call("/portal/session"))).toMatchObject({
      role: "developer",
      otherAccounts: true,
      stepUpExpiresAt: null,
    });
    for (let day = 0; day < 5; day++) {
      app.clock.advance(6 * dayMs - 3 * minuteMs);
      expect(await open(day % 2 === 0 ? other.accountId : app.accountId)).toBe(200);
    }
    app.clock.advance(10 * minuteMs);
    expect(await open(app.accountId)).toBe("SIGN_IN_REQUIRED");
  });

  test("of two concurrent switches of one session, one succeeds", async () => {
    const { app, other, browser } = await start();
    const token = browser.cookies.get("wayfare_session") ?? "";
    const body = { accountId: other.accountId };
    const tries = await Promise.all(
      Array.from({ length: 5 }, () => codeOf(new Browser(app, token), "/portal/session/account", { body })),
    );
    expect(tries.map(String).toSorted()).toEqual(["200", ...Array<string>(4).fill("SIGN_IN_REQUIRED")]);
  });

  test("rejects requests of a page that shows another account than the session has", async () => {
    const { app, other, browser, open } = await start();
    await open(other.accountId);
    const stale = { headers: { "wayfare-account": app.accountId } };
    const answer = await browser.call("/v1/applications", { body: { name: "Shop" }, ...stale });
    expect(answer).toMatchObject({ status: 409, body: { code: "SESSION_ACCOUNT_CHANGED" } });
    const shown = { headers: { "wayfare-account": other.accountId } };
    expect(await browser.call("/v1/applications", { body: { name: "Shop" }, ...shown })).toMatchObject({ status: 201 });
  });

  test("rejects accounts of which the user is not a member, and suspended ones", async () => {
    const { other, browser, open, suspend } = await start();
    expect(await open("acct_00000000000000000000000000")).toBe("NOT_FOUND");
    await suspend(other.accountId);
    expect(await open(other.accountId)).toBe("ACCOUNT_SUSPENDED");
    expect(await codeOf(browser, "/portal/session")).toBe(200);
  });

  test("in a suspended account, a user can only open another account or sign out, and signs in to an open one", async () => {
    const { app, database, bob, other, browser, open, suspend } = await start();
    await open(other.accountId);
    const password = "correct horse battery staple";
    expect(await codeOf(browser, "/portal/security/password", { method: "PUT", body: { password } })).toBe(204);
    await suspend(other.accountId);
    for (const path of ["/portal/session", "/portal/team", "/v1/keys"]) {
      expect(await codeOf(browser, path), path).toBe("ACCOUNT_SUSPENDED");
    }
    expect(await listAccounts(browser)).toMatchObject([{ status: "suspended", current: true }, { status: "active" }]);
    const leaving = await signInTo({ app, database }, bob, other.accountId);
    expect(await codeOf(leaving, "/portal/session", { method: "DELETE" })).toBe(204);
    expect(await open(app.accountId)).toBe(200);
    await database.execute("UPDATE users SET last_account_id = $2 WHERE id = $1", [bob.id, other.accountId]);
    const body = { email: "bob@example.com", password };
    const signedIn = sessionIn(await new Browser(app).call("/portal/session/password", { body }));
    expect(signedIn).toMatchObject({ account: { id: app.accountId } });
  });
});
