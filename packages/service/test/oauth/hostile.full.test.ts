import { expect, test } from "vitest";
import { deleteOldCodes } from "../../src/oauth/code-store.ts";
import { createAccount } from "../../src/tenancy/account-store.ts";
import { shareApp, startApp } from "../access-app.ts";
import { signInAs } from "../browser-session.ts";
import {
  exchangeOf,
  grant,
  grantCode,
  postForm,
  publicUrl,
  queryOf,
  redirectUri,
  registerClient,
} from "./oauth-client.ts";

const shared = shareApp("pglite");

test("describes the authorization server", async () => {
  const { app } = shared();
  const { text } = await app.call("/.well-known/oauth-authorization-server", { key: null });
  expect(JSON.parse(text)).toMatchObject({
    issuer: publicUrl,
    authorization_endpoint: `${publicUrl}/oauth/authorize`,
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none"],
    authorization_response_iss_parameter_supported: true,
  });
});

test("rejects a code for another client, redirect URI, verifier or resource, and after a minute", async () => {
  const { app } = shared();
  const owner = await signInAs(shared());
  const clientId = await registerClient(app, { redirect_uris: [redirectUri, "https://client.example/other"] });
  const other = await registerClient(app, { client_name: "Other" });
  const code = (await grantCode(owner, queryOf(clientId))).get("code") ?? "";
  const errorOf = async (changes: Record<string, string>) =>
    (await postForm(app, "/oauth/token", exchangeOf(clientId, code, changes))).body.error;
  expect(await errorOf({ client_id: other })).toBe("invalid_grant");
  expect(await errorOf({ client_id: `${clientId}x` })).toBe("invalid_client");
  expect(await errorOf({ redirect_uri: "https://client.example/other" })).toBe("invalid_grant");
  expect(await errorOf({ code_verifier: "w".repeat(43) })).toBe("invalid_grant");
  expect(await errorOf({ code_verifier: "short" })).toBe("invalid_request");
  expect(await errorOf({ resource: "https://evil.example/mcp" })).toBe("invalid_target");
  expect(await errorOf({ grant_type: "refresh_token" })).toBe("unsupported_grant_type");
  expect(await errorOf({ code: "x" })).toBe("invalid_grant");
  expect(await errorOf({ code: "" })).toBe("invalid_request");
  app.clock.advance(60_000);
  expect(await errorOf({})).toBe("invalid_grant");
});

test("rejects a code if its user may not create keys any more", async () => {
  const { app, database } = shared();
  const accountId = await createAccount(database, "Customer", app.clock.nowMs());
  const owner = await signInAs(shared(), { accountId });
  const clientId = await registerClient(app);
  const code = (await grantCode(owner, queryOf(clientId))).get("code") ?? "";
  await database.execute("UPDATE users SET role = 'viewer' WHERE account_id = $1", [accountId]);
  expect((await postForm(app, "/oauth/token", exchangeOf(clientId, code))).body.error).toBe("invalid_grant");
  await database.execute("UPDATE users SET role = 'owner' WHERE account_id = $1", [accountId]);
  await database.execute("UPDATE accounts SET suspended_at = now(), suspension_reason = 'x' WHERE id = $1", [
    accountId,
  ]);
  expect((await postForm(app, "/oauth/token", exchangeOf(clientId, code))).body.error).toBe("invalid_grant");
});

test("keeps a used code for a day after its expiry, so that its reuse revokes the key", async () => {
  const { app, database } = shared();
  const owner = await signInAs(shared());
  const clientId = await registerClient(app);
  const exchange = exchangeOf(clientId, (await grantCode(owner, queryOf(clientId))).get("code") ?? "");
  const key = String((await postForm(app, "/oauth/token", exchange)).body.access_token);
  app.clock.advance(86_400_000);
  await deleteOldCodes(database, app.clock.nowMs(), 100);
  expect((await postForm(app, "/oauth/token", exchange)).body.error).toBe("invalid_grant");
  expect(await app.call("/v1/places?q=LHR", { key })).toMatchObject({ status: 401 });
  app.clock.advance(60_000);
  expect(await deleteOldCodes(database, app.clock.nowMs(), 100)).toBeGreaterThan(0);
});

