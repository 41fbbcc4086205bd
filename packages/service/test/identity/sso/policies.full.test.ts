import { type AuditEvent, auditEventTypes } from "@wayfare/contract";
import { describe, expect, test } from "vitest";
import { startOidcDouble } from "../../../../../tests/oidc-double.ts";
import { hashPassword } from "../../../src/identity/credentials/passwords.ts";
import { updatePassword } from "../../../src/identity/users/credentials.ts";
import { createAccount } from "../../../src/tenancy/account-store.ts";
import { makeOwner, operatorOf } from "../../access-app.ts";
import { Browser, makeLink, makeUser, sessionIn, signInAs } from "../../browser-session.ts";
import { codeOf, inviteToOther, joinOther } from "../memberships.ts";
import { connect, listAudit, listRoles, save, signIn, startSsoApp } from "./connected-app.ts";

const password = "correct horse battery staple";
const ada = { sub: "u1", email: "ada@corp.example", email_verified: true };
const boss = { sub: "u0", email: "owner@corp.example", email_verified: true };

async function open(changes: Record<string, unknown> = {}) {
  const oidc = await startOidcDouble();
  const parts = await startSsoApp("pglite");
  const { app, database } = parts;
  const owner = await connect(parts, { issuer: oidc.issuer, changes });
  const makeAda = async (role: "developer" | "owner" = "developer") => {
    const user = await makeUser({ app, database }, { role, email: "ada@corp.example" });
    await updatePassword(database, user, await hashPassword(password));
    return user;
  };
  const byPassword = (browser = new Browser(app), email = "ada@corp.example") =>
    codeOf(browser, "/portal/session/password", { body: { email, password } });
  const force = (forced = true) =>
    codeOf(owner, "/portal/sso/domains/corp.example", { method: "PATCH", body: { forced } });
  return { ...parts, oidc, owner, makeAda, byPassword, force };
}

describe("a forced domain", () => {
  test("can be forced after an owner has signed in, ends other sessions, and refuses other methods", async () => {
    const { app, database, oidc, makeAda, byPassword, force } = await open();
    const user = await makeAda();
    const session = await signInAs({ app, database }, user);
    expect(await byPassword()).toBe(200);
    expect(await force()).toBe("STATE_INVALID");
    expect((await signIn(app, oidc, boss)).target).toBe("/sign-in?sso=done");
    expect(await force()).toBe(200);
    expect(await codeOf(session, "/portal/session")).toBe("SIGN_IN_REQUIRED");
    expect(await byPassword()).toBe("SSO_REQUIRED");
    const link = await makeLink({ app, database }, user.id);
    expect(await codeOf(new Browser(app), "/portal/session/link", { body: { token: link } })).toBe("SSO_REQUIRED");
    expect((await signIn(app, oidc, ada)).target).toBe("/sign-in?sso=done");
    expect(await force(false)).toBe(200);
    expect(await byPassword()).toBe(200);
  });

  test("does not apply to users of other domains, to other accounts, or to sign-in links of owners", async () => {
    const { app, database, oidc, makeAda, byPassword, force } = await open();
    const user = await makeAda("owner");
    const guest = await makeUser({ app, database }, { role: "viewer", email: "guest@else.example" });
    await updatePassword(database, guest, await hashPassword(password));
    await signIn(app, oidc, boss);
    expect(await force()).toBe(200);
    expect(await byPassword(new Browser(app), "guest@else.example")).toBe(200);
    expect(await byPassword()).toBe("SSO_REQUIRED");
    const link = await makeLink({ app, database }, user.id);
    expect(await codeOf(new Browser(app), "/portal/session/link", { body: { token: link } })).toBe(200);
    const other = await joinOther({ app, database }, user);
    const browser = new Browser(app);
    expect(await byPassword(browser)).toBe(200);
    expect(sessionIn(await browser.call("/portal/session"))).toMatchObject({ account: { id: other.accountId } });
    const back = { body: { accountId: app.accountId } };
    expect(await codeOf(browser, "/portal/session/account", back)).toBe("SSO_REQUIRED");
  });
});

