import { describe, expect, onTestFinished, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { makeRawKey } from "../../src/keys/raw-key.ts";
import { startApp } from "../access-app.ts";
import { goodSearch } from "../running-app.ts";

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("rejects missing, malformed and unknown keys with 401 and WWW-Authenticate", async () => {
    const { app } = await startApp(kind);
    const missing = await app.call("/v1/places?q=lon", { key: null });
    expect(missing).toMatchObject({ status: 401, body: { code: "AUTH_MISSING" } });
    expect(missing.headers.get("www-authenticate")).toBe("Bearer");
    const wrongChecksum = `${app.key.slice(0, -1)}${app.key.endsWith("0") ? "1" : "0"}`;
    for (const key of ["x", "key_test_", wrongChecksum, makeRawKey("test"), app.key.replace("test", "live")]) {
      const answer = await app.call("/v1/places?q=lon", { key });
      expect(answer, key).toMatchObject({ status: 401, body: { code: "AUTH_INVALID" } });
      expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    }
    const basic = await app.call("/v1/places?q=lon", { key: null, headers: { authorization: "Basic eDp5" } });
    expect(basic).toMatchObject({ status: 401, body: { code: "AUTH_INVALID" } });
  });

  test("rejects a key with a wrong checksum without a database query", async () => {
    const { app, database } = await startApp(kind);
    await database.execute("ALTER TABLE api_keys RENAME TO api_keys_away");
    onTestFinished(async () => void (await database.execute("ALTER TABLE api_keys_away RENAME TO api_keys")));
    expect(await app.call("/v1/places?q=lon", { key: `${app.key.slice(0, -6)}000000` })).toMatchObject({ status: 401 });
    expect(await app.call("/v1/places?q=lon")).toMatchObject({ status: 500, body: { code: "INTERNAL" } });
  });

  test("accepts either search scope and no other scope", async () => {
    const { app } = await startApp(kind);
    for (const scope of ["usage.read", "flights.search", "usage.write"] as const) {
      const key = await app.makeKey({ scopes: [scope] });
      expect(await app.call("/v1/search", { key, body: goodSearch }), scope).toMatchObject({ status: 200 });
    }
    const key = await app.makeKey({ scopes: ["billing.write", "flights.book"] });
    const answer = await app.call("/v1/search", { key, body: goodSearch });
    expect(answer).toMatchObject({ status: 403, body: { code: "AUTH_SCOPE_MISSING" } });
    expect(answer.body.detail).toContain("flights.search");
  });

  test("checks the scope before it reads the body", async () => {
    const { app } = await startApp(kind);
    const key = await app.makeKey({ scopes: ["billing.read"] });
    expect(await app.call("/v1/search", { key, body: "{broken" })).toMatchObject({ status: 403 });
    expect(await app.call("/v1/search", { key: null, body: "{broken" })).toMatchObject({ status: 401 });
  });

  test("rejects a key from its expiry on", async () => {
    const { app } = await startApp(kind);
    const key = await app.makeKey({ expiresAtMs: app.clock.nowMs() + 1000 });
    expect(await app.call("/v1/places?q=lon", { key })).toMatchObject({ status: 200 });
    app.clock.advance(1000);
    expect(await app.call("/v1/places?q=lon", { key })).toMatchObject({ body: { code: "AUTH_KEY_EXPIRED" } });
  });

  test("accepts a revoked key until its grace period ends", async () => {
    const { app, database } = await startApp(kind);
    const nowMs = app.clock.nowMs();
    await database.execute("UPDATE api_keys SET revoked_at = $1, grace_ends_at = $2", [
      new Date(nowMs),
      new Date(nowMs + 60_000),
    ]);
    app.clock.advance(59_999);
    expect(await app.call("/v1/places?q=lon")).toMatchObject({ status: 200 });
    app.clock.advance(1);
    expect(await app.call("/v1/places?q=lon")).toMatchObject({ status: 401, body: { code: "AUTH_KEY_REVOKED" } });
  });

  test("test keys use test data; live and service keys use live data", async () => {
    const { app } = await startApp(kind);
    for (const [environment, seen] of [
      ["test", "test"],
      ["live", "live"],
      ["service", "live"],
    ] as const) {
      const key = await app.makeKey({ environment });
      const answer = await app.call("/v1/search", { key, body: goodSearch });
      expect(answer.body.environment, environment).toBe(seen);
    }
  });

  test("does not log raw keys, query strings and bodies", async () => {
    const { app, database } = await startApp(kind);
    await app.call("/v1/places?q=secret-query");
    await app.call("/v1/search", { body: { ...goodSearch, origin: "secret-body" } });
    await app.call("/v1/offers/secret-path");
    await database.execute("ALTER TABLE searches RENAME TO searches_away");
    onTestFinished(async () => void (await database.execute("ALTER TABLE searches_away RENAME TO searches")));
    expect(await app.call("/v1/search", { body: goodSearch })).toMatchObject({ status: 500 });
    const log = app.logLines.join("");
    expect(log).toContain('"route":"/v1/places"');
    expect(log).toContain('"keyId":"ak_');
    expect(log).not.toContain(app.key);
    expect(log).not.toContain("secret-");
    expect(log).not.toContain("uthorization");
  });
});
