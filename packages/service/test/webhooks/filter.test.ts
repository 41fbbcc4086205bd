import { type Database, json } from "@wayfare/database";
import { recordEvent } from "@wayfare/webhooks";
import { describe, expect, onTestFinished, test } from "vitest";
import { createTestDatabase, testDatabaseKinds } from "../../../../tests/databases.ts";
import { compileFilter } from "../../src/webhooks/filter.ts";
import { type StartedApp, startApp } from "../access-app.ts";
import { makeActiveWebhook } from "../webhook-receiver.ts";

const data = {
  status: "confirmed",
  reference: 'K3"\\Ä',
  miles: null,
  seats: 2,
  paid: true,
  total: { amount: "412.60", currency: "USD" },
};

async function matches(database: Database, filter: object): Promise<boolean> {
  const [row] = await database.query<{ matches: boolean | null }>("SELECT $1::jsonb @@ $2::text::jsonpath AS matches", [
    json(data),
    compileFilter({ ...filter }),
  ]);
  return row?.matches === true;
}

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("matches equal values, values of a list, and bounds of numbers, decimal strings and texts", async () => {
    const { database, drop } = await createTestDatabase(kind);
    onTestFinished(drop);
    const cases: [object, boolean][] = [
      [{ status: "confirmed" }, true],
      [{ status: "cancelled" }, false],
      [{ status: ["cancelled", "confirmed"] }, true],
      [{ status: ["cancelled", null] }, false],
      [{ reference: 'K3"\\Ä' }, true],
      [{ miles: null }, true],
      [{ paid: true }, true],
      [{ paid: "true" }, false],
      [{ seats: 2 }, true],
      [{ seats: { gt: 1, lte: 2 } }, true],
      [{ seats: { gt: 2 } }, false],
      [{ "total.amount": { gte: 412.6 } }, true],
      [{ "total.amount": { lt: 99 } }, false],
      [{ "total.currency": "USD", status: "confirmed" }, true],
      [{ "total.currency": "USD", status: "cancelled" }, false],
      [{ status: { gte: "c", lt: "d" } }, true],
      [{ status: { gte: 1 } }, false],
      [{ missing: "x" }, false],
      [{ "missing.member": { lt: 1 } }, false],
      [{ status: '" || true || "' }, false],
    ];
    for (const [filter, expected] of cases)
      expect(await matches(database, filter), JSON.stringify(filter)).toBe(expected);
  });

  test("an endpoint receives, misses and replays only events that match its filter", async () => {
    const started = await startApp(kind);
    const { app, database } = started;
    const { webhook } = await makeActiveWebhook(started);
    const change = { method: "PATCH", body: { filter: { message: "yes" } } };
    expect(await app.call(`/v1/webhooks/${webhook.id}`, change)).toMatchObject({ status: 200, body: change.body });
    const yes = await record(started, "yes");
    await record(started, "no");
    const deliveries = await database.query("SELECT event_id FROM deliveries");
    expect(deliveries).toEqual([{ event_id: yes }]);
    app.clock.advance(1000);
    const replay = { from: "2026-01-01", dryRun: true };
    expect(await app.call(`/v1/webhooks/${webhook.id}/replay`, { body: replay })).toMatchObject({
      body: { matched: 1 },
    });
    await app.call(`/v1/webhooks/${webhook.id}`, { method: "PATCH", body: { filter: null } });
    expect(await app.call(`/v1/webhooks/${webhook.id}/replay`, { body: replay })).toMatchObject({
      body: { matched: 2 },
    });
  });
});

function record({ app, database }: StartedApp, message: string): Promise<string> {
  const event = { accountId: app.accountId, environment: "test", applicationId: null, type: "webhook.test" } as const;
  return database.transaction((tx) => recordEvent(tx, { ...event, data: { message }, nowMs: app.clock.nowMs() }));
}

test.each([
  [{}],
  [Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`m${index}`, 1]))],
  [{ "": 1 }],
  [{ "a..b": 1 }],
  [{ 'a"b': 1 }],
  [{ "a.b.c.d.e.f": 1 }],
  [{ a: [] }],
  [{ a: Array.from({ length: 21 }, () => 1) }],
  [{ a: [[1]] }],
  [{ a: {} }],
  [{ a: { eq: 1 } }],
  [{ a: { gt: true } }],
  [{ a: "x".repeat(201) }],
  [{ a: "\ud800" }],
  [{ a: "\0" }],
])("rejects the filter %j", (filter) => {
  expect(() => compileFilter({ ...filter })).toThrow(expect.objectContaining({ code: "REQUEST_INVALID" }));
});
