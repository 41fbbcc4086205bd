import { type Role, roles, type Scope } from "@wayfare/contract";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { insertMembership } from "../../src/identity/users/memberships.ts";
import { createAccount } from "../../src/tenancy/account-store.ts";
import { type StartedApp, startApp } from "../access-app.ts";
import { rules } from "../access-rules.ts";
import { type Browser, makeUser, signInAs } from "../browser-session.ts";
import { listRoutedNames } from "../documented-routes.ts";

const everyone: readonly Role[] = ["owner", "developer", "billing", "viewer"];

/** Roles that may call each portal route, written by hand. */
const portalRules: Record<string, "public" | readonly Role[]> = {
  "POST /portal/session/link": "public",
  "GET /portal/sign-up": "public",
  "POST /portal/sign-up": "public",
  "POST /portal/sign-up/link": "public",
  "POST /portal/sign-up/complete": "public",
  "POST /portal/password-reset": "public",
  "POST /portal/password-reset/complete": "public",
  "POST /portal/session/password": "public",
  "POST /portal/session/passkey/options": "public",
  "POST /portal/session/passkey": "public",
  "POST /portal/session/sso": "public",
  "GET /portal/sso/callback": "public",
  "POST /portal/step-up/sso": everyone,
  "GET /portal/sso": ["owner"],
  "PUT /portal/sso": ["owner"],
  "DELETE /portal/sso": ["owner"],
  "POST /portal/sso/test": ["owner"],
  "POST /portal/sso/domains": ["owner"],
  "POST /portal/sso/domains/{domain}/verify": ["owner"],
  "PATCH /portal/sso/domains/{domain}": ["owner"],
  "DELETE /portal/sso/domains/{domain}": ["owner"],
  "GET /portal/session": everyone,
  "DELETE /portal/session": everyone,
  "GET /portal/accounts": everyone,
  "POST /portal/session/account": everyone,
  "DELETE /portal/accounts/{id}": everyone,
  "POST /portal/invitations/preview": everyone,
  "POST /portal/invitations/accept": everyone,
  "GET /portal/sessions": everyone,
  "DELETE /portal/sessions/{id}": everyone,
  "POST /portal/step-up": everyone,
  "POST /portal/step-up/passkey/options": everyone,
  "POST /portal/step-up/passkey": everyone,
  "PUT /portal/profile": everyone,
  "PUT /portal/security/password": everyone,
  "POST /portal/security/totp": everyone,
  "POST /portal/security/totp/confirm": everyone,
  "DELETE /portal/security/totp": everyone,
  "GET /portal/security/passkeys": everyone,
  "POST /portal/security/passkeys/options": everyone,
  "POST /portal/security/passkeys": everyone,
  "DELETE /portal/security/passkeys/{id}": everyone,
  "GET /portal/team": everyone,
  "POST /portal/invitations": ["owner"],
  "DELETE /portal/invitations/{id}": ["owner"],
  "PATCH /portal/team/{id}": ["owner"],
  "DELETE /portal/team/{id}": ["owner"],
  "POST /portal/team/{id}/erase": ["owner"],
  "POST /portal/export": ["owner"],
  "POST /portal/acting": everyone,
  "DELETE /portal/acting": everyone,
  "POST /portal/oauth/preview": everyone,
  "POST /portal/oauth/grant": ["owner", "developer"],
  "GET /portal/overview": everyone,
  "POST /portal/allowlist/dry-run": ["owner", "developer"],
  "GET /portal/live": everyone,
};

const scopesOf: Record<Role, readonly Scope[]> = {
  owner: ["usage.read", "usage.write", "billing.read", "billing.write", "flights.search", "flights.book"],
  developer: ["usage.read", "usage.write", "flights.search", "flights.book"],
  billing: ["usage.read", "billing.read", "billing.write"],
  viewer: ["usage.read", "billing.read"],
};

