import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../../tests/databases.ts";
import { startOidcDouble } from "../../../../../tests/oidc-double.ts";
import { makeOwner } from "../../access-app.ts";
import { Browser, makeUser, sessionIn, signInAs } from "../../browser-session.ts";
import { codeOf } from "../memberships.ts";
import { connect, finish, listAudit, listRoles, signIn, startSsoApp } from "./connected-app.ts";

const ada = { sub: "u1", email: "ada@corp.example", email_verified: true };

describe.each(testDatabaseKinds)("on %s", (kind) => {
  async function open(changes: Record<string, unknown> = {}) {
    const oidc = await startOidcDouble();
    const parts = await startSsoApp(kind);
    const owner = await connect(parts, { issuer: oidc.issuer, changes });
    return { ...parts, oidc, owner };
  }

  test("signs in a member by a verified address, then by issuer and subject, and each callback once", async () => {
    const { app, database, oidc } = await open();
    const user = await makeUser({ app, database }, { role: "viewer", email: "ada@corp.example" });
    const first = await signIn(app, oidc, ada);
    expect(first.target).toBe("/sign-in?sso=done");
    const shown = { user: { id: user.id }, role: "viewer", singleSignOn: true, otherAccounts: false };
    expect(sessionIn(await first.browser.call("/portal/session"))).toMatchObject(shown);
    const later = await signIn(app, oidc, { sub: "u1" });
    expect(sessionIn(await later.browser.call("/portal/session"))).toMatchObject(shown);
    expect(await finish(later.browser, later.callback)).toBe("/sign-in?sso=expired");
    expect(await finish(new Browser(app), later.callback)).toBe("/sign-in?sso=expired");
    const [signedIn] = await listAudit(app, "user.signed_in");
    expect(signedIn).toMatchObject({ details: { method: "sso" }, subject: { id: user.id } });
  });

  test("a sign-in accepts an open invitation of an address in a forced domain", async () => {
    const { app, database, oidc, owner } = await open();
    expect((await signIn(app, oidc, { ...ada, sub: "u0", email: "owner@corp.example" })).target).toBe(
      "/sign-in?sso=done",
    );
    const forced = { method: "PATCH", body: { forced: true } };
    expect(await codeOf(owner, "/portal/sso/domains/corp.example", forced)).toBe(200);
    expect((await signIn(app, oidc, ada)).target).toBe("/sign-in?sso=not_a_member");
    const invited = await owner.call("/portal/invitations", { body: { email: ada.email, role: "billing" } });
    const token = String(invited.body.url).split("#").at(-1) ?? "";
    expect(await codeOf(new Browser(app), "/portal/session/link", { body: { token } })).toBe("SSO_REQUIRED");
    expect((await signIn(app, oidc, ada)).target).toBe("/sign-in?sso=done");
    expect(await listRoles(database, ada.email, app.accountId)).toEqual([{ role: "billing" }]);
    expect(await codeOf(new Browser(app), "/portal/session/link", { body: { token } })).toBe("NOT_FOUND");
  });

  test("gives the provider of one account no access to the other accounts of its users", async () => {
    const { app, database, oidc } = await open({ createsUsers: true, defaultRole: "viewer" });
    const victim = await makeOwner({ app, database });
    const user = await makeUser({ app, database }, { accountId: victim.accountId, email: "ada@corp.example" });
    const foreign = await makeUser({ app, database }, { accountId: victim.accountId, email: "bob@other.example" });
    // The provider asserts an address of a domain that its account has not verified.
    const refused = await signIn(app, oidc, { sub: "u2", email: foreign.email ?? "", email_verified: true });
    expect(refused.target).toBe("/sign-in?sso=domain_foreign");
    // The address of a verified domain adds a membership in the account of the connection, and nothing else.
    const { browser } = await signIn(app, oidc, ada);
    const session = sessionIn(await browser.call("/portal/session"));
    expect(session).toMatchObject({ user: { id: user.id }, account: { id: app.accountId }, role: "viewer" });
    const calls = [
      ["/portal/session/account", { body: { accountId: victim.accountId } }],
      ["/portal/security/password", { method: "PUT", body: { password: "a new password 123" } }],
      ["/portal/security/passkeys/options", { method: "POST", body: {} }],
      ["/portal/security/totp", { method: "POST", body: {} }],
      ["/portal/profile", { method: "PUT", body: { name: "Mallory", email: "m@corp.example" } }],
      ["/portal/accounts", {}],
      [`/portal/accounts/${victim.accountId}`, { method: "DELETE" }],
      ["/portal/invitations/accept", { body: { token: "t" } }],
    ] as const;
    for (const [path, options] of calls)
      expect(await codeOf(browser, path, options), path).toBe("SSO_SESSION_RESTRICTED");
    expect(await listRoles(database, "ada@corp.example", victim.accountId)).toEqual([{ role: "owner" }]);
    const password = await signInAs({ app, database }, user);
    expect(await codeOf(password, "/portal/session")).toBe(200);
  });
});