test("passwords are off for every user of the account, and its invitations are accepted by single sign-on", async () => {
  const { app, database, oidc, owner, makeAda, byPassword } = await open();
  await makeAda();
  const off = { issuer: oidc.issuer, passwordsOff: true };
  await signIn(app, oidc, boss);
  await save(owner, off);
  expect(await byPassword()).toBe("SSO_REQUIRED");
  const email = "new@corp.example";
  const invited = await owner.call("/portal/invitations", { body: { email, role: "billing" } });
  const token = String(invited.body.url).split("#").at(-1) ?? "";
  expect(await codeOf(new Browser(app), "/portal/session/link", { body: { token } })).toBe("SSO_REQUIRED");
  expect((await signIn(app, oidc, { sub: "u5", email, email_verified: true })).target).toBe("/sign-in?sso=done");
  expect(await listRoles(database, email, app.accountId)).toEqual([{ role: "billing" }]);
  // Another account is not affected.
  const other = await inviteToOther({ app, database }, "eve@corp.example");
  expect(await codeOf(new Browser(app), "/portal/session/link", { body: { token: other.token } })).toBe(200);
});

test("the groups decide about the role at each sign-in, except for the last owner", async () => {
  const { app, database, oidc } = await open({
    groupsClaim: "groups",
    groupRoles: { admins: "owner", staff: "viewer" },
    createsUsers: true,
  });
  const roleAfter = async (groups: readonly string[]) => {
    const { target } = await signIn(app, oidc, { ...ada, groups });
    app.clock.advance(15_000);
    return [
      target.replace("/sign-in?sso=", ""),
      (await listRoles(database, "ada@corp.example", app.accountId))[0]?.role,
    ];
  };
  expect(await roleAfter(["other"])).toEqual(["no_group", undefined]);
  expect(await roleAfter(["staff", "other"])).toEqual(["done", "viewer"]);
  expect(await roleAfter(["staff", "admins"])).toEqual(["done", "owner"]);
  expect(await roleAfter(["staff"])).toEqual(["done", "viewer"]);
  expect(await roleAfter([])).toEqual(["no_group", "viewer"]);
  expect((await signIn(app, oidc, { ...boss, groups: ["staff"] })).target).toBe("/sign-in?sso=done");
  expect(await listRoles(database, "owner@corp.example", app.accountId)).toEqual([{ role: "owner" }]);
  const changes = await listAudit(app, "user.role_changed");
  expect(changes.map(({ details }) => details)).toEqual([
    { before: "owner", after: "viewer", method: "sso" },
    { before: "viewer", after: "owner", method: "sso" },
  ]);
});

test("a session ends after 24 hours, with its connection, and with the membership", async () => {
  const { app, oidc, owner, makeAda } = await open();
  const user = await makeAda();
  const { browser } = await signIn(app, oidc, ada);
  app.clock.advance(23 * 3_600_000);
  expect(await codeOf(browser, "/portal/session")).toBe(200);
  app.clock.advance(3_600_000);
  expect(await codeOf(browser, "/portal/session")).toBe("SIGN_IN_REQUIRED");
  app.clock.advance(-24 * 3_600_000);
  const second = await signIn(app, oidc, ada);
  expect(await codeOf(owner, `/portal/team/${user.id}`, { method: "DELETE" })).toBe(204);
  expect(await codeOf(second.browser, "/portal/session")).toBe("SIGN_IN_REQUIRED");
  expect((await signIn(app, oidc, ada)).target).toBe("/sign-in?sso=not_a_member");
  await makeAda();
  const third = await signIn(app, oidc, ada);
  expect(await codeOf(owner, "/portal/sso", { method: "DELETE" })).toBe(204);
  expect(await codeOf(third.browser, "/portal/session")).toBe("SIGN_IN_REQUIRED");
  expect(await codeOf(owner, "/portal/sso", { method: "DELETE" })).toBe("NOT_FOUND");
});