test("grants access only to roles that create keys, after the step-up, from a page of the portal", async () => {
  const { app } = shared();
  const owner = await signInAs(shared());
  const query = queryOf(await registerClient(app));
  const viewer = await signInAs(shared(), { role: "viewer" });
  expect(await grant(viewer, query)).toMatchObject({ status: 403, body: { code: "ROLE_MISSING" } });
  const foreign = { headers: { "sec-fetch-site": "cross-site", origin: "https://evil.example" } };
  const body = { query, scopes: ["flights.search"], environment: "test", days: 1 };
  const crossSite = await owner.call("/portal/oauth/grant", { body, ...foreign });
  expect(crossSite).toMatchObject({ status: 403, body: { code: "ORIGIN_REFUSED" } });
  const withKey = await app.call("/portal/oauth/grant", { body });
  expect(withKey.status).toBe(401);
  expect(await grant(owner, query, { days: 366 })).toMatchObject({ status: 400 });
  expect(await grant(owner, query, { scopes: [] })).toMatchObject({ status: 400 });
  expect(await grant(owner, query, { scopes: ["usage.write"] })).toMatchObject({ status: 400 });
  // Not requested by the client.
  expect(await grant(owner, query, { scopes: ["usage.read"] })).toMatchObject({ status: 400 });
  app.clock.advance(11 * 60_000);
  expect(await grant(owner, query)).toMatchObject({ status: 403, body: { code: "STEP_UP_REQUIRED" } });
});

test("shows faults of the client to the user, and tells other faults to the client", async () => {
  const { app } = shared();
  const owner = await signInAs(shared());
  const clientId = await registerClient(app);
  const preview = async (query: string) => owner.call("/portal/oauth/preview", { body: { query } });
  for (const changes of [
    { client_id: "x.y" },
    { client_id: `${clientId.slice(0, -2)}AA` },
    { redirect_uri: "https://evil.example/" },
    { redirect_uri: `${redirectUri}&x=1` },
    { redirect_uri: redirectUri.toUpperCase() },
  ]) {
    const query = queryOf(clientId, changes);
    expect(await preview(query), query).toMatchObject({ status: 400, body: { code: "REQUEST_INVALID" } });
    expect(await grant(owner, query)).toMatchObject({ status: 400 });
  }
  for (const [changes, error] of [
    [{ response_type: "token" }, "unsupported_response_type"],
    [{ code_challenge: undefined }, "invalid_request"],
    [{ code_challenge_method: "plain" }, "invalid_request"],
    [{ scope: "flights.search billing.write" }, "invalid_scope"],
    [{ resource: "https://evil.example/mcp" }, "invalid_target"],
  ] as const) {
    const query = queryOf(clientId, changes);
    const { body } = await preview(query);
    expect(body.error).toEqual(expect.any(String));
    expect(new URL(String(body.refusalUrl)).searchParams.get("error")).toBe(error);
    expect(String(body.refusalUrl)).toContain(`${redirectUri}&error=`);
    expect(await grant(owner, query)).toMatchObject({ status: 400 });
  }
  const repeated = await preview(`${queryOf(clientId)}&scope=flights.book`);
  expect(repeated.body.error).toContain("repeated");
});

