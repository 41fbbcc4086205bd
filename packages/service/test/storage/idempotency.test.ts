import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { readOpenApiDocument } from "../../src/pages/openapi-shapes.ts";
import { deleteKeptAnswers, idempotencyMs } from "../../src/storage/idempotency.ts";
import { createAccount } from "../../src/tenancy/account-store.ts";
import { plainKey, postKey, startApp, unknownKeyId } from "../access-app.ts";
import { creations, idOf, sendOnce } from "../creations.ts";

test("the routes that take an Idempotency-Key are those that are tested here", async () => {
  const { app } = await startApp("pglite");
  const { paths } = readOpenApiDocument((await app.call("/openapi.json")).text);
  const taking = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { parameters = [] }]) =>
        parameters.some((each) => each.in === "header" && each.name.toLowerCase() === "idempotency-key"),
      )
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  // Searches are not answered from a record: usage/charges.test.ts covers them.
  const searches = ["POST /v1/flights/search", "POST /v1/search"];
  expect(taking.sort()).toEqual([...Object.keys(creations), ...searches].sort());
});

/** Why some effects cannot be had a second time a day later. */
const codesOfLate: Record<string, string> = {
  "POST /v1/keys/{id}/roll": "STATE_INVALID",
  "POST /v1/billing/subscription/change": "STATE_INVALID",
  "POST /v1/billing/subscription/cancel": "STATE_INVALID",
  "POST /v1/billing/subscription/resume": "STATE_INVALID",
  "POST /v1/billing/invoices/{id}/mark-paid": "STATE_INVALID",
  "POST /v1/billing/coupons/redeem": "COUPON_INVALID",
  "POST /v1/bookings": "OFFER_EXPIRED",
  "POST /v1/bookings/{id}/cancel": "STATE_INVALID",
};

/** One creation of each shape: every creation runs on PostgreSQL, and these on the embedded database too. */
const sample = new Set(["POST /v1/keys", "POST /v1/bookings", "POST /v1/webhooks/{id}/rotate"]);