/** Routes that require a step-up. */
const confirmed = new Set([
  "POST /v1/keys",
  "PATCH /v1/keys/{id}",
  "POST /v1/keys/{id}/revoke",
  "POST /v1/keys/{id}/roll",
  "DELETE /v1/applications/{id}",
  "POST /v1/webhooks",
  "PATCH /v1/webhooks/{id}",
  "DELETE /v1/webhooks/{id}",
  "POST /v1/webhooks/{id}/rotate",
  "PUT /v1/suppliers/{name}",
  "POST /v1/suppliers/{name}/check",
  "DELETE /v1/suppliers/{name}",
  "POST /v1/billing/subscription/change",
  "POST /v1/billing/subscription/cancel",
  "POST /v1/billing/subscription/resume",
  "POST /v1/billing/invoices/{id}/mark-paid",
  "PATCH /v1/account",
  "POST /v1/operator/accounts",
  "PATCH /v1/operator/accounts/{id}",
  "POST /v1/operator/accounts/{id}/suspend",
  "POST /v1/operator/accounts/{id}/resume",
  "POST /v1/operator/accounts/{id}/close",
  "POST /v1/operator/accounts/{id}/plan",
  "POST /v1/operator/accounts/{id}/export",
  "POST /v1/operator/accounts/{id}/erase",
  "POST /v1/operator/accounts/{id}/users/{userId}/erase",
  "POST /v1/operator/sign-up-invitations",
  "DELETE /v1/operator/sign-up-invitations/{id}",
  "POST /v1/operator/password-resets",
  "POST /v1/bookings/{id}/erase-travelers",
  "POST /v1/operator/bookings/{id}/settle",
  "POST /portal/export",
  "POST /portal/oauth/grant",
  "POST /portal/team/{id}/erase",
  "PUT /portal/profile",
  "POST /portal/acting",
  "POST /portal/security/totp",
  "POST /portal/security/totp/confirm",
  "DELETE /portal/security/totp",
  "POST /portal/security/passkeys/options",
  "POST /portal/security/passkeys",
  "DELETE /portal/security/passkeys/{id}",
  "PUT /portal/sso",
  "DELETE /portal/sso",
  "POST /portal/sso/test",
  "POST /portal/sso/domains",
  "POST /portal/sso/domains/{domain}/verify",
  "PATCH /portal/sso/domains/{domain}",
  "DELETE /portal/sso/domains/{domain}",
  "POST /portal/invitations",
  "DELETE /portal/invitations/{id}",
  "PATCH /portal/team/{id}",
  "DELETE /portal/team/{id}",
  "DELETE /portal/accounts/{id}",
]);

/** Portal routes that concern the user in all accounts, which sessions of single sign-on cannot call, written by hand. */
const ofAllAccounts = new Set([
  "GET /portal/accounts",
  "POST /portal/session/account",
  "DELETE /portal/accounts/{id}",
  "POST /portal/invitations/preview",
  "POST /portal/invitations/accept",
  "PUT /portal/profile",
  "PUT /portal/security/password",
  "POST /portal/security/totp",
  "POST /portal/security/totp/confirm",
  "DELETE /portal/security/totp",
  "GET /portal/security/passkeys",
  "POST /portal/security/passkeys/options",
  "POST /portal/security/passkeys",
  "DELETE /portal/security/passkeys/{id}",
]);

function mayCall(role: Role, name: string): boolean {
  const portal = portalRules[name];
  if (portal !== undefined) return portal === "public" || portal.includes(role);
  const rule = rules[name];
  if (rule === undefined) throw new Error(`say here who may call ${name}`);
  return rule === "public" || rule.opens.some((scope) => scopesOf[role].includes(scope));
}

const isPublic = (name: string) => portalRules[name] === "public" || rules[name] === "public";

/** Role in the user's other account, which must give no access here: the most powerful one that differs, or the least. */
const otherRoles: Record<Role, Role> = { owner: "viewer", developer: "billing", billing: "developer", viewer: "owner" };

/** Creates a user with a role in the app's account and another role in another account; both are the first membership once. */
async function makeMember(parts: Pick<StartedApp, "app" | "database">, role: Role, { isFirst }: { isFirst: boolean }) {
  const { app, database } = parts;
  const accountId = await createAccount(database, "Other", app.clock.nowMs());
  const here = { accountId: app.accountId, role };
  const there = { accountId, role: otherRoles[role] };
  const user = await makeUser(parts, isFirst ? here : there);
  const further = isFirst ? there : here;
  await insertMembership(database, { ...further, userId: user.id }, further.role, app.clock.nowMs());
  return { id: user.id, accountId: app.accountId };
}

