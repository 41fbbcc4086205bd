import type { ServerResponse } from "node:http";
import { createGuardedClient } from "@wayfare/egress";
import { expect, onTestFinished, test } from "vitest";
import { idTokenSeconds, startOidcDouble } from "../../../../../tests/oidc-double.ts";
import { Issuers, maxResponseBytes } from "../../../src/identity/sso/issuer.ts";
import { Browser, makeUser, signInAs } from "../../browser-session.ts";
import { codeOf } from "../memberships.ts";
import { connect, finish, type SsoApp, save, signIn, start, startSsoApp } from "./connected-app.ts";
import { type ScriptedProvider, startScriptedProvider } from "./scripted-provider.ts";

const ada = { sub: "u1", email: "ada@corp.example", email_verified: true };
const discovery = "/.well-known/openid-configuration";

async function openScripted(): Promise<SsoApp & { provider: ScriptedProvider; owner: Browser }> {
  const provider = await startScriptedProvider();
  const parts = await startSsoApp("pglite");
  provider.nowMs = () => parts.app.clock.nowMs();
  const owner = await connect(parts, { issuer: provider.issuer });
  await makeUser(parts, { email: "ada@corp.example" });
  return { ...parts, provider, owner };
}

/** Signs in with the claims and answers of the provider. @returns the result on the sign-in page */
async function resultOf({ app }: SsoApp, provider: ScriptedProvider): Promise<string> {
  const browser = new Browser(app);
  const target = await finish(browser, provider.callbackFor(await start(browser)));
  return target.replace("/sign-in?sso=", "");
}

test("refuses ID tokens of another issuer, client, sign-in or time, and accepts small differences of clocks", async () => {
  const { provider, ...parts } = await openScripted();
  const cases: [expected: string, claims: Record<string, unknown>, seconds?: Record<string, number>][] = [
    ["done", {}],
    ["refused", { iss: "https://evil.example" }],
    ["refused", { aud: "another client" }],
    ["refused", { aud: ["wayfare", "other"], azp: "other" }],
    ["refused", { nonce: "of another sign-in" }],
    ["refused", { nonce: undefined }],
    ["refused", {}, { exp: -90 }],
    ["done", {}, { exp: -30 }],
    ["refused", {}, { nbf: 120 }],
    ["done", {}, { nbf: 30 }],
    ["refused", { sub: "" }],
    ["refused", { sub: "s".repeat(256) }],
    ["refused", { sub: 7 }],
    ["email_unverified", { sub: "u9", email_verified: undefined }],
    ["email_unverified", { sub: "u9", email_verified: false }],
    ["not_a_member", { sub: "u9", email: "eve@corp.example" }],
    // The address belongs to a member who signed in as another subject.
    ["other_subject", { sub: "u9" }],
  ];
  for (const [expected, claims, seconds = {}] of cases) {
    const now = Math.floor(parts.app.clock.nowMs() / 1000);
    const times = Object.fromEntries(Object.entries(seconds).map(([name, offset]) => [name, now + offset]));
    provider.claims = { ...ada, ...claims, ...times };
    expect(await resultOf(parts, provider), JSON.stringify([claims, seconds])).toBe(expected);
    // Refills the throttle of the network.
    parts.app.clock.advance(15_000);
  }
});