describe.each(testDatabaseKinds)("on %s", (kind) => {
  const start = () => startApp(kind);
  const cases = Object.entries(creations).filter(([name]) => kind === "postgresql" || sample.has(name));

  test.each(cases)("%s has its effect once, and answers the same again", async (_name, prepare) => {
    const { app, database } = await start();
    const creation = await prepare(app, database);
    const { status = 201 } = creation;
    const count = async () => (await database.query(`SELECT id FROM ${creation.table}`)).length;
    const before = await count();
    const first = await sendOnce(app, creation);
    expect(first).toMatchObject({ status, replayed: null });
    const { secret, ...rest } = first.body;
    expect(typeof secret).toBe(creation.hasSecret ? "string" : "undefined");
    expect(first.body).not.toHaveProperty("secretOmitted");
    const kept = creation.hasSecret ? { ...rest, secretOmitted: true } : rest;
    const reordered = Object.fromEntries(Object.entries(creation.body).toReversed());
    for (const idempotencyKey of ["order-1", '"order-1"']) {
      for (const body of [creation.body, reordered]) {
        const again = await sendOnce(app, { ...creation, body }, { idempotencyKey });
        expect(again).toEqual({ status, replayed: "true", code: undefined, body: kept });
      }
    }
    if (creation.otherBody !== null) {
      const other = await sendOnce(app, { ...creation, body: creation.otherBody });
      expect(other).toMatchObject({ status: 422, code: "IDEMPOTENCY_KEY_REUSED", replayed: null });
    }
    expect(await count()).toBe(before + 1);
  });

  test.each(cases)("%s takes a key anew after a day", async (name, prepare) => {
    const { app, database } = await start();
    const creation = await prepare(app, database);
    const { status = 201 } = creation;
    const first = await sendOnce(app, creation);
    app.clock.advance(idempotencyMs - 1);
    const kept = await sendOnce(app, creation);
    expect(kept).toMatchObject({ status, replayed: "true" });
    expect(idOf(kept.body)).toBe(idOf(first.body));
    app.clock.advance(1);
    const anew = await sendOnce(app, creation);
    expect(anew.replayed).toBeNull();
    // By then the key that was rolled is revoked, and the like: only what really ran again can tell.
    const code = codesOfLate[name];
    expect(anew).toMatchObject(
      code === undefined ? { status } : { status: code === "COUPON_INVALID" ? 422 : 409, code },
    );
    expect(anew.body).not.toEqual(first.body);
  });

  test("routes, accounts and partitions do not share keys", async () => {
    const { app, database } = await start();
    const accountId = await createAccount(database, "Other", app.clock.nowMs());
    const callers = [app.key, await app.makeKey({ accountId }), await app.makeKey({ environment: "live" })];
    for (const [at, key] of callers.entries()) {
      const body = { ...plainKey, environment: at === 2 ? "live" : "test" };
      const made = await sendOnce(app, { path: "/v1/keys", body }, { key });
      expect(made, String(at)).toMatchObject({ status: 201, replayed: null });
      const rolled = await sendOnce(app, { path: `/v1/keys/${String(made.body.id)}/roll`, body: {} }, { key });
      expect(rolled, String(at)).toMatchObject({ status: 201, replayed: null });
      const application = await sendOnce(app, { path: "/v1/applications", body: { name: "Shop" } }, { key });
      expect(application, String(at)).toMatchObject({ status: 201, replayed: null });
    }
  });

  test("two keys of one account and partition share Idempotency-Keys", async () => {
    const { app } = await start();
    const made = await sendOnce(app, { path: "/v1/keys", body: { ...plainKey } });
    const again = await sendOnce(app, { path: "/v1/keys", body: { ...plainKey } }, { key: await app.makeKey() });
    expect(again).toMatchObject({ status: 201, replayed: "true", body: { id: made.body.id } });
  });

  test("another id in the path is another request", async () => {
    const { app } = await start();
    const [one, two] = [await postKey(app), await postKey(app)];
    expect(await sendOnce(app, { path: `/v1/keys/${one.id}/roll`, body: {} })).toMatchObject({ status: 201 });
    const other = await sendOnce(app, { path: `/v1/keys/${two.id}/roll`, body: {} });
    expect(other).toMatchObject({ status: 422, code: "IDEMPOTENCY_KEY_REUSED" });
  });

  test("a roll without a body is the same request as one with an empty object", async () => {
    const { app } = await start();
    const path = `/v1/keys/${(await postKey(app)).id}/roll`;
    const headers = { "idempotency-key": "order-1" };
    expect((await app.call(path, { method: "POST", headers })).status).toBe(201);
    expect(await sendOnce(app, { path, body: {} })).toMatchObject({ status: 201, replayed: "true" });
  });

  test("what was refused is not kept: repaired, it goes through under the same key", async () => {
    const { app } = await start();
    const narrow = await app.makeKey({ scopes: ["usage.write"] });
    const wide = { ...plainKey, scopes: ["billing.read"] };
    const send = (path: string, body: Record<string, unknown>) => sendOnce(app, { path, body }, { key: narrow });
    expect(await send("/v1/keys", { ...plainKey, name: "" })).toMatchObject({ status: 400 });
    expect(await send("/v1/keys", { ...plainKey, applicationId: `app_${"0".repeat(26)}` })).toMatchObject({
      status: 400,
    });
    expect(await send("/v1/keys", { ...plainKey, expiresAt: "2020-01-01T00:00:00Z" })).toMatchObject({ status: 400 });
    expect(await send("/v1/keys", wide)).toMatchObject({ status: 403, code: "AUTH_SCOPE_MISSING" });
    expect(await send("/v1/keys", { ...plainKey, environment: "live" })).toMatchObject({ status: 403 });
    const made = await send("/v1/keys", { ...plainKey });
    expect(made).toMatchObject({ status: 201, replayed: null });
    expect(await send(`/v1/keys/${unknownKeyId}/roll`, {})).toMatchObject({ status: 404 });
    const revoked = await postKey(app);
    await app.call(`/v1/keys/${revoked.id}/revoke`, { method: "POST" });
    expect(await send(`/v1/keys/${revoked.id}/roll`, {})).toMatchObject({ status: 409, code: "STATE_INVALID" });
    const rolled = await send(`/v1/keys/${String(made.body.id)}/roll`, {});
    expect(rolled).toMatchObject({ status: 201, replayed: null });
  });

  test("an answer can be had again when the expiry that was asked for has passed", async () => {
    const { app } = await start();
    const body = { ...plainKey, expiresAt: new Date(app.clock.nowMs() + 1000).toISOString() };
    const made = await sendOnce(app, { path: "/v1/keys", body });
    app.clock.advance(2000);
    const again = await sendOnce(app, { path: "/v1/keys", body });
    expect(again).toMatchObject({ status: 201, replayed: "true", body: { id: made.body.id } });
  });

  test("records that nobody can ask for any more are deleted in batches, the oldest first", async () => {
    const { app, database } = await start();
    for (let at = 0; at < 5; at++) {
      await sendOnce(app, { path: "/v1/applications", body: { name: "Shop" } }, { idempotencyKey: `order-${at}` });
      app.clock.advance(1000);
    }
    const nowMs = app.clock.nowMs() - 1000 + idempotencyMs;
    expect(await deleteKeptAnswers(database, nowMs, 3)).toBe(3);
    const left = () => database.query("SELECT idempotency_key FROM idempotent_requests ORDER BY 1");
    expect(await left()).toEqual([{ idempotency_key: "order-3" }, { idempotency_key: "order-4" }]);
    expect(await deleteKeptAnswers(database, nowMs, 3)).toBe(1);
    expect(await deleteKeptAnswers(database, nowMs, 3)).toBe(0);
    expect(await left()).toEqual([{ idempotency_key: "order-4" }]);
  });
});
