import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { bodyOf, makeOwner, postKey, shareApp } from "../access-app.ts";
import { readDocument } from "../documented.ts";

describe.each(testDatabaseKinds)("on %s", (kind) => {
  const shared = shareApp(kind);

  /** Creates an account with a key of each kind, and functions for its lists. */
  async function start() {
    const { app, database } = shared();
    const owner = await makeOwner({ app, database });
    const get = (query: string, key = owner.test) => app.call(`/v1/keys?${query}`, { key });
    const list = async (query: string) => bodyOf("KeyPage", await get(query));
    const namesOf = async (query: string) => (await list(query)).data.map(({ name }) => name).sort();
    return { app, database, owner, get, list, namesOf };
  }

  test("pages contain each key once, newest first, in the documented format", async () => {
    const { app, owner, get } = await start();
    for (let at = 0; at < 5; at++) {
      app.clock.advance(1);
      await postKey(app, { name: `Key ${at}` }, owner.test);
    }
    const findMismatch = await readDocument(app);
    const names: string[] = [];
    for (let cursor = ""; ; ) {
      const answer = await get(`limit=2${cursor}`);
      expect(findMismatch("/v1/keys", "get", answer)).toBeNull();
      const page = bodyOf("KeyPage", answer);
      expect(page.data.length).toBeLessThanOrEqual(2);
      names.push(...page.data.map(({ name }) => name));
      if (page.nextCursor === null) break;
      cursor = `&cursor=${page.nextCursor}`;
    }
    expect(names).toEqual(["Key 4", "Key 3", "Key 2", "Key 1", "Key 0", "Test key"]);
  });

  test("pagination returns every existing key once while new keys are created", async () => {
    const { app, owner, list } = await start();
    const old = new Set<string>();
    for (let at = 0; at < 7; at++) old.add((await postKey(app, {}, owner.test)).id);
    const met: string[] = [];
    for (let cursor = ""; ; ) {
      const page = await list(`limit=2${cursor}`);
      met.push(...page.data.map(({ id }) => id).filter((id) => old.has(id)));
      for (let at = 0; at < 3; at++) {
        app.clock.advance(1);
        await postKey(app, {}, owner.test);
      }
      if (page.nextCursor === null) break;
      cursor = `&cursor=${page.nextCursor}`;
    }
    expect(met.toSorted()).toEqual([...old].sort());
  });

  test("filters by status, application and idleness", async () => {
    const { app, owner, namesOf } = await start();
    const post = (name: string, changes: Parameters<typeof postKey>[1] = {}) =>
      postKey(app, { name, ...changes }, owner.test);
    const application = bodyOf(
      "Application",
      await app.call("/v1/applications", { key: owner.test, body: { name: "Shop" } }),
    );
    await post("in shop", { applicationId: application.id });
    await post("expired", { expiresAt: new Date(app.clock.nowMs() + 1000).toISOString() });
    const revoke = async (id: string) => app.call(`/v1/keys/${id}/revoke`, { key: owner.test, method: "POST" });
    await revoke((await post("revoked")).id);
    const rolled = await post("rolled");
    await app.call(`/v1/keys/${rolled.id}/roll`, { key: owner.test, method: "POST" });
    app.clock.advance(60_000);
    await revoke((await post("revoking")).id);
    expect(await namesOf("status=revoked")).toEqual(["revoked"]);
    expect(await namesOf("status=revoking")).toEqual(["revoking"]);
    expect(await namesOf("status=expired")).toEqual(["expired"]);
    expect(await namesOf("status=active")).toEqual(["Test key", "in shop", "rolled", "rolled"]);
    expect(await namesOf(`applicationId=${application.id}`)).toEqual(["in shop"]);
    expect(await namesOf(`applicationId=app_${"0".repeat(26)}`)).toEqual([]);
    expect(await namesOf("idle=true")).toEqual([]);
    app.clock.advance(90 * 86_400_000 + 1);
    expect(await namesOf("idle=true")).toEqual(["in shop", "rolled"]);
    expect(await namesOf("idle=true&status=revoked")).toEqual([]);
    expect(await namesOf("idle=false&status=active")).toEqual(["Test key"]);
  });

  test("rows have the status of the filter", async () => {
    const { app, owner, list } = await start();
    const made = await postKey(app, { expiresAt: new Date(app.clock.nowMs() + 90_000).toISOString() }, owner.test);
    await app.call(`/v1/keys/${made.id}/roll`, { key: owner.test, method: "POST", body: { overlapSeconds: 60 } });
    for (const status of ["active", "revoking", "expired", "revoked"]) {
      const { data } = await list(`status=${status}`);
      expect(data.find(({ id }) => id === made.id)?.status, status).toBe(status);
      app.clock.advance(status === "active" ? 60_000 : 30_000);
    }
  });

  test("rejects a cursor of another account, partition, route or filter", async () => {
    const { app, database, owner, get, list } = await start();
    await postKey(app, {}, owner.test);
    await postKey(app, { environment: "live" }, owner.live);
    const { nextCursor } = await list("limit=1");
    expect(nextCursor).not.toBeNull();
    const page = `limit=1&cursor=${nextCursor}`;
    expect(await get(page)).toMatchObject({ status: 200 });
    expect(await get(`cursor=${nextCursor}`)).toMatchObject({ status: 200 });
    const otherAccount = await makeOwner({ app, database });
    const foreign = { status: 400, body: { code: "CURSOR_INVALID" } };
    expect(await get(page, otherAccount.test)).toMatchObject(foreign);
    expect(await get(page, owner.live)).toMatchObject(foreign);
    expect(await get(`${page}&status=active`)).toMatchObject(foreign);
    expect(await get(`${page}&idle=false`)).toMatchObject(foreign);
    expect(await app.call(`/v1/audit-events?${page}`, { key: owner.test })).toMatchObject(foreign);
    for (const cursor of ["x", "%00", `${nextCursor}A`, `${nextCursor?.slice(1)}`]) {
      expect(await get(`cursor=${cursor}`), cursor).toMatchObject(foreign);
    }
  });

  test("rejects an invalid query", async () => {
    const { get } = await start();
    for (const query of [
      "limit=0",
      "limit=201",
      "limit=x",
      "cursor=",
      "status=dead",
      "idle=maybe",
      "applicationId=%00",
      "page=2",
    ]) {
      expect(await get(query), query).toMatchObject({ status: 400, body: { code: "REQUEST_INVALID" } });
    }
  });
});