test("answers with a result instead of an error if the provider is down, slow, huge or malformed", async () => {
  const { provider, ...parts } = await openScripted();
  provider.claims = ada;
  const status = (code: number) => (response: ServerResponse) => void response.writeHead(code).end("no");
  const text = (body: string) => (response: ServerResponse) =>
    void response.writeHead(200, { "content-type": "application/json" }).end(body);
  const hangUp = (response: ServerResponse) => void response.destroy();
  const cases = [
    ["unavailable", "/token", status(503)],
    ["unavailable", "/token", hangUp],
    ["refused", "/token", status(404)],
    ["refused", "/token", text("{")],
    ["refused", "/token", text("[]")],
    ["refused", "/token", text(`{"access_token": "${"a".repeat(300_000)}"}`)],
    ["refused", "/token", { access_token: "a", token_type: "Bearer" }],
    ["refused", "/token", { access_token: "a", token_type: "Bearer", id_token: "a.b.c" }],
    ["refused", "/token", { error: "invalid_client" }],
    ["refused", "/keys", { keys: [] }],
    ["unavailable", "/keys", status(500)],
    ["refused", "/keys", text("null")],
  ] as const;
  for (const [expected, path, answer] of cases) {
    provider.answers = { [path]: answer };
    expect(await resultOf(parts, provider), `${path} ${expected}`).toBe(expected);
    parts.app.clock.advance(15_000);
  }
});

test("does not start with a provider that cannot be used, and tells its owner what to fix", async () => {
  const { provider, app, owner } = await openScripted();
  const document = {
    issuer: provider.issuer,
    authorization_endpoint: `${provider.issuer}/authorize`,
    token_endpoint: `${provider.issuer}/token`,
    jwks_uri: `${provider.issuer}/keys`,
  };
  const cases: [problem: RegExp, answer: ScriptedProvider["answers"][string]][] = [
    [/status 503/, (response) => void response.writeHead(503).end()],
    [/larger than/, { ...document, padding: "a".repeat(300_000) }],
    [/not the issuer/, { ...document, issuer: "https://other.example" }],
    [/JSON/, (response) => void response.writeHead(200, { "content-type": "text/html" }).end("<html>")],
    [/no `jwks_uri`/, { ...document, jwks_uri: undefined }],
    [/169\.254\.169\.254/, { ...document, jwks_uri: "http://169.254.169.254/latest/meta-data" }],
  ];
  for (const [problem, answer] of cases) {
    provider.answers = { [discovery]: answer };
    const tested = await owner.call("/portal/sso/test", { method: "POST" });
    expect(tested.body, String(problem)).toEqual({ ok: false, problem: expect.stringMatching(problem) });
  }
  app.clock.advance(3_600_000);
  const body = { email: "ada@corp.example" };
  // The URL of the provider is opened by the page.
  for (const authorization_endpoint of ["javascript:alert(1)", "data:text/html,x", "http://evil.example/authorize"]) {
    provider.answers = { [discovery]: { ...document, authorization_endpoint } };
    expect(await codeOf(new Browser(app), "/portal/session/sso", { body }), authorization_endpoint).toBe("SSO_FAILED");
    app.clock.advance(3_600_000);
  }
  provider.answers = { [discovery]: (response) => void response.destroy() };
  expect(await codeOf(new Browser(app), "/portal/session/sso", { body })).toBe("SSO_FAILED");
  provider.answers = {};
  expect(await codeOf(new Browser(app), "/portal/session/sso", { body })).toBe(200);
  expect(await codeOf(new Browser(app), "/portal/session/sso", { body: { email: "a@gmail.com" } })).toBe("SSO_FAILED");
});

test("refuses issuers that may not be called", async () => {
  const { owner } = await openScripted();
  for (const issuer of ["https://10.0.0.1", "http://example.com", "https://localhost", "https://user@example.com"]) {
    const body = { issuer, clientId: "c", clientSecret: "s", groupsClaim: null, groupRoles: {} };
    const rest = { defaultRole: null, createsUsers: false, passwordsOff: false };
    expect(await codeOf(owner, "/portal/sso", { method: "PUT", body: { ...body, ...rest } }), issuer).toBe(
      "STATE_INVALID",
    );
  }
  await save(owner, { issuer: "https://login.microsoftonline.com/common/v2.0" });
  const tested = await owner.call("/portal/sso/test", { method: "POST" });
  expect(tested.body).toEqual({ ok: false, problem: expect.stringMatching(/issuer of your tenant/) });
});

