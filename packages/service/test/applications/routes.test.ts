import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { bodyOf, makeOwner, plainKey, postKey, secretOf, shareApp } from "../access-app.ts";
import { readDocument } from "../documented.ts";

describe.each(testDatabaseKinds)("on %s", (kind) => {
  const shared = shareApp(kind);

  /** Creates an account, with functions for its applications over HTTP. */
  async function start() {
    const { app, database } = shared();
    const owner = await makeOwner({ app, database });
    const post = async (body: object, key = owner.test) =>
      bodyOf("Application", await app.call("/v1/applications", { key, body }));
    const call = (id: string, method: string, { body, key = owner.test }: { body?: object; key?: string } = {}) =>
      app.call(`/v1/applications/${id}`, { method, key, ...(body ? { body } : {}) });
    const list = async (key = owner.test) =>
      bodyOf("ApplicationPage", await app.call("/v1/applications", { key })).data;
    return { app, database, owner, post, call, list };
  }

  test("searches names, descriptions and ids, whatever the case, without wildcards", async () => {
    const { app, owner, post } = await start();
    const shop = await post({ name: "Web Shop", description: "100% of sales" });
    const other = await post({ name: "Other" });
    const search = async (text: string) => {
      const answer = await app.call(`/v1/applications?search=${encodeURIComponent(text)}`, { key: owner.test });
      return bodyOf("ApplicationPage", answer).data.map(({ name }) => name);
    };
    expect(await search("shop")).toEqual(["Web Shop"]);
    expect(await search("100%")).toEqual(["Web Shop"]);
    expect(await search("o%r")).toEqual([]);
    expect(await search(other.id)).toEqual(["Other"]);
    expect(await search(shop.id.slice(-8).toUpperCase())).toEqual(["Web Shop"]);
    expect(await app.call("/v1/applications?search=", { key: owner.test })).toMatchObject({ status: 400 });
    const keys = async (text: string) => {
      const answer = await app.call(`/v1/keys?search=${encodeURIComponent(text)}`, { key: owner.test });
      return bodyOf("KeyPage", answer).data.map(({ name }) => name);
    };
    const made = await postKey(app, { name: "Nightly report" }, owner.test);
    expect(await keys("REPORT")).toEqual(["Nightly report"]);
    expect(await keys(made.hint)).toEqual(["Nightly report"]);
    expect(await keys("no such key")).toEqual([]);
  });

  test("creates, returns, changes and lists applications, newest first", async () => {
    const { app, owner, post, call, list } = await start();
    const findMismatch = await readDocument(app);
    const made = await app.call("/v1/applications", { key: owner.test, body: { name: "Shop" } });
    expect(made.status).toBe(201);
    expect(findMismatch("/v1/applications", "post", made)).toBeNull();
    const shop = bodyOf("Application", made);
    const createdAt = new Date(app.clock.nowMs()).toISOString();
    expect(shop).toEqual({ id: shop.id, environment: "test", name: "Shop", description: "", metadata: {}, createdAt });
    app.clock.advance(1);
    const other = await post({ name: "Other", description: "Second" });
    expect(bodyOf("Application", await call(shop.id, "GET"))).toEqual(shop);
    const changed = await call(shop.id, "PATCH", { body: { description: "First" } });
    expect(findMismatch("/v1/applications/{id}", "patch", changed)).toBeNull();
    expect(bodyOf("Application", changed)).toEqual({ ...shop, description: "First" });
    expect(await call(shop.id, "PATCH", { body: {} })).toMatchObject({ status: 200, text: changed.text });
    expect(await list()).toEqual([other, { ...shop, description: "First" }]);
  });

  test("hides applications from other accounts and the other partition", async () => {
    const { app, database, owner, post, call, list } = await start();
    const { id } = await post({ name: "Shop" });
    const otherAccount = await makeOwner({ app, database });
    for (const key of [owner.live, owner.service, otherAccount.test]) {
      for (const method of ["GET", "PATCH", "DELETE"]) {
        const body = method === "PATCH" ? { name: "Mine" } : undefined;
        expect(await call(id, method, { key, ...(body ? { body } : {}) }), method).toMatchObject({ status: 404 });
      }
      expect(await list(key)).toEqual([]);
    }
    const live = await post({ name: "Live" }, owner.service);
    expect(live.environment).toBe("live");
    expect(await list(owner.live)).toEqual([live]);
  });

  test("rejects invalid bodies and missing scopes", async () => {
    const { app, owner, post, call } = await start();
    const { id } = await post({ name: "Shop" });
    const faulty = [
      {},
      { name: "" },
      { name: "x".repeat(101) },
      { name: "a\0" },
      { name: "\uDC00" },
      { name: "S", id: "x" },
    ];
    for (const body of [...faulty, { name: "S", description: "\0" }, { name: "S", description: null }]) {
      const answer = await app.call("/v1/applications", { key: owner.test, body });
      expect(answer, JSON.stringify(body)).toMatchObject({ status: 400, body: { code: "REQUEST_INVALID" } });
    }
    expect(await call(id, "PATCH", { body: { name: "\0" } })).toMatchObject({ status: 400 });
    expect(await call("%00", "GET")).toMatchObject({ status: 404 });
    const { accountId } = owner;
    const reader = await app.makeKey({ accountId, scopes: ["usage.read"] });
    expect(await call(id, "GET", { key: reader })).toMatchObject({ status: 200 });
    expect(await call(id, "DELETE", { key: reader })).toMatchObject({ status: 403 });
    expect(await app.call("/v1/applications", { key: reader, body: { name: "Shop" } })).toMatchObject({ status: 403 });
  });

  test("returns 404 for a deleted application on every route", async () => {
    const { app, owner, post, call, list } = await start();
    const { id } = await post({ name: "Shop" });
    const deleted = await call(id, "DELETE");
    const findMismatch = await readDocument(app);
    expect(findMismatch("/v1/applications/{id}", "delete", deleted)).toBeNull();
    expect(JSON.parse(deleted.text)).toEqual({
      id,
      deletedAt: new Date(app.clock.nowMs()).toISOString(),
      revokedKeys: [],
      deletedWebhooks: [],
      deletedWatches: 0,
    });
    expect(await list()).toEqual([]);
    expect(await call(id, "GET")).toMatchObject({ status: 404 });
    expect(await call(id, "PATCH", { body: { name: "Back" } })).toMatchObject({ status: 404 });
    expect(await call(id, "DELETE")).toMatchObject({ status: 404 });
    const answer = await app.call("/v1/keys", { key: owner.test, body: { ...plainKey, applicationId: id } });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: "/applicationId" }] } });
  });

  test("deletion revokes its keys with a grace period, including rolled ones, and no others", async () => {
    const { app, owner, post, call } = await start();
    const { id } = await post({ name: "Shop" });
    const inShop = () => postKey(app, { applicationId: id }, owner.test);
    const [plain, rolled, revoked, outside] = [
      await inShop(),
      await inShop(),
      await inShop(),
      await postKey(app, {}, owner.test),
    ];
    const change = (key: string, action: string) =>
      app.call(`/v1/keys/${key}/${action}`, { key: owner.test, method: "POST" });
    const successor = bodyOf("Key", await change(rolled.id, "roll"));
    await change(revoked.id, "revoke");
    app.clock.advance(1000);
    const { revokedKeys } = bodyOf("DeletedApplication", await call(id, "DELETE"));
    expect(revokedKeys.toSorted()).toEqual([plain.id, rolled.id, successor.id].sort());
    const revokedAt = new Date(app.clock.nowMs()).toISOString();
    const graceEndsAt = new Date(app.clock.nowMs() + 60_000).toISOString();
    for (const key of revokedKeys) {
      const read = bodyOf("Key", await app.call(`/v1/keys/${key}`, { key: owner.test }));
      expect(read).toMatchObject({ status: "revoking", revokedAt, graceEndsAt });
    }
    const use = (key: typeof plain) => app.call("/v1/keys/self", { key: secretOf(key) });
    expect(await use(plain)).toMatchObject({ status: 200 });
    app.clock.advance(60_000);
    for (const key of [plain, rolled]) expect(await use(key)).toMatchObject({ status: 401 });
    expect(await use(outside)).toMatchObject({ status: 200 });
  });

  test("concurrent changes during the deletion leave no active key", async () => {
    const { app, database, owner, post, call } = await start();
    const seen = new Set<string>();
    for (let round = 0; round < 20; round++) {
      const { id } = await post({ name: "Shop" });
      const keys: string[] = [];
      for (let at = 0; at < 4; at++) keys.push((await postKey(app, { applicationId: id }, owner.test)).id);
      const create = () => app.call("/v1/keys", { key: owner.test, body: { ...plainKey, applicationId: id } });
      const change = (at: number, action: string, body?: object) =>
        app.call(`/v1/keys/${keys[at]}${action}`, {
          key: owner.test,
          method: action ? "POST" : "PATCH",
          ...(body ? { body } : {}),
        });
      const before = [create(), change(0, "/roll"), change(1, "/roll", { overlapSeconds: 0 })];
      const after = [
        create(),
        change(2, "/revoke"),
        change(3, "", { name: "New" }),
        change(3, "/roll"),
        call(id, "DELETE"),
      ];
      const order =
        round % 2 === 0 ? [...before, call(id, "DELETE"), ...after] : [call(id, "DELETE"), ...before, ...after];
      const answers = await Promise.all(order);
      for (const { status, text } of answers) {
        expect([200, 201, 400, 404, 409], text).toContain(status);
        seen.add(String(status));
      }
      expect(answers.filter(({ text }) => text.includes("revokedKeys"))).toHaveLength(1);
      const active = "SELECT id FROM api_keys WHERE application_id = $1 AND (revoked_at IS NULL OR revoked_at > $2)";
      expect(await database.query(active, [id, new Date(app.clock.nowMs())])).toEqual([]);
    }
    expect([...seen]).toContain("400");
  });
});
