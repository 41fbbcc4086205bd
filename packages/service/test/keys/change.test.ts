import type { Key, NewKey } from "@wayfare/contract";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { bodyOf, plainKey, postKey, secretOf, shareApp } from "../access-app.ts";
import type { RunningApp } from "../running-app.ts";

const dayMs = 86_400_000;

describe.each(testDatabaseKinds)("on %s", (kind) => {
  const shared = shareApp(kind);
  const instant = (app: RunningApp, afterMs = 0) => new Date(app.clock.nowMs() + afterMs).toISOString();
  const read = async (app: RunningApp, id: string) => bodyOf("Key", await app.call(`/v1/keys/${id}`));
  const roll = (app: RunningApp, id: string, body?: object) =>
    app.call(`/v1/keys/${id}/roll`, { method: "POST", ...(body ? { body } : {}) });
  const patch = (app: RunningApp, id: string, body: object) => app.call(`/v1/keys/${id}`, { method: "PATCH", body });

  test("a roll copies the settings, and the old key works until overlap and grace period end", async () => {
    const { app } = shared();
    const application = bodyOf("Application", await app.call("/v1/applications", { body: { name: "Shop" } }));
    const settings = {
      name: "Rolled",
      scopes: ["usage.read", "flights.search"],
      applicationId: application.id,
      ipAllowlist: ["127.0.0.0/8"],
      expiresAt: instant(app, 30 * dayMs),
    } satisfies Partial<Key>;
    const old = await postKey(app, settings);
    const answer = await roll(app, old.id);
    expect(answer.status).toBe(201);
    const made = bodyOf("NewKey", answer);
    expect(made).toMatchObject({ ...settings, environment: "test", status: "active", revokedAt: null, rolledTo: null });
    expect(secretOf(made)).not.toBe(secretOf(old));
    const rolled = await read(app, old.id);
    const ends = { revokedAt: instant(app, dayMs), graceEndsAt: instant(app, dayMs + 60_000) };
    expect(rolled).toMatchObject({ ...settings, ...ends, status: "active", rolledTo: made.id });
    const use = (key: NewKey) => app.call("/v1/keys/self", { key: secretOf(key) });
    app.clock.advance(dayMs - 1);
    expect(bodyOf("Key", await use(old)).status).toBe("active");
    app.clock.advance(1);
    expect(bodyOf("Key", await use(old)).status).toBe("revoking");
    app.clock.advance(60_000);
    expect(await use(old)).toMatchObject({ status: 401, body: { code: "AUTH_KEY_REVOKED" } });
    expect(await use(made)).toMatchObject({ status: 200 });
  });

  test("without an overlap, the old key is revoked at once with a grace period", async () => {
    const { app } = shared();
    const old = await postKey(app);
    expect(await roll(app, old.id, { overlapSeconds: 0 })).toMatchObject({ status: 201 });
    const ends = { revokedAt: instant(app), graceEndsAt: instant(app, 60_000) };
    expect(await read(app, old.id)).toMatchObject({ ...ends, status: "revoking" });
    expect(await app.call("/v1/keys/self", { key: secretOf(old) })).toMatchObject({ status: 200 });
  });

  test("rolls with an overlap of a day without a body or with an empty one", async () => {
    const { app } = shared();
    const json = { "content-type": "application/json" };
    for (const how of [{}, { headers: json }, { body: "" }, { body: "{}" }]) {
      const { id } = await postKey(app);
      const answer = await app.call(`/v1/keys/${id}/roll`, { method: "POST", ...how });
      expect(answer.status, JSON.stringify(how)).toBe(201);
      expect(await read(app, id)).toMatchObject({ revokedAt: instant(app, dayMs) });
    }
  });

  test("rejects an invalid overlap", async () => {
    const { app } = shared();
    const { id } = await postKey(app);
    for (const overlapSeconds of [-1, 0.5, 7 * 86_400 + 1, "60", null]) {
      const answer = await roll(app, id, { overlapSeconds });
      expect(answer, String(overlapSeconds)).toMatchObject({ status: 400, body: { code: "REQUEST_INVALID" } });
    }
    expect(await roll(app, id, { overlapSeconds: 7 * 86_400 })).toMatchObject({ status: 201 });
    expect(await roll(app, id)).toMatchObject({ status: 409, body: { code: "STATE_INVALID" } });
  });

  test("rejects the roll of a key with scopes that the caller does not have", async () => {
    const { app } = shared();
    const { id } = await postKey(app, { scopes: ["billing.write"] });
    const key = await app.makeKey({ scopes: ["usage.write", "billing.read"] });
    const answer = await app.call(`/v1/keys/${id}/roll`, { method: "POST", key });
    expect(answer).toMatchObject({ status: 403, body: { code: "AUTH_SCOPE_MISSING" } });
    expect(await read(app, id)).toMatchObject({ rolledTo: null, revokedAt: null });
  });

  test("a change affects only the given members, and null removes the expiry", async () => {
    const { app } = shared();
    const made = await postKey(app, { expiresAt: instant(app, 1000), ipAllowlist: ["127.0.0.1"] });
    const { secret: _secret, ...key } = made;
    expect(bodyOf("Key", await patch(app, key.id, {}))).toEqual(key);
    expect(bodyOf("Key", await patch(app, key.id, { name: "New" }))).toEqual({ ...key, name: "New" });
    const cleared = bodyOf(
      "Key",
      await patch(app, key.id, { expiresAt: null, ipAllowlist: [], scopes: ["flights.search"] }),
    );
    expect(cleared).toEqual({ ...key, name: "New", expiresAt: null, ipAllowlist: [], scopes: ["flights.search"] });
    expect(await read(app, key.id)).toEqual(cleared);
    app.clock.advance(2000);
    expect(await app.call("/v1/places?q=lon", { key: secretOf(made) })).toMatchObject({ status: 200 });
  });

  test("removed scopes are rejected from the next request on, and only a caller with them can add them again", async () => {
    const { app } = shared();
    const made = await postKey(app, { scopes: ["usage.read", "usage.write"] });
    const list = () => app.call("/v1/keys", { key: secretOf(made) });
    expect(await list()).toMatchObject({ status: 200 });
    await patch(app, made.id, { scopes: ["flights.search", "usage.write"] });
    const own = { method: "PATCH", key: secretOf(made), body: { scopes: ["billing.read", "usage.write"] } };
    expect(await app.call(`/v1/keys/${made.id}`, own)).toMatchObject({ status: 403 });
    await patch(app, made.id, { scopes: ["flights.search"] });
    expect(await list()).toMatchObject({ status: 403, body: { code: "AUTH_SCOPE_MISSING" } });
  });

  test("rejects invalid changes completely", async () => {
    const { app } = shared();
    const { secret: _secret, ...key } = await postKey(app);
    const faulty = [{ scopes: [] }, { expiresAt: "2020-01-01T00:00:00Z" }, { ipAllowlist: ["x"] }, { scopes: ["x"] }];
    for (const fault of [...faulty, { environment: "live" }, { applicationId: null }]) {
      expect(await patch(app, key.id, { name: "New", ...fault }), JSON.stringify(fault)).toMatchObject({ status: 400 });
    }
    for (const body of [[], { name: null }]) expect(await patch(app, key.id, body)).toMatchObject({ status: 400 });
    expect(await read(app, key.id)).toEqual(key);
  });

  test("only an active key can be changed or rolled, and revoking it again has no effect", async () => {
    const { app } = shared();
    const { id } = await postKey(app);
    const revoke = async () => bodyOf("Revocation", await app.call(`/v1/keys/${id}/revoke`, { method: "POST" }));
    const revoked = await revoke();
    expect(revoked).toEqual({ id, status: "revoking", revokedAt: instant(app), graceEndsAt: instant(app, 60_000) });
    app.clock.advance(1000);
    expect(await revoke()).toEqual(revoked);
    for (const answer of [await patch(app, id, { name: "New" }), await roll(app, id)]) {
      expect(answer).toMatchObject({ status: 409, body: { code: "STATE_INVALID" } });
    }
    app.clock.advance(60_000);
    expect(await revoke()).toEqual({ ...revoked, status: "revoked" });
    const expiring = await postKey(app, { expiresAt: instant(app, 1000) });
    app.clock.advance(1000);
    expect(await patch(app, expiring.id, { expiresAt: null })).toMatchObject({ status: 409 });
  });

  test("revoking a rolled key ends its overlap", async () => {
    const { app } = shared();
    const { id } = await postKey(app);
    await roll(app, id);
    const revoked = bodyOf("Revocation", await app.call(`/v1/keys/${id}/revoke`, { method: "POST" }));
    expect(revoked).toMatchObject({ revokedAt: instant(app), graceEndsAt: instant(app, 60_000) });
  });

  test("one of twenty concurrent rolls creates a key", async () => {
    const { app, database } = shared();
    const { id } = await postKey(app, { name: "Contested" });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => roll(app, id, { overlapSeconds: at % 2 })));
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    expect(await database.query("SELECT id FROM api_keys WHERE name = 'Contested'")).toHaveLength(2);
    expect((await read(app, id)).rolledTo).toBe(made.map((answer) => bodyOf("NewKey", answer).id)[0]);
  });

  test("concurrent changes, revocations and rolls end in a consistent state", async () => {
    const { app, database } = shared();
    for (let round = 0; round < 5; round++) {
      const name = `Round ${round}`;
      const { id } = await postKey(app, { name, expiresAt: instant(app, dayMs) });
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, at) => {
          if (at % 3 === 0) return roll(app, id);
          if (at % 3 === 1) return patch(app, id, { scopes: at % 2 ? plainKey.scopes : ["flights.search"] });
          return app.call(`/v1/keys/${id}/revoke`, { method: "POST" });
        }),
      );
      for (const { status } of answers) expect([200, 201, 409]).toContain(status);
      const made = answers.filter(({ status }) => status === 201).map((answer) => bodyOf("NewKey", answer).id);
      expect(made.length).toBeLessThanOrEqual(1);
      const ends = { revokedAt: instant(app), graceEndsAt: instant(app, 60_000), rolledTo: made[0] ?? null };
      expect(await read(app, id)).toMatchObject({ ...ends, status: "revoking" });
      expect(await database.query("SELECT id FROM api_keys WHERE name = $1", [name])).toHaveLength(1 + made.length);
    }
  });
});