test("registers public clients with safe redirect URIs, whatever method they request", async () => {
  const { app } = shared();
  app.clock.advance(600_000);
  const register = async (body: unknown) => app.call("/oauth/register", { key: null, body });
  const { text } = await register({ redirect_uris: [redirectUri], token_endpoint_auth_method: "client_secret_basic" });
  expect(JSON.parse(text)).toMatchObject({
    client_name: "client.example",
    token_endpoint_auth_method: "none",
    grant_types: ["authorization_code"],
  });
  expect(text).not.toContain('client_secret"');
  const errorOf = async (body: unknown) => JSON.parse((await register(body)).text).error;
  for (const uri of [
    "http://client.example/",
    "javascript:alert(1)",
    "cursor://callback",
    "https://client.example/#x",
    "https://user@client.example/",
    "https://client.example\\@evil.example/",
    "https://clïent.example/",
    `https://client.example/${"x".repeat(500)}`,
    "/callback",
    7,
  ]) {
    expect(await errorOf({ redirect_uris: [uri] }), String(uri)).toBe("invalid_redirect_uri");
  }
  app.clock.advance(600_000);
  expect(await errorOf({ redirect_uris: [] })).toBe("invalid_redirect_uri");
  expect(await errorOf([])).toBe("invalid_client_metadata");
  expect(await errorOf({ redirect_uris: [redirectUri], client_name: "\u202eevil" })).toBe("invalid_client_metadata");
  expect(await errorOf({ redirect_uris: [redirectUri], client_name: "x".repeat(61) })).toBe("invalid_client_metadata");
  expect(await errorOf({ redirect_uris: [redirectUri], grant_types: ["implicit"] })).toBe("invalid_client_metadata");
  const long = Array.from({ length: 5 }, (_, at) => `https://client.example/${at}${"x".repeat(450)}`);
  expect(await errorOf({ redirect_uris: long })).toBe("invalid_client_metadata");
  expect(await register({ redirect_uris: [redirectUri], logo_uri: "x".repeat(9000) })).toMatchObject({ status: 413 });
});

test("limits registrations from one address", async () => {
  const { app } = await startApp("pglite");
  const statuses: number[] = [];
  for (let at = 0; at < 21; at++) {
    statuses.push((await app.call("/oauth/register", { key: null, body: { redirect_uris: [redirectUri] } })).status);
  }
  expect(statuses.filter((status) => status === 201)).toHaveLength(20);
  expect(statuses.at(-1)).toBe(429);
});

test("revokes a key at the request of its holder, and says nothing about other tokens", async () => {
  const { app } = shared();
  const owner = await signInAs(shared());
  const clientId = await registerClient(app);
  const code = (await grantCode(owner, queryOf(clientId))).get("code") ?? "";
  const key = String((await postForm(app, "/oauth/token", exchangeOf(clientId, code))).body.access_token);
  expect(await app.call("/v1/places?q=LHR", { key })).toMatchObject({ status: 200 });
  expect(await postForm(app, "/oauth/revoke", { token: key, token_type_hint: "access_token" })).toMatchObject({
    status: 200,
  });
  expect(await app.call("/v1/places?q=LHR", { key })).toMatchObject({ status: 401 });
  expect(await postForm(app, "/oauth/revoke", { token: key })).toMatchObject({ status: 200 });
  expect(await postForm(app, "/oauth/revoke", { token: "x" })).toMatchObject({ status: 200 });
  expect(await postForm(app, "/oauth/revoke", {})).toMatchObject({ status: 400, body: { error: "invalid_request" } });
});

test("answers hostile forms with an error of OAuth or of HTTP", async () => {
  const { app } = shared();
  const clientId = await registerClient(app);
  for (const form of ["", "a=1&a=2", "grant_type=authorization_code", "%", "__proto__=x&constructor=y", "\u0000"]) {
    for (const path of ["/oauth/token", "/oauth/revoke"]) {
      expect(await postForm(app, path, form), form).toMatchObject({ status: 400, body: { error: "invalid_request" } });
    }
  }
  const nul = exchangeOf(clientId, "\u0000", { redirect_uri: "\ud800" });
  expect(await postForm(app, "/oauth/token", nul)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
  expect(await app.call("/oauth/token", { key: null, body: exchangeOf(clientId, "x") })).toMatchObject({ status: 415 });
  expect(await postForm(app, "/oauth/token", { code: "x".repeat(5000) })).toMatchObject({ status: 413 });
  expect(await app.call(`/oauth/authorize?${"x".repeat(8001)}`, { key: null })).toMatchObject({ status: 400 });
  expect(await app.call("/oauth/token", { key: null })).toMatchObject({ status: 405 });
});
