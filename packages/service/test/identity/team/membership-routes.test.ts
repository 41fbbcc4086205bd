import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../../tests/databases.ts";
import { startApp } from "../../access-app.ts";
import { Browser, makeUser, sessionIn, signInAs } from "../../browser-session.ts";
import { codeOf, inviteToOther, joinOther, listAccounts, signInTo } from "../memberships.ts";

const email = "bob@example.com";

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("a user of another account signs in to accept an invitation, and has a role in each account", async () => {
    const { app, database } = await startApp(kind);
    const bob = await makeUser({ app, database }, { role: "developer", email });
    const { token, accountId } = await inviteToOther({ app, database }, email, "billing");
    const body = { token };
    const link = await new Browser(app).call("/portal/session/link", { body });
    expect(link).toMatchObject({ status: 401, body: { code: "INVITATION_SIGN_IN_REQUIRED" } });
    expect(link.headers.getSetCookie()).toEqual([]);
    const browser = await signInAs({ app, database }, bob);
    const before = browser.cookies.get("wayfare_session") ?? "";
    expect(await browser.call("/portal/invitations/preview", { body })).toMatchObject({
      body: { account: { name: "Other" }, role: "billing" },
    });
    const joined = sessionIn(await browser.call("/portal/invitations/accept", { body }));
    expect(joined).toMatchObject({ user: { id: bob.id, email }, account: { id: accountId }, role: "billing" });
    expect(await codeOf(new Browser(app, before), "/portal/session")).toBe("SIGN_IN_REQUIRED");
    expect(await listAccounts(browser)).toMatchObject([
      { id: accountId, role: "billing", status: "active", current: true },
      { id: app.accountId, role: "developer", status: "active", current: false },
    ]);
    expect(await codeOf(browser, "/v1/applications", { body: { name: "Shop" } })).toBe("AUTH_SCOPE_MISSING");
    await browser.call("/portal/session/account", { body: { accountId: app.accountId } });
    expect(await codeOf(browser, "/v1/applications", { body: { name: "Shop" } })).toBe(201);
    expect(await codeOf(browser, "/portal/invitations/accept", { body })).toBe("NOT_FOUND");
  });

  test("rejects an invitation to another address, which stays open", async () => {
    const { app, database } = await startApp(kind);
    const { token } = await inviteToOther({ app, database }, "carol@example.com");
    const browser = await signInAs({ app, database }, await makeUser({ app, database }, { email }));
    for (const path of ["/portal/invitations/preview", "/portal/invitations/accept"]) {
      const answer = await browser.call(path, { body: { token } });
      expect(answer).toMatchObject({ status: 409, body: { code: "STATE_INVALID" } });
      expect(answer.text).not.toContain("carol");
    }
    expect(await codeOf(new Browser(app), "/portal/session/link", { body: { token } })).toBe(200);
  });

  test("a removed member keeps the other accounts and all credentials", async () => {
    const { app, database } = await startApp(kind);
    const owner = await signInAs({ app, database });
    const bob = await makeUser({ app, database }, { email });
    const { accountId } = await joinOther({ app, database }, bob, "developer");
    const inFirst = await signInAs({ app, database }, bob);
    const inOther = await signInTo({ app, database }, bob, accountId);
    const password = "correct horse battery staple";
    expect(await codeOf(inOther, "/portal/security/password", { method: "PUT", body: { password } })).toBe(204);
    expect(await codeOf(inFirst, "/portal/session")).toBe("SIGN_IN_REQUIRED");
    expect(await codeOf(owner, `/portal/team/${bob.id}`, { method: "DELETE" })).toBe(204);
    expect((await owner.call("/portal/team")).text).not.toContain(bob.id);
    expect(sessionIn(await inOther.call("/portal/session"))).toMatchObject({ role: "developer" });
    const again = await new Browser(app).call("/portal/session/password", { body: { email, password } });
    expect(again).toMatchObject({ status: 200, body: { account: { id: accountId } } });
    const switchBack = { body: { accountId: app.accountId } };
    expect(await codeOf(inOther, "/portal/session/account", switchBack)).toBe("NOT_FOUND");
  });

  test("a user leaves an account, and is removed with the last one", async () => {
    const { app, database } = await startApp(kind);
    const bob = await makeUser({ app, database }, { email });
    const { accountId } = await joinOther({ app, database }, bob, "viewer");
    const browser = await signInAs({ app, database }, bob);
    const leave = (id: string) => codeOf(browser, `/portal/accounts/${id}`, { method: "DELETE" });
    expect(await leave(app.accountId)).toBe("STATE_INVALID");
    const owner = await makeUser({ app, database });
    expect(await leave(app.accountId)).toBe(204);
    expect(sessionIn(await browser.call("/portal/session"))).toMatchObject({ account: { id: accountId } });
    expect(await leave(app.accountId)).toBe("NOT_FOUND");
    expect(await leave(accountId)).toBe(204);
    expect(browser.cookies.size).toBe(0);
    const audit = await (await signInAs({ app, database }, owner)).call("/v1/audit-events");
    expect(JSON.parse(audit.text).data).toContainEqual(
      expect.objectContaining({ type: "user.left", details: { email, role: "owner" } }),
    );
    const { token } = await inviteToOther({ app, database }, email);
    expect(await codeOf(new Browser(app), "/portal/session/link", { body: { token } })).toBe(200);
  });
});
