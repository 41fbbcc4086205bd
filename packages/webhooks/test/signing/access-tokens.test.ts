import { createGuardedClient } from "@wayfare/egress";
import { expect, onTestFinished, test } from "vitest";
import { AccessTokens } from "../../src/signing/access-tokens.ts";
import { openOptions } from "../../src/signing/sealed-options.ts";
import { startReceiver } from "../dispatcher/receiver.ts";
import { reversingBox } from "./reversing-box.ts";

const accountId = "acct_1";

async function startTokens({ allowLoopback = true } = {}) {
  const server = await startReceiver();
  server.reply = (n) => ({ status: 200, body: grant({ access_token: `token-${n}` }) });
  const client = createGuardedClient({
    rules: { allowLoopback, allowCidrs: [], ports: [] },
    timeoutMs: 20_000,
    maxBodyBytes: 65_536,
  });
  onTestFinished(() => client.close());
  const clock = { ms: 1_000_000, nowMs: () => clock.ms };
  const credentials = { tokenUrl: server.url, clientId: "id:1", clientSecret: "s +/ä", scope: "a b" };
  return { server, clock, credentials, tokens: new AccessTokens({ client, clock }) };
}

function grant(members: Record<string, unknown>): string {
  return JSON.stringify({ access_token: "t", token_type: "bearer", expires_in: 600, ...members });
}

test("requests a token with form-encoded credentials in HTTP Basic authentication and the scope", async () => {
  const { server, credentials, tokens } = await startTokens();
  expect(await tokens.get(accountId, credentials)).toEqual({ token: "token-0" });
  const [request] = server.received;
  expect(request?.body).toBe("grant_type=client_credentials&scope=a+b");
  expect(request?.headers).toMatchObject({ "content-type": "application/x-www-form-urlencoded" });
  const sent = request?.headers.authorization?.replace("Basic ", "") ?? "";
  expect(Buffer.from(sent, "base64").toString()).toBe("id%3A1:s+%2B%2F%C3%A4");
});

test("keeps a token until 30 seconds before it expires", async () => {
  const { clock, credentials, tokens } = await startTokens();
  await tokens.get(accountId, credentials);
  clock.ms += 569_999;
  expect(await tokens.get(accountId, credentials)).toEqual({ token: "token-0" });
  clock.ms += 1;
  expect(await tokens.get(accountId, credentials)).toEqual({ token: "token-1" });
});

test("keeps a token that is valid for less than a minute for half of its lifetime, and one without a lifetime for 270 seconds", async () => {
  const { server, clock, credentials, tokens } = await startTokens();
  server.reply = (n) => ({ status: 200, body: grant({ access_token: `t${n}`, expires_in: n === 0 ? 20 : undefined }) });
  await tokens.get(accountId, credentials);
  clock.ms += 10_000;
  expect(await tokens.get(accountId, credentials)).toEqual({ token: "t1" });
  clock.ms += 269_999;
  expect(await tokens.get(accountId, credentials)).toEqual({ token: "t1" });
  clock.ms += 1;
  expect(await tokens.get(accountId, credentials)).toEqual({ token: "t2" });
});

test("sends one request for concurrent needs, and one for each account and changed credential", async () => {
  const { server, credentials, tokens } = await startTokens();
  await Promise.all(Array.from({ length: 50 }, () => tokens.get(accountId, credentials)));
  expect(server.received).toHaveLength(1);
  await tokens.get("acct_2", credentials);
  await tokens.get(accountId, { ...credentials, clientSecret: "new" });
  expect(server.received).toHaveLength(3);
});

test("drops a refused token once", async () => {
  const { server, credentials, tokens } = await startTokens();
  await tokens.get(accountId, credentials);
  tokens.drop(accountId, credentials, "token-0");
  expect(await tokens.get(accountId, credentials)).toEqual({ token: "token-1" });
  tokens.drop(accountId, credentials, "token-0");
  await tokens.get(accountId, credentials);
  expect(server.received).toHaveLength(2);
});

test.each([
  ["a status other than 200", { status: 401, body: '{"error":"invalid_client"}' }, "returned 401 instead of 200"],
  ["a redirect", { status: 302 }, "returned 302 instead of 200"],
  ["a body that is not JSON", { status: 200, body: "token" }, "without a bearer token"],
  ["no token", { status: 200, body: "{}" }, "without a bearer token"],
  ["another token type", { status: 200, body: grant({ token_type: "mac" }) }, "without a bearer token"],
  [
    "a token that ends the header",
    { status: 200, body: grant({ access_token: "a\r\nx: y" }) },
    "without a bearer token",
  ],
  ["a body that is too large", { status: 200, body: grant({ more: "x".repeat(70_000) }) }, "without a bearer token"],
])("fails on %s and requests again next time", async (_, reply, reason) => {
  const { server, credentials, tokens } = await startTokens();
  server.reply = () => reply;
  expect(await tokens.get(accountId, credentials)).toEqual({ failure: expect.stringContaining(reason) });
  await tokens.get(accountId, credentials);
  expect(server.received).toHaveLength(2);
});

test("does not call a token URL at an address that the guard refuses", async () => {
  const { server, credentials, tokens } = await startTokens({ allowLoopback: false });
  const result = await tokens.get(accountId, credentials);
  expect(result).toEqual({ failure: expect.stringContaining("The token URL could not be called") });
  expect(server.received).toEqual([]);
});

test("opens options that were stored without `oauth2`", () => {
  const sealed = reversingBox.seal(JSON.stringify({ headers: {}, basicAuth: { username: "u", password: "p" } }));
  expect(openOptions(reversingBox, sealed)).toMatchObject({ basicAuth: { username: "u" }, oauth2: null });
});
