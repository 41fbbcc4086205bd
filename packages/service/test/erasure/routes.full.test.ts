import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { runErasures, settleMs } from "../../src/erasure/run-erasures.ts";
import { createAccount } from "../../src/tenancy/account-store.ts";
import { startApp } from "../access-app.ts";
import { makeUser, signInAs } from "../browser-session.ts";
import { testSecrets } from "../running-app.ts";
import { plantAccount } from "./planted-rows.ts";
import { findTables, readTexts } from "./scan.ts";

const log = pino({ enabled: false });
const { signal } = new AbortController();

async function start(kind: (typeof testDatabaseKinds)[number]) {
  const started = await startApp(kind);
  const { app, database } = started;
  const key = await app.makeKey({ environment: "service", scopes: ["accounts.write"] });
  const run = () => runErasures({ database, clock: app.clock, log, secrets: testSecrets }, signal);
  return { ...started, key, run };
}

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("erases an open account only with its name, counts the rows in a dry run, and repeats the erasure", async () => {
    const { app, database, key, run } = await start(kind);
    const { id, name } = await plantAccount(database, { tag: "ada", number: 77 });
    const path = `/v1/operator/accounts/${id}/erase`;
    const dry = await app.call(path, { key, body: { dryRun: true } });
    expect(dry).toMatchObject({
      status: 200,
      body: { status: "dry_run", id: null, rows: { bookings: 2, requests: 1 } },
    });
    const refused = { status: 409, body: { code: "STATE_INVALID" } };
    expect(await app.call(path, { key, body: {} })).toMatchObject(refused);
    expect(await app.call(path, { key, body: { confirmName: "Another" } })).toMatchObject(refused);
    expect(await app.call(path, { key })).toMatchObject({ status: 404 });
    expect(await app.call(path, { key, body: { confirmName: name } })).toMatchObject({ status: 202 });
    const shown = await app.call(`/v1/operator/accounts/${id}`, { key });
    expect(shown).toMatchObject({ body: { status: "closed", erasedAt: new Date(app.clock.nowMs()).toISOString() } });
    await run();
    app.clock.advance(settleMs);
    await run();
    // A closed account needs no confirmation. Rows that were written since are erased.
    await database.execute("UPDATE accounts SET name = 'planted-ada' WHERE id = $1", [id]);
    expect(await app.call(path, { key, method: "POST" })).toMatchObject({ status: 202, body: { status: "running" } });
    await run();
    expect(findTables(await readTexts(database), /planted-ada/)).toEqual([]);
    const operators = await app.call(`/v1/audit-events?subjectId=${id}`);
    const types = JSON.parse(operators.text).data.map(({ type }: { type: string }) => type);
    expect(types).toEqual(expect.arrayContaining(["account.erasure_requested", "account.erased"]));
  });

  test("sweeps rows of dead processes daily for 35 days", async () => {
    const { app, database, key, run } = await start(kind);
    const id = await createAccount(database, "planted-ada", app.clock.nowMs());
    await app.call(`/v1/operator/accounts/${id}/erase`, { key, body: { confirmName: "planted-ada" } });
    app.clock.advance(settleMs);
    expect(await run()).toBe(1);
    for (const days of [1, 19, 14]) {
      app.clock.advance(days * 86_400_000 - 1);
      expect(await run()).toBe(days === 1 ? 0 : 1);
      app.clock.advance(1);
      await run();
    }
    app.clock.advance(86_400_000);
    expect(await run()).toBe(0);
  });

  test("refuses the operators' account, unsettled orders, and keys of other accounts", async () => {
    const { app, database, key } = await start(kind);
    const refused = { status: 409, body: { code: "STATE_INVALID" } };
    const erase = (id: string, body: object = {}) => app.call(`/v1/operator/accounts/${id}/erase`, { key, body });
    expect(await erase(app.accountId, { confirmName: "Test" })).toMatchObject(refused);
    const { id, name, bookingId } = await plantAccount(database, { tag: "ada", number: 77 });
    await database.execute("UPDATE booking_orders SET state = 'requested' WHERE booking_id = $1", [bookingId]);
    expect(await erase(id, { confirmName: name })).toMatchObject(refused);
    expect(await erase("acct_00000000000000000000000000")).toMatchObject({ status: 404 });
    const foreign = await app.makeKey({ accountId: id, environment: "service", scopes: ["accounts.write"] });
    await database.execute(
      "UPDATE accounts SET suspended_at = NULL, suspension_reason = NULL, ip_allowlist = '{}' WHERE id = $1",
      [id],
    );
    expect(await app.call(`/v1/operator/accounts/${id}/erase`, { key: foreign, body: {} })).toMatchObject({
      status: 403,
    });
  });

  test("erases a user for an operator, and a member for an owner, but not the last owner", async () => {
    const { app, database, key, run } = await start(kind);
    const { id, userId } = await plantAccount(database, { tag: "ada", number: 77 });
    const path = `/v1/operator/accounts/${id}/users/${userId}/erase`;
    expect(await app.call(path, { key, method: "POST" })).toMatchObject({
      status: 409,
      body: { code: "STATE_INVALID" },
    });
    await makeUser({ app, database }, { accountId: id, email: "second@example.com" });
    expect(await app.call(path, { key, method: "POST" })).toMatchObject({
      status: 202,
      body: { subject: { type: "user", id: userId } },
    });
    await run();
    const texts = await readTexts(database);
    expect(
      findTables(texts, /planted-ada-(user|password|totp|device|passkey|code|session|link|acting|reset|sign-up)/),
    ).toEqual([]);
    // The same address is that of the contact of a booking.
    expect(findTables(texts, /planted-ada-email/)).toEqual(["bookings", "idempotent_requests"]);
    expect(findTables(texts, /198\.51\.100\.77/)).toEqual(["accounts", "api_keys", "delivery_attempts"]);
    expect(findTables(texts, /planted-ada-invited/)).toEqual(["invitations"]);

    const owner = await signInAs({ app, database }, { role: "owner" });
    const member = await makeUser({ app, database }, { role: "viewer", email: "planted@example.com" });
    expect(await owner.call(`/portal/team/${member.id}/erase`, { method: "POST" })).toMatchObject({ status: 204 });
    await run();
    expect(findTables(await readTexts(database), /planted@example\.com/)).toEqual([]);
    const unknown = "usr_00000000000000000000000000";
    expect(await owner.call(`/portal/team/${unknown}/erase`, { method: "POST" })).toMatchObject({ status: 404 });
    expect(await owner.call(`/portal/team/${userId}/erase`, { method: "POST" })).toMatchObject({ status: 404 });
  });
});