describe("a domain", () => {
  test("belongs to the account that proves it first", async () => {
    const parts = await open();
    const { app, database, zone, oidc } = parts;
    const accountId = await createAccount(database, "Mallory", app.clock.nowMs());
    const mallory = await signInAs({ app, database }, { accountId, email: "m@evil.example" });
    await save(mallory, { issuer: oidc.issuer });
    const added = await mallory.call("/portal/sso/domains", { body: { domain: "corp.example" } });
    const [{ record }] = JSON.parse(added.text).domains;
    const verify = () => codeOf(mallory, "/portal/sso/domains/corp.example/verify", { method: "POST" });
    expect(await verify()).toBe("STATE_INVALID");
    const forced = { method: "PATCH", body: { forced: true } };
    expect(await codeOf(mallory, "/portal/sso/domains/corp.example", forced)).toBe("STATE_INVALID");
    zone.set(record.name, [record.value]);
    expect(await verify()).toBe("CONFLICT");
    const operator = operatorOf(database, app.clock);
    const owned = { id: accountId, domain: "corp.example" };
    await expect(operator.runAccountCommand({ do: "verify_domain", ...owned })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    await operator.runAccountCommand({ do: "release_domain", ...owned, id: app.accountId });
    await operator.runAccountCommand({ do: "verify_domain", ...owned });
    expect(JSON.parse((await mallory.call("/portal/sso")).text).domains).toMatchObject([
      { domain: "corp.example", verifiedAt: expect.any(String) },
    ]);
    const unconnected = { id: (await makeOwner({ app, database })).accountId, domain: "new.example" };
    await expect(operator.runAccountCommand({ do: "verify_domain", ...unconnected })).rejects.toMatchObject({
      code: "STATE_INVALID",
    });
  });

  test("is added once, and removed", async () => {
    const { owner } = await open();
    const add = (domain: unknown) => codeOf(owner, "/portal/sso/domains", { body: { domain } });
    expect(await add("corp.example")).toBe(200);
    for (const domain of ["", "localhost", "UPPER.example", "a b.example", "x".repeat(300), 7, "-a.example"]) {
      expect(await add(domain), String(domain)).toBe("REQUEST_INVALID");
    }
    const path = "/portal/sso/domains/corp.example";
    expect(await codeOf(owner, path, { method: "DELETE" })).toBe(204);
    expect(await codeOf(owner, path, { method: "DELETE" })).toBe("NOT_FOUND");
    expect(await codeOf(owner, `${path}/verify`, { method: "POST" })).toBe("NOT_FOUND");
  });
});

test("a connection signs in to its own account only, also if two accounts have the same provider", async () => {
  const parts = await open({ createsUsers: true, defaultRole: "viewer" });
  const { app, database, oidc } = parts;
  const second = await makeOwner({ app, database });
  await connect(parts, { issuer: oidc.issuer, domain: "second.example", accountId: second.accountId });
  const first = await signIn(app, oidc, ada);
  expect(sessionIn(await first.browser.call("/portal/session"))).toMatchObject({ account: { id: app.accountId } });
  // The subject is known to the first account; the second one does not know it.
  const other = await signIn(app, oidc, ada, { email: "any@second.example" });
  expect(other.target).toBe("/sign-in?sso=domain_foreign");
  expect(await listRoles(database, "ada@corp.example", second.accountId)).toEqual([]);
});

test("an operator who signed in by single sign-on does not get another session by acting for a customer", async () => {
  const { app, database, oidc } = await open();
  await makeUser({ app, database }, { email: "ada@corp.example" });
  await database.execute("UPDATE users SET operator_since = now() WHERE email = 'ada@corp.example'");
  const customer = await createAccount(database, "Customer", app.clock.nowMs());
  const { browser } = await signIn(app, oidc, ada);
  expect(await codeOf(browser, "/portal/acting", { body: { accountId: customer } })).toBe(204);
  expect(await codeOf(browser, "/portal/acting", { method: "DELETE" })).toBe(204);
  expect(sessionIn(await browser.call("/portal/session"))).toMatchObject({ singleSignOn: true });
});

test("client secrets are kept for the same issuer only, and never read", async () => {
  const { owner, oidc } = await open();
  const body = { issuer: oidc.issuer, clientId: "c", groupsClaim: null, groupRoles: {}, defaultRole: null };
  const put = (changes: Record<string, unknown>) =>
    codeOf(owner, "/portal/sso", {
      method: "PUT",
      body: { ...body, createsUsers: false, passwordsOff: false, ...changes },
    });
  expect(await put({})).toBe(200);
  expect(await put({ issuer: "https://login.example.com" })).toBe("STATE_INVALID");
  const { text } = await owner.call("/portal/sso");
  expect(text).not.toContain("client-secret-of-tests");
  expect(text).not.toMatch(/secret/i);
});

test("writes an audit event for each change of the connection and its domains, without secrets", async () => {
  const { owner, app, oidc, force } = await open();
  await signIn(app, oidc, boss);
  await signIn(app, oidc, { sub: "u9" });
  await force();
  await owner.call("/portal/sso/domains/corp.example", { method: "DELETE" });
  await owner.call("/portal/sso", { method: "DELETE" });
  const { text } = await owner.call("/v1/audit-events?limit=200");
  const { data }: { data: AuditEvent[] } = JSON.parse(text);
  const written = new Set(data.map(({ type }) => type).filter((type) => type.startsWith("sso.")));
  expect([...written].toSorted()).toEqual(auditEventTypes.filter((type) => type.startsWith("sso.")).toSorted());
  expect(text).not.toContain("client-secret-of-tests");
});
