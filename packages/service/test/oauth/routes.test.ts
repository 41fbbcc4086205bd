import type { OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { shareApp } from "../access-app.ts";
import { signInAs } from "../browser-session.ts";
import { exchangeOf, grantCode, postForm, publicUrl, queryOf, registerClient, resource } from "./oauth-client.ts";

/** Storage of the SDK's client, with the URL that it opens in a browser. */
class StoredClient implements OAuthClientProvider {
  readonly redirectUrl = "http://localhost:53682/callback";
  readonly clientMetadata = {
    client_name: "SDK client",
    redirect_uris: [this.redirectUrl],
    token_endpoint_auth_method: "client_secret_post",
  };
  opened = new URL("about:blank");
  #client: OAuthClientInformationMixed | undefined;
  #tokens: OAuthTokens | undefined;
  #verifier = "";
  state = () => 'quoted "123" + %20';
  clientInformation = () => this.#client;
  saveClientInformation = (client: OAuthClientInformationMixed) => void (this.#client = client);
  tokens = () => this.#tokens;
  saveTokens = (tokens: OAuthTokens) => void (this.#tokens = tokens);
  redirectToAuthorization = (url: URL) => void (this.opened = url);
  saveCodeVerifier = (verifier: string) => void (this.#verifier = verifier);
  codeVerifier = () => this.#verifier;
}

describe.each(testDatabaseKinds)("on %s", (kind) => {
  const shared = shareApp(kind);

  test("the client of the official SDK registers, gets a key after the consent, and calls a tool", async () => {
    const { app } = shared();
    const owner = await signInAs(shared());
    const provider = new StoredClient();
    // The public URL of the test's app is fixed; its port is not.
    const options = {
      authProvider: provider,
      fetch: (url: string | URL, init?: RequestInit) => fetch(String(url).replace(publicUrl, app.url), init),
    };
    const first = new StreamableHTTPClientTransport(new URL(resource), options);
    await expect(new Client({ name: "test", version: "1" }).connect(first)).rejects.toThrow("Unauthorized");
    expect(provider.opened.searchParams.get("resource")).toBe(resource);

    const opened = await fetch(String(provider.opened).replace(publicUrl, app.url), { redirect: "manual" });
    expect(opened.status).toBe(303);
    const opaque = new URL(opened.headers.get("location") ?? "", publicUrl).searchParams.get("request") ?? "";
    const query = Buffer.from(opaque.slice(1), "base64url").toString();
    const preview = await owner.call("/portal/oauth/preview", { body: { query } });
    expect(preview.body).toMatchObject({
      clientName: "SDK client",
      redirect: { host: "localhost:53682", isLoopback: true },
      scopes: ["flights.search", "flights.book"],
      account: { name: "Test" },
      plan: { title: "Free", searchesIncluded: 1000, overage: null },
      error: null,
    });
    const usageLimits = { searches: { max: 1, period: "day" } };
    const response = await grantCode(owner, query, { usageLimits });
    expect(response.get("state")).toBe(provider.state());
    expect(response.get("iss")).toBe(publicUrl);

    await first.finishAuth(response.get("code") ?? "");
    expect(provider.tokens()).toMatchObject({
      token_type: "Bearer",
      scope: "flights.search",
      expires_in: 30 * 86_400,
      access_token: expect.stringMatching(/^key_test_/),
    });
    const client = new Client({ name: "test", version: "1" });
    await client.connect(new StreamableHTTPClientTransport(new URL(resource), options));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).not.toContain("book");
    const found = await client.callTool({ name: "find_places", arguments: { query: "LHR" } });
    expect(JSON.stringify(found.content)).toContain("LHR");
    // The first search uses up the limit that the user has set; the second one tells the model to stop.
    const trip = { origin: "JFK", destination: "LHR", departureDate: "2026-12-10" };
    const search = () => client.callTool({ name: "search_flights", arguments: trip });
    expect((await search()).isError).not.toBe(true);
    const refused = await client.callTool({
      name: "search_flights",
      arguments: { ...trip, departureDate: "2026-12-11" },
    });
    expect(refused.isError).toBe(true);
    expect(JSON.stringify(refused.content)).toMatch(/tell the user that the usage limit/);
    await client.close();

    const { data } = JSON.parse((await app.call("/v1/keys?search=SDK")).text);
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({
      name: "SDK client",
      environment: "test",
      scopes: ["flights.search"],
      status: "active",
      expiresAt: "2026-12-21T07:33:00.000Z",
      usageLimits: { searches: { max: 1, period: "day", used: 1 }, bookings: null },
      metadata: { oauthRedirectHost: "localhost:53682" },
    });
    const events = JSON.parse((await app.call("/v1/audit-events?type=key.created")).text).data;
    expect(events[0]).toMatchObject({ actor: { type: "user" }, subject: { id: data[0].id } });
  });

  test("exchanges a code once, and revokes its key at a second attempt", async () => {
    const { app } = shared();
    const owner = await signInAs(shared());
    const clientId = await registerClient(app);
    const code = (await grantCode(owner, queryOf(clientId))).get("code") ?? "";
    const attempts = await Promise.all([1, 2].map(() => postForm(app, "/oauth/token", exchangeOf(clientId, code))));
    expect(attempts.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    const key = String(attempts.find(({ status }) => status === 200)?.body.access_token);
    expect(await app.call("/v1/places?q=LHR", { key })).toMatchObject({
      status: 401,
      body: { code: "AUTH_KEY_REVOKED" },
    });
    expect(attempts.find(({ status }) => status === 400)?.body.error).toBe("invalid_grant");
  });
});