test("knows a new key of the provider at once, and tolerates bounded differences of clocks", async () => {
  const oidc = await startOidcDouble();
  const parts = await startSsoApp("pglite");
  const { app } = parts;
  await connect(parts, { issuer: oidc.issuer });
  await makeUser(parts, { email: "ada@corp.example" });
  expect((await signIn(app, oidc, ada)).target).toBe("/sign-in?sso=done");
  oidc.rotateKey();
  expect((await signIn(app, oidc, ada)).target).toBe("/sign-in?sso=done");
  app.clock.advance((idTokenSeconds + 40) * 1000);
  expect((await signIn(app, oidc, ada)).target).toBe("/sign-in?sso=done");
  app.clock.advance(40_000);
  expect((await signIn(app, oidc, ada)).target).toBe("/sign-in?sso=refused");
});

test("reads claims that the ID token does not have from the user info endpoint", async () => {
  const { provider, owner, ...parts } = await openScripted();
  await save(owner, { issuer: provider.issuer, groupsClaim: "groups", groupRoles: { staff: "billing" } });
  provider.claims = { sub: "u1" };
  provider.answers = { "/userinfo": { ...ada, groups: ["staff"] } };
  expect(await resultOf(parts, provider)).toBe("done");
  provider.answers = { "/userinfo": { ...ada, sub: "u2", groups: ["staff"] } };
  expect(await resultOf(parts, provider)).toBe("refused");
});

test("a step-up signs in the same user again, at the provider", async () => {
  const { provider, ...parts } = await openScripted();
  const { app, database } = parts;
  provider.claims = ada;
  const browser = new Browser(app);
  expect(await finish(browser, provider.callbackFor(await start(browser)))).toBe("/sign-in?sso=done");
  app.clock.advance(15 * 60_000);
  const invite = { body: { email: "new@corp.example", role: "viewer" } };
  expect(await codeOf(browser, "/portal/invitations", invite)).toBe("STEP_UP_REQUIRED");
  const confirm = async (claims: Record<string, unknown>) => {
    provider.claims = { ...ada, ...claims };
    const { body } = await browser.call("/portal/step-up/sso", { body: { next: "/settings?tab=team" } });
    expect(new URL(String(body.url)).searchParams.get("max_age")).toBe("0");
    return finish(browser, provider.callbackFor(String(body.url)));
  };
  const past = Math.floor(app.clock.nowMs() / 1000) - 600;
  expect(await confirm({ auth_time: past })).toMatch(/sso=refused/);
  await makeUser(parts, { email: "eve@corp.example" });
  expect(await confirm({ sub: "u2", email: "eve@corp.example" })).toMatch(/sso=other_user/);
  expect(await codeOf(browser, "/portal/invitations", invite)).toBe("STEP_UP_REQUIRED");
  expect(await confirm({})).toBe("/sign-in?sso=done&next=%2Fsettings%3Ftab%3Dteam");
  expect(await codeOf(browser, "/portal/invitations", invite)).toBe(201);
  const password = await signInAs({ app, database });
  expect(await codeOf(password, "/portal/step-up/sso", { body: {} })).toBe("STATE_INVALID");
});

test("gives up on a provider that does not answer in time", async () => {
  const provider = await startScriptedProvider();
  provider.answers = { [discovery]: () => {} };
  const rules = { allowLoopback: true, allowCidrs: [], ports: [] };
  const client = createGuardedClient({ rules, timeoutMs: 50, maxBodyBytes: maxResponseBytes });
  onTestFinished(() => client.close());
  const issuers = new Issuers({ client, clock: { nowMs: Date.now } });
  const tested = issuers.test({ accountId: "acct_1", issuer: provider.issuer, clientId: "c", secret: "s" });
  await expect(tested).rejects.toMatchObject({
    reason: "unavailable",
    detail: expect.stringMatching(/timed out|in time/i),
  });
});
