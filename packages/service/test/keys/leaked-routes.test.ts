import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { makeRawKey } from "../../src/keys/raw-key.ts";
import { bodyOf, postKey, secretOf, startApp } from "../access-app.ts";
import { readDocument } from "../documented.ts";
import type { RunningApp } from "../running-app.ts";

describe.each(testDatabaseKinds)("on %s", (kind) => {
  const report = (app: RunningApp, key: string, address?: string) => {
    const headers = address === undefined ? {} : { "x-forwarded-for": address };
    return app.call("/v1/keys/revoke-leaked", { key: null, body: { key }, headers });
  };

  test("revokes a key of any kind at once", async () => {
    const { app } = await startApp(kind);
    const findMismatch = await readDocument(app);
    for (const environment of ["test", "live", "service"] as const) {
      const key = await app.makeKey({ environment });
      expect(await app.call("/v1/keys/self", { key })).toMatchObject({ status: 200 });
      const answer = await report(app, key);
      const revokedAt = new Date(app.clock.nowMs()).toISOString();
      expect(JSON.parse(answer.text), environment).toEqual({ status: "revoked", revokedAt });
      expect(findMismatch("/v1/keys/revoke-leaked", "post", answer)).toBeNull();
      const refused = await app.call("/v1/keys/self", { key });
      expect(refused, environment).toMatchObject({ status: 401, body: { code: "AUTH_KEY_REVOKED" } });
      app.clock.advance(1000);
      expect(await report(app, key)).toMatchObject({ status: 200, text: answer.text });
    }
  });

  test("a grace period, overlap or expiry does not delay the revocation", async () => {
    const { app } = await startApp(kind);
    const expiresAt = new Date(app.clock.nowMs() + 500).toISOString();
    const [revoking, rolled, expired] = [await postKey(app), await postKey(app), await postKey(app, { expiresAt })];
    await app.call(`/v1/keys/${revoking.id}/revoke`, { method: "POST" });
    const successor = bodyOf("NewKey", await app.call(`/v1/keys/${rolled.id}/roll`, { method: "POST" }));
    const revokedAt = new Date(app.clock.nowMs()).toISOString();
    app.clock.advance(1000);
    const killedAt = new Date(app.clock.nowMs()).toISOString();
    for (const [key, since] of [
      [revoking, revokedAt],
      [rolled, killedAt],
      [expired, killedAt],
    ] as const) {
      expect(JSON.parse((await report(app, secretOf(key))).text)).toEqual({ status: "revoked", revokedAt: since });
      const refused = await app.call("/v1/keys/self", { key: secretOf(key) });
      expect(refused).toMatchObject({ status: 401, body: { code: "AUTH_KEY_REVOKED" } });
      const read = bodyOf("Key", await app.call(`/v1/keys/${key.id}`));
      expect(read).toMatchObject({ status: "revoked", revokedAt: since, graceEndsAt: killedAt });
    }
    expect(await app.call("/v1/keys/self", { key: secretOf(successor) })).toMatchObject({ status: 200 });
  });

  test("returns the same 404 for unknown and malformed keys", async () => {
    const { app } = await startApp(kind);
    const wrongChecksum = `${app.key.slice(0, -1)}${app.key.endsWith("0") ? "1" : "0"}`;
    const bodies = new Set<string>();
    for (const key of [makeRawKey("live"), wrongChecksum, "x", "\0", app.key.replace("test", "live"), ` ${app.key}`]) {
      const answer = await report(app, key);
      expect(answer, JSON.stringify(key)).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
      bodies.add(JSON.stringify({ ...answer.body, requestId: null }));
    }
    expect(bodies.size).toBe(1);
    app.clock.advance(60_000);
    for (const body of [{}, { key: "" }, { key: null }, { key: app.key, force: true }, { key: "x".repeat(201) }]) {
      const answer = await app.call("/v1/keys/revoke-leaked", { key: null, body });
      expect(answer, JSON.stringify(body)).toMatchObject({ status: 400 });
      expect(answer.text).not.toContain(app.key.slice(9));
    }
    expect(await app.call("/v1/keys/self")).toMatchObject({ status: 200 });
  });

  test("does not return or log the raw key, and audits the revocation", async () => {
    const { app, database } = await startApp(kind);
    const made = await postKey(app);
    const random = secretOf(made).slice(9, -6);
    const answer = await report(app, secretOf(made));
    const { data } = bodyOf("AuditPage", await app.call(`/v1/audit-events?type=key.leaked`));
    expect(data).toHaveLength(1);
    const actor = { type: "holder", id: null, address: "127.0.0.1" };
    expect(data[0]).toMatchObject({ actor, subject: { type: "key", id: made.id }, environment: "test" });
    expect(data[0]?.requestId).toBe(answer.headers.get("request-id"));
    await report(app, secretOf(made));
    await database.execute("ALTER TABLE api_keys RENAME TO api_keys_away");
    const failed = await report(app, secretOf(made));
    expect(failed).toMatchObject({ status: 500 });
    await database.execute("ALTER TABLE api_keys_away RENAME TO api_keys");
    expect(bodyOf("AuditPage", await app.call("/v1/audit-events?type=key.leaked")).data).toHaveLength(1);
    for (const text of [answer.text, failed.text, JSON.stringify(data), ...app.logLines])
      expect(text).not.toContain(random);
  });

  test("throttles an IP address after ten attempts per minute and refills with time", async () => {
    const { app } = await startApp(kind);
    const tries = async (count: number) => {
      const statuses = [];
      for (let at = 0; at < count; at++) statuses.push((await report(app, "x")).status);
      return statuses;
    };
    expect(await tries(10)).toEqual(Array(10).fill(404));
    const refused = await report(app, app.key);
    expect(refused).toMatchObject({ status: 429, body: { code: "RATE_LIMITED" } });
    const seconds = Number(refused.headers.get("retry-after"));
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(await app.call("/v1/keys/self")).toMatchObject({ status: 200 });
    app.clock.advance(seconds * 1000);
    expect(await tries(2)).toEqual([404, 429]);
    app.clock.advance(3_600_000);
    expect(await tries(11)).toEqual([...Array<number>(10).fill(404), 429]);
  });

  test("counts IP addresses separately, IPv6 by /64", async () => {
    const { app } = await startApp(kind, { trustProxy: ["127.0.0.1"] });
    const exhaust = async (address: string) => {
      for (let at = 0; at < 10; at++) expect(await report(app, "x", address), address).toMatchObject({ status: 404 });
      expect(await report(app, "x", address)).toMatchObject({ status: 429 });
    };
    const statusOf = async (address: string) => (await report(app, "x", address)).status;
    await exhaust("203.0.113.9");
    expect(await statusOf("203.0.113.10")).toBe(404);
    expect(await statusOf("::ffff:203.0.113.9")).toBe(429);
    await exhaust("2001:db8::1");
    for (const same of ["2001:db8::2", "2001:db8:0:0:ffff::", "2001:DB8:0:0:1:2:3:4"])
      expect(await statusOf(same), same).toBe(429);
    for (const other of ["2001:db8:0:1::1", "2001:db8:1::1"]) expect(await statusOf(other), other).toBe(404);
    await exhaust("2001:0:0:5:1:2:3:4");
    for (const same of ["2001:0:0:5::", "2001:0:0:5:4:3:2:1"]) expect(await statusOf(same), same).toBe(429);
    for (const other of ["2001:0:0:6:1:2:3:4", "2001::1", "::1"]) expect(await statusOf(other), other).toBe(404);
  });

  test("ignores forwarding headers of untrusted clients", async () => {
    const { app } = await startApp(kind);
    for (let at = 0; at < 10; at++) await report(app, "x", `203.0.113.${at}`);
    expect(await report(app, "x", "203.0.113.99")).toMatchObject({ status: 429 });
  });
});
