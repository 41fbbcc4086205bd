import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../../tests/databases.ts";
import { startApp } from "../../access-app.ts";
import { Browser, makeLink, makeUser, sessionIn, signInAs } from "../../browser-session.ts";
import { goodSearch } from "../../running-app.ts";

const dayMs = 86_400_000;

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("a one-time link signs in the first owner, whose session calls the API until sign-out", async () => {
    const { app, database } = await startApp(kind);
    const browser = new Browser(app);
    expect(await browser.call("/portal/session")).toMatchObject({ status: 401, body: { code: "SIGN_IN_REQUIRED" } });
    const token = await makeLink({ app, database });
    const signedIn = await browser.call("/portal/session/link", { body: { token } });
    expect(signedIn).toMatchObject({
      status: 200,
      body: { role: "owner", account: { id: app.accountId }, needs: ["profile"] },
    });
    expect(signedIn.headers.get("cache-control")).toBe("no-store");
    expect((await browser.call("/portal/session")).text).toBe(signedIn.text);
    for (const environment of ["test", "live"]) {
      const headers = { "wayfare-environment": environment };
      const found = await browser.call("/v1/search", { body: goodSearch, headers });
      expect(found).toMatchObject({ status: 200, body: { environment } });
      expect(found.headers.get("cache-control")).toBe("no-store");
    }
    expect(await browser.call("/v1/places?q=lon")).toMatchObject({ status: 200 });
    const [, cookie] = [...browser.cookies][0] ?? [];
    expect(await browser.call("/portal/session", { method: "DELETE" })).toMatchObject({ status: 204 });
    expect(browser.cookies.size).toBe(0);
    const attacker = new Browser(app, cookie);
    expect(await attacker.call("/v1/places?q=lon")).toMatchObject({ status: 401, body: { code: "SIGN_IN_REQUIRED" } });
    expect(await new Browser(app).call("/portal/session/link", { body: { token } })).toMatchObject({ status: 404 });
  });

  test("logs, limits and counts requests of sessions like those of keys", async () => {
    const { app, database } = await startApp(kind, { rateLimitFactor: 1 });
    const user = await makeUser({ app, database });
    const browser = await signInAs({ app, database }, user);
    const headers = { "wayfare-environment": "live" };
    const found = await browser.call("/v1/search", { body: goodSearch, headers });
    expect(found.headers.get("ratelimit")).toContain("requests");
    const read = async (path: string) => JSON.parse((await browser.call(path, { headers })).text).data;
    expect(await read("/v1/requests?route=/v1/search")).toMatchObject([
      { id: found.headers.get("request-id"), keyId: null, userId: user.id, environment: "live", operation: "search" },
    ]);
    expect(await read("/v1/usage?groupBy=key")).toMatchObject([{ keyId: null, userId: user.id, count: 1 }]);
    await browser.call("/portal/team");
    expect(JSON.stringify(await read("/v1/requests"))).not.toContain("/portal");
    const line = app.logLines.find((each) => each.includes('"/v1/search"'));
    expect(line).toContain(`"userId":"${user.id}"`);
    const tries = await Promise.all(Array.from({ length: 250 }, () => browser.call("/v1/places?q=lon")));
    expect(tries.some(({ status }) => status === 429)).toBe(true);
    expect((await browser.call("/v1/places?q=lon", { headers })).status).toBe(200);
  });

  test("only an owner with live data can create service keys", async () => {
    const { app, database } = await startApp(kind);
    const make = async (role: "owner" | "developer", environment: string) => {
      const browser = await signInAs({ app, database }, { role });
      const body = { name: "Jobs", environment: "service", scopes: ["usage.read"] };
      return browser.call("/v1/keys", { body, headers: { "wayfare-environment": environment } });
    };
    expect(await make("owner", "live")).toMatchObject({ status: 201, body: { environment: "service" } });
    const refused = { status: 403, body: { code: "AUTH_ENVIRONMENT_MISMATCH" } };
    expect(await make("owner", "test")).toMatchObject(refused);
    expect(await make("developer", "live")).toMatchObject(refused);
  });

  test("allowlists apply to keys and not to sessions, which can reset them", async () => {
    const { app, database } = await startApp(kind);
    const browser = await signInAs({ app, database });
    const change = (ipAllowlist: string[]) => browser.call("/v1/account", { method: "PATCH", body: { ipAllowlist } });
    expect(await change(["203.0.113.0/24"])).toMatchObject({ status: 200 });
    expect(await app.call("/v1/places?q=lon")).toMatchObject({ status: 403, body: { code: "AUTH_IP_BLOCKED" } });
    expect(await change([])).toMatchObject({ status: 200 });
    expect(await app.call("/v1/places?q=lon")).toMatchObject({ status: 200 });
  });

  test("a session expires after a week without use and after 30 days", async () => {
    const { app, database } = await startApp(kind);
    const browser = await signInAs({ app, database });
    const status = async () => (await browser.call("/portal/session")).status;
    for (let day = 0; day < 28; day += 7) {
      app.clock.advance(7 * dayMs - 60_000);
      expect(await status()).toBe(200);
    }
    app.clock.advance(2 * dayMs + 4 * 60_000 - 1);
    expect(await status()).toBe(200);
    app.clock.advance(1);
    expect(await status()).toBe(401);
    const idle = await signInAs({ app, database });
    app.clock.advance(7 * dayMs);
    expect(await idle.call("/portal/session")).toMatchObject({ status: 401 });
  });

  test("a sign-in creates a new token and ends the previous session of the browser", async () => {
    const { app, database } = await startApp(kind);
    const user = await makeUser({ app, database });
    const planted = await signInAs({ app, database });
    const [, token = ""] = [...planted.cookies][0] ?? [];
    const victim = new Browser(app, token);
    await victim.call("/portal/session/link", { body: { token: await makeLink({ app, database }, user.id) } });
    expect(victim.cookies.get("wayfare_session")).not.toBe(token);
    expect(sessionIn(await victim.call("/portal/session")).user.id).toBe(user.id);
    expect(await new Browser(app, token).call("/portal/session")).toMatchObject({ status: 401 });
  });

  test("rejects cross-origin changes with a session", async () => {
    const { app, database } = await startApp(kind);
    const browser = await signInAs({ app, database });
    const create = (headers: Record<string, string>) =>
      browser.call("/v1/applications", { body: { name: "Shop" }, headers });
    for (const site of ["cross-site", "same-site", "none", ""]) {
      const headers = { "sec-fetch-site": site, origin: app.url };
      expect(await create(headers), site).toMatchObject({ status: 403, body: { code: "ORIGIN_REFUSED" } });
    }
    expect(await create({})).toMatchObject({ status: 201 });
    const cookie = [...browser.cookies].map((pair) => pair.join("=")).join();
    const bare = (headers: Record<string, string>, method = "POST") =>
      app.call("/v1/applications", {
        key: null,
        method,
        headers: { cookie, ...headers },
        ...(method === "GET" ? {} : { body: { name: "Shop" } }),
      });
    expect(await bare({})).toMatchObject({ status: 403, body: { code: "ORIGIN_REFUSED" } });
    expect(await bare({ origin: "https://evil.example" })).toMatchObject({ status: 403 });
    expect(await bare({ origin: app.url })).toMatchObject({ status: 201 });
    expect(await bare({ origin: "http://localhost:8080" })).toMatchObject({ status: 201 });
    expect(await bare({ "sec-fetch-site": "cross-site" }, "GET")).toMatchObject({ status: 200 });
    const link = await makeLink({ app, database });
    const post = { key: null, body: { token: link } };
    expect(await app.call("/portal/session/link", post)).toMatchObject({ status: 403 });
  });
});