/** Calls a route with an id and a body that every handler rejects, so that authorized calls change nothing. */
function call(browser: Browser, name: string, headers: Record<string, string> = {}) {
  const [method = "", path = ""] = name.split(" ");
  const target = path.replace(/\{\w+\}/g, "nothing") + (name === "GET /portal/live" ? "?environment=none" : "");
  return browser.call(target, { method, headers, ...(method === "GET" ? {} : { body: { nothing: true } }) });
}

test("a session of single sign-on cannot call routes that concern the user in all accounts", async () => {
  const { app, database } = await startApp("pglite");
  const { id, accountId } = await makeMember({ app, database }, "owner", { isFirst: false });
  const restricted = [];
  for (const name of Object.keys(portalRules)) {
    const browser = await signInAs({ app, database }, { id, accountId, isSso: true });
    if (!isPublic(name) && (await call(browser, name)).body.code === "SSO_SESSION_RESTRICTED") restricted.push(name);
  }
  expect(restricted.toSorted()).toEqual([...ofAllAccounts].toSorted());
});

/** The whole matrix runs on PostgreSQL; one role also runs on the embedded database. */
const sample = { postgresql: roles, pglite: ["developer"] } as const;

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("the router and the tables of this test list the same routes", async () => {
    const { app } = await startApp(kind);
    const routed = listRoutedNames(app.app).filter((name) => / \/(v1|portal)\//.test(name));
    expect(routed.toSorted()).toEqual([...Object.keys(rules), ...Object.keys(portalRules)].toSorted());
  });

  test.each(sample[kind])(
    "the role %s can call its routes only, whatever the role in another account, and some of them only after a step-up",
    async (role) => {
      const { app, database } = await startApp(kind);
      const user = await makeMember({ app, database }, role, { isFirst: role === "owner" || role === "billing" });
      for (const name of [...Object.keys(rules), ...Object.keys(portalRules)]) {
        if (isPublic(name)) continue;
        const browser = await signInAs({ app, database }, user);
        const { status, body } = await call(browser, name);
        if (mayCall(role, name)) {
          expect([401, 403, 500], `${name} by a ${role}: ${JSON.stringify(body)}`).not.toContain(status);
        } else {
          const code = name.includes("/portal/") ? "ROLE_MISSING" : "AUTH_SCOPE_MISSING";
          expect({ status, code: body.code }, `${name} by a ${role}`).toEqual({ status: 403, code });
        }
      }
      for (const name of [...Object.keys(rules), ...Object.keys(portalRules)]) {
        if (isPublic(name) || !mayCall(role, name)) continue;
        const browser = await signInAs({ app, database }, user);
        app.clock.advance(10 * 60_000);
        const { status, body } = await call(browser, name);
        const waits = { status, code: body.code };
        if (confirmed.has(name)) expect(waits, name).toEqual({ status: 403, code: "STEP_UP_REQUIRED" });
        else expect(waits.code, name).not.toBe("STEP_UP_REQUIRED");
      }
    },
  );

  test("rejects cross-origin changes with a session on every route", async () => {
    const { app, database } = await startApp(kind);
    const browser = await signInAs({ app, database });
    const unsafe = [...Object.keys(rules), ...Object.keys(portalRules)].filter((name) => !name.startsWith("GET "));
    for (const name of unsafe) {
      if (rules[name] === "public") continue;
      const answer = await call(browser, name, { "sec-fetch-site": "cross-site" });
      expect(answer, name).toMatchObject({ status: 403, body: { code: "ORIGIN_REFUSED" } });
    }
  });

  test("portal routes reject keys, and a key takes precedence over a session", async () => {
    const { app, database } = await startApp(kind);
    const browser = await signInAs({ app, database });
    for (const [name, rule] of Object.entries(portalRules)) {
      if (rule === "public") continue;
      const [method = "", path = ""] = name.split(" ");
      const answer = await app.call(path.replace(/\{\w+\}/g, "nothing"), { method });
      expect(answer, name).toMatchObject({ status: 401, body: { code: "SIGN_IN_REQUIRED" } });
    }
    const headers = { authorization: "Bearer key_test_wrong" };
    expect(await browser.call("/v1/keys", { headers })).toMatchObject({ status: 401, body: { code: "AUTH_INVALID" } });
    const environment = { "wayfare-environment": "production" };
    expect(await browser.call("/v1/keys", { headers: environment })).toMatchObject({ status: 400 });
  });
});
