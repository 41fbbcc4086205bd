import { CreateKeySchema } from "@wayfare/contract";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { bodyOf, makeOwner, plainKey, postKey, secretOf, shareApp, unknownKeyId } from "../access-app.ts";
import { readDocument } from "../documented.ts";

describe.each(testDatabaseKinds)("on %s", (kind) => {
  const shared = shareApp(kind);

  test("creates a key with exactly the requested properties", async () => {
    const { app } = shared();
    const findMismatch = await readDocument(app);
    const answer = await app.call("/v1/keys", { body: plainKey });
    expect(answer.status).toBe(201);
    expect(findMismatch("/v1/keys", "post", answer)).toBeNull();
    expect(answer.headers.get("cache-control") ?? "").not.toContain("public");
    const { secret, ...made } = bodyOf("NewKey", answer);
    expect(secret).toMatch(/^key_test_[0-9A-Za-z]{49}$/);
    const hint = `${secret?.slice(0, 13)}…${secret?.slice(-4)}`;
    const empty = { applicationId: null, expiresAt: null, revokedAt: null, graceEndsAt: null, rolledTo: null };
    const unused = { lastUsedAt: null, lastUsedAddress: null, idle: false };
    const createdAt = new Date(app.clock.nowMs()).toISOString();
    const usageLimits = { searches: null, bookings: null };
    const defaults = { ...empty, ...unused, usageLimits, ipAllowlist: [], metadata: {}, status: "active", createdAt };
    expect(made).toEqual({ id: made.id, ...plainKey, hint, ...defaults });
  });

  test("stores application, expiry and the allowlist in canonical form", async () => {
    const { app } = shared();
    const application = bodyOf("Application", await app.call("/v1/applications", { body: { name: "Shop" } }));
    const ipAllowlist = ["203.0.113.9/24", "203.0.113.0/24", "2001:DB8::/32", "127.0.0.1"];
    const made = await postKey(app, {
      applicationId: application.id,
      expiresAt: "2027-06-30T02:00:00+02:00",
      ipAllowlist,
    });
    expect(made).toMatchObject({
      applicationId: application.id,
      expiresAt: "2027-06-30T00:00:00.000Z",
      ipAllowlist: ["203.0.113.0/24", "2001:db8::/32", "127.0.0.1/32"],
    });
    expect(bodyOf("Key", await app.call(`/v1/keys/${made.id}`))).toMatchObject({ ipAllowlist: made.ipAllowlist });
  });

  test("a secret works at once, and is in no later response and no log line", async () => {
    const { app } = shared();
    const made = await postKey(app, { scopes: ["usage.read", "usage.write"] });
    const secret = secretOf(made);
    const own = await app.call("/v1/keys/self", { key: secret });
    expect(own).toMatchObject({ status: 200 });
    const texts = [own.text, (await app.call("/v1/keys")).text, (await app.call(`/v1/keys/${made.id}`)).text];
    texts.push((await app.call(`/v1/keys/${made.id}`, { method: "PATCH", body: { name: "New" } })).text);
    const rolled = await app.call(`/v1/keys/${made.id}/roll`, { method: "POST" });
    texts.push(rolled.text, (await app.call(`/v1/keys/${made.id}/revoke`, { method: "POST" })).text);
    texts.push((await app.call("/v1/audit-events")).text, app.logLines.join(""));
    for (const text of texts) expect(text).not.toContain(secret.slice(9));
    expect(app.logLines.join("")).not.toContain(secretOf(bodyOf("NewKey", rolled)).slice(9));
    expect(bodyOf("Key", own)).not.toHaveProperty("secret");
  });

  test("records key.revoked in the key's environment when a key is rolled, with the end of the overlap", async () => {
    const { app } = shared();
    const made = await postKey(app);
    await app.call(`/v1/keys/${made.id}/roll`, { body: { overlapSeconds: 3600 } });
    const { data } = JSON.parse((await app.call("/v1/events?type=key.revoked")).text);
    const recorded = data.filter((event: { data: { keyId: string } }) => event.data.keyId === made.id);
    const after = (seconds: number) => new Date(app.clock.nowMs() + seconds * 1000).toISOString();
    expect(recorded).toMatchObject([{ data: { revokedAt: after(3600), graceEndsAt: after(3660) } }]);
  });

  test("returns the last use of a key in the next request", async () => {
    const { app } = shared();
    const made = await postKey(app);
    await app.call("/v1/keys/self", { key: secretOf(made) });
    const lastUsedAt = new Date(app.clock.nowMs()).toISOString();
    const read = bodyOf("Key", await app.call(`/v1/keys/${made.id}`));
    expect(read).toMatchObject({ lastUsedAt, lastUsedAddress: "127.0.0.1" });
  });

  test("a key can only grant its own scopes; write includes read", async () => {
    const { app } = shared();
    const key = await app.makeKey({ scopes: ["usage.write", "billing.read"] });
    const make = (scopes: string[]) => app.call("/v1/keys", { key, body: { ...plainKey, scopes } });
    for (const scopes of [["usage.read"], ["usage.write", "billing.read"], ["usage.read", "usage.write"]]) {
      expect(await make(scopes), scopes.join()).toMatchObject({ status: 201 });
    }
    for (const scopes of [["billing.write"], ["flights.search"], ["usage.read", "flights.book"]]) {
      const answer = await make(scopes);
      expect(answer, scopes.join()).toMatchObject({ status: 403, body: { code: "AUTH_SCOPE_MISSING" } });
      expect(answer.body.detail).toContain(scopes.at(-1));
    }
    const reader = await app.makeKey({ scopes: ["usage.read"] });
    expect(await app.call("/v1/keys", { key: reader, body: plainKey })).toMatchObject({ status: 403 });
  });

  test("a key creates only keys of the same kind; service keys cannot create or roll keys", async () => {
    const { app, database } = shared();
    const owner = await makeOwner({ app, database });
    const mismatch = { status: 403, body: { code: "AUTH_ENVIRONMENT_MISMATCH" } };
    for (const from of ["test", "live", "service"] as const) {
      for (const environment of ["test", "live", "service"] as const) {
        const answer = await app.call("/v1/keys", { key: owner[from], body: { ...plainKey, environment } });
        const right = from === environment && from !== "service";
        expect(answer, `${from} makes ${environment}`).toMatchObject(right ? { status: 201 } : mismatch);
      }
    }
    const { id } = await postKey(app, { environment: "live" }, owner.live);
    const roll = (rolled: string, key: string) => app.call(`/v1/keys/${rolled}/roll`, { method: "POST", key });
    expect(await roll(id, owner.service)).toMatchObject(mismatch);
    const service = bodyOf("Key", await app.call("/v1/keys/self", { key: owner.service }));
    expect(await roll(service.id, owner.live)).toMatchObject(mismatch);
    const path = `/v1/keys/${service.id}`;
    const listed = await app.call(path, { key: owner.live, method: "PATCH", body: { ipAllowlist: ["127.0.0.1"] } });
    expect(listed).toMatchObject(mismatch);
  });

  test("live and service keys are visible to each other only", async () => {
    const { app, database } = shared();
    const owner = await makeOwner({ app, database });
    const otherAccount = await makeOwner({ app, database });
    const kindsSeenBy = async (key: string) => {
      const { data } = bodyOf("KeyPage", await app.call("/v1/keys", { key }));
      return data.map(({ environment }) => environment).sort();
    };
    expect(await kindsSeenBy(owner.test)).toEqual(["test"]);
    expect(await kindsSeenBy(owner.live)).toEqual(["live", "service"]);
    expect(await kindsSeenBy(owner.service)).toEqual(["live", "service"]);
    const { id } = bodyOf("Key", await app.call("/v1/keys/self", { key: owner.live }));
    expect((await app.call(`/v1/keys/${id}`, { key: owner.service })).status).toBe(200);
    for (const key of [owner.test, otherAccount.live, otherAccount.service]) {
      for (const [path, method] of [
        ["", "GET"],
        ["", "PATCH"],
        ["/revoke", "POST"],
      ] as const) {
        const body = method === "PATCH" ? { name: "Mine" } : undefined;
        expect(await app.call(`/v1/keys/${id}${path}`, { key, method, body }), path).toMatchObject({ status: 404 });
      }
    }
    expect(await app.call("/v1/keys/self", { key: owner.live })).toMatchObject({ status: 200 });
  });

  test("returns the same 404 for unknown, foreign and malformed ids", async () => {
    const { app, database } = shared();
    const otherAccount = await makeOwner({ app, database });
    const { id } = await postKey(app, {}, otherAccount.test);
    const bodies = new Set<string>();
    for (const each of [unknownKeyId, id, "x", "%00", "ak_%F0%9F%9B%AB", `app_${"0".repeat(26)}`]) {
      const answer = await app.call(`/v1/keys/${each}`);
      expect(answer.status, each).toBe(404);
      const detail = String(answer.body.detail).replace(/'.*'/s, "'ID'");
      bodies.add(JSON.stringify({ ...answer.body, detail, requestId: null }));
    }
    expect(bodies.size).toBe(1);
  });

  test.each([
    ["2020-01-01T00:00:00Z", 400],
    ["2026-11-21T07:33:00.000Z", 400],
    ["2026-02-30T00:00:00Z", 400],
    ["2028-12-31T23:59:60Z", 400],
    ["9999-12-31T23:59:59-23:59", 400],
    ["0001-01-01T00:00:00Z", 400],
    ["0000-01-01T00:00:00+23:59", 400],
    ["2027-01-01", 400],
    ["soon", 400],
    ["", 400],
    ["9999-12-31T23:59:59.999Z", 201],
    ["2026-11-21T07:33:00.001Z", 201],
  ])("an expiry of %j returns %i", async (expiresAt, status) => {
    const { app } = shared();
    const answer = await app.call("/v1/keys", { body: { ...plainKey, expiresAt } });
    expect(answer.status).toBe(status);
    if (status === 400)
      expect(answer.body).toMatchObject({ code: "REQUEST_INVALID", errors: [{ pointer: "/expiresAt" }] });
  });

  test.each([
    ["no scopes", { scopes: [] }, "/scopes"],
    ["a scope twice", { scopes: ["usage.read", "usage.read"] }, "/scopes"],
    ["an unknown scope", { scopes: ["usage.all"] }, "/scopes/0"],
    ["an unknown application", { applicationId: `app_${"0".repeat(26)}` }, "/applicationId"],
    ["a malformed application id", { applicationId: "app_1" }, "/applicationId"],
    ["an invalid range", { ipAllowlist: ["127.0.0.1", "127.0.0.0/33"] }, "/ipAllowlist/1"],
    ["an empty name", { name: "" }, "/name"],
    ["a name that no database can keep", { name: "a\0b" }, "/name"],
    ["half a character", { name: "a\uD83D" }, "/name"],
    ["an unknown member", { allowlist: [] }, "/allowlist"],
  ])("rejects %s with a pointer", async (_name, changes, pointer) => {
    const { app } = shared();
    const answer = await app.call("/v1/keys", { body: { ...plainKey, ...changes } });
    expect(answer).toMatchObject({ status: 400, body: { code: "REQUEST_INVALID" } });
    expect(answer.body.errors?.map((fault) => fault.pointer)).toContain(pointer);
  });

  test("rejects an application of the other partition as unknown", async () => {
    const { app } = shared();
    const live = await app.makeKey({ environment: "live" });
    const { id } = bodyOf("Application", await app.call("/v1/applications", { key: live, body: { name: "Shop" } }));
    const answer = await app.call("/v1/keys", { body: { ...plainKey, applicationId: id } });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: "/applicationId" }] } });
  });

  test("rejects a request without any of the required members", async () => {
    const { app } = shared();
    for (const member of CreateKeySchema.required) {
      const body = Object.fromEntries(Object.entries(plainKey).filter(([name]) => name !== member));
      expect(await app.call("/v1/keys", { body }), member).toMatchObject({ status: 400 });
    }
  });
});
