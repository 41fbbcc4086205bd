import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { readOpenApiDocument } from "../../src/pages/openapi-shapes.ts";
import { idempotencyMs, purgeIdempotencyRecords } from "../../src/storage/idempotency.ts";
import { createAccount } from "../../src/tenancy/account-store.ts";
import { plainKey, postKey, startApp, unknownKeyId } from "../access-app.ts";
import { creations, idOf, sendOnce } from "../creations.ts";

test("tests every route that accepts an Idempotency-Key", async () => {
  const { app } = await startApp("pglite");
  const { paths } = readOpenApiDocument((await app.call("/openapi.json")).text);
  const taking = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { parameters = [] }]) =>
        parameters.some((each) => each.in === "header" && each.name.toLowerCase() === "idempotency-key"),
      )
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  // Searches have no stored responses; usage/charges.full.test.ts covers them.
  const searches = [
    "POST /v1/flights/calendar",
    "POST /v1/flights/explore",
    "POST /v1/flights/search",
    "POST /v1/search",
  ];
  // Need another key; the tests in operator/accounts, operator/billing, operator/plans and sign-up cover them.
  const byOperators = [
    "POST /v1/operator/accounts",
    "POST /v1/operator/accounts/{id}/invoices/{invoiceId}/credit-notes",
    "POST /v1/operator/plans",
    "POST /v1/operator/sign-up-invitations",
  ];
  expect(taking.sort()).toEqual([...Object.keys(creations), ...searches, ...byOperators].sort());
});

/** Reasons why some effects cannot be repeated a day later. */
const codesOfLate: Record<string, string> = {
  "POST /v1/keys/{id}/roll": "STATE_INVALID",
  "POST /v1/billing/subscription/change": "STATE_INVALID",
  "POST /v1/billing/subscription/cancel": "STATE_INVALID",
  "POST /v1/billing/subscription/resume": "STATE_INVALID",
  "POST /v1/billing/invoices/{id}/mark-paid": "STATE_INVALID",
  "POST /v1/billing/coupons/redeem": "COUPON_INVALID",
  "POST /v1/bookings": "OFFER_EXPIRED",
  "POST /v1/bookings/{id}/cancel": "STATE_INVALID",
  "POST /v1/bookings/{id}/changes/{changeId}/cancel": "STATE_INVALID",
};

/** One creation of each kind: PostgreSQL runs every creation, the embedded database only these. */
const sample = new Set(["POST /v1/keys", "POST /v1/bookings", "POST /v1/webhooks/{id}/rotate"]);

describe.each(testDatabaseKinds)("on %s", (kind) => {
  const start = () => startApp(kind);
  const cases = Object.entries(creations).filter(([name]) => kind === "postgresql" || sample.has(name));

  test.each(cases)("%s has its effect once and replays its response", async (_name, prepare) => {
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
    const stored = creation.hasSecret ? { ...rest, secretOmitted: true } : rest;
    const reordered = Object.fromEntries(Object.entries(creation.body).toReversed());
    for (const idempotencyKey of ["order-1", '"order-1"']) {
      for (const body of [creation.body, reordered]) {
        const again = await sendOnce(app, { ...creation, body }, { idempotencyKey });
        expect(again).toEqual({ status, replayed: "true", code: undefined, body: stored });
      }
    }
    if (creation.otherBody !== null) {
      const other = await sendOnce(app, { ...creation, body: creation.otherBody });
      expect(other).toMatchObject({ status: 422, code: "IDEMPOTENCY_KEY_REUSED", replayed: null });
    }
    expect(await count()).toBe(before + 1);
  });

  test.each(cases)("%s accepts the same key again after a day", async (name, prepare) => {
    const { app, database } = await start();
    const creation = await prepare(app, database);
    const { status = 201 } = creation;
    const first = await sendOnce(app, creation);
    app.clock.advance(idempotencyMs - 1);
    const stored = await sendOnce(app, creation);
    expect(stored).toMatchObject({ status, replayed: "true" });
    expect(idOf(stored.body)).toBe(idOf(first.body));
    app.clock.advance(1);
    const repeated = await sendOnce(app, creation);
    expect(repeated.replayed).toBeNull();
    // By then the rolled key is revoked, so a different result proves that it ran again.
    const code = codesOfLate[name];
    expect(repeated).toMatchObject(
      code === undefined ? { status } : { status: code === "COUPON_INVALID" ? 422 : 409, code },
    );
    expect(repeated.body).not.toEqual(first.body);
  });

  test("routes, accounts and partitions have separate Idempotency-Keys", async () => {
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

  test("two API keys of one account and partition share Idempotency-Keys", async () => {
    const { app } = await start();
    const made = await sendOnce(app, { path: "/v1/keys", body: { ...plainKey } });
    const again = await sendOnce(app, { path: "/v1/keys", body: { ...plainKey } }, { key: await app.makeKey() });
    expect(again).toMatchObject({ status: 201, replayed: "true", body: { id: made.body.id } });
  });

  test("a different id in the path is a different request", async () => {
    const { app } = await start();
    const [one, two] = [await postKey(app), await postKey(app)];
    expect(await sendOnce(app, { path: `/v1/keys/${one.id}/roll`, body: {} })).toMatchObject({ status: 201 });
    const other = await sendOnce(app, { path: `/v1/keys/${two.id}/roll`, body: {} });
    expect(other).toMatchObject({ status: 422, code: "IDEMPOTENCY_KEY_REUSED" });
  });

  test("a roll without a body equals one with an empty object", async () => {
    const { app } = await start();
    const path = `/v1/keys/${(await postKey(app)).id}/roll`;
    const headers = { "idempotency-key": "order-1" };
    expect((await app.call(path, { method: "POST", headers })).status).toBe(201);
    expect(await sendOnce(app, { path, body: {} })).toMatchObject({ status: 201, replayed: "true" });
  });

  test("does not store errors: a corrected request succeeds with the same key", async () => {
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

  test("replays a response after the requested expiry has passed", async () => {
    const { app } = await start();
    const body = { ...plainKey, expiresAt: new Date(app.clock.nowMs() + 1000).toISOString() };
    const made = await sendOnce(app, { path: "/v1/keys", body });
    app.clock.advance(2000);
    const again = await sendOnce(app, { path: "/v1/keys", body });
    expect(again).toMatchObject({ status: 201, replayed: "true", body: { id: made.body.id } });
  });

  test("purges expired records in batches, oldest first", async () => {
    const { app, database } = await start();
    for (let at = 0; at < 5; at++) {
      await sendOnce(app, { path: "/v1/applications", body: { name: "Shop" } }, { idempotencyKey: `order-${at}` });
      app.clock.advance(1000);
    }
    const nowMs = app.clock.nowMs() - 1000 + idempotencyMs;
    expect(await purgeIdempotencyRecords(database, nowMs, 3)).toBe(3);
    const left = () => database.query("SELECT idempotency_key FROM idempotent_requests ORDER BY 1");
    expect(await left()).toEqual([{ idempotency_key: "order-3" }, { idempotency_key: "order-4" }]);
    expect(await purgeIdempotencyRecords(database, nowMs, 3)).toBe(1);
    expect(await purgeIdempotencyRecords(database, nowMs, 3)).toBe(0);
    expect(await left()).toEqual([{ idempotency_key: "order-4" }]);
  });
});
