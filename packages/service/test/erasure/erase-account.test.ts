import { findUnbalancedTransactions } from "@wayfare/billing";
import type { Database } from "@wayfare/database";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { type ExternalStore, runErasures, settleMs } from "../../src/erasure/run-erasures.ts";
import { treatments } from "../../src/erasure/treatments.ts";
import { type StartedApp, startApp } from "../access-app.ts";
import { testSecrets } from "../running-app.ts";
import { type PlantedAccount, plantAccount } from "./planted-rows.ts";
import { findTables, readTexts, type Texts } from "./scan.ts";

const log = pino({ enabled: false });
const markers = /planted-ada|198\.51\.100\.77|\+4420794677/;

async function start(kind: (typeof testDatabaseKinds)[number]) {
  const started = await startApp(kind);
  const { app, database } = started;
  const key = await app.makeKey({ environment: "service", scopes: ["accounts.write"] });
  const erased = await plantAccount(database, { tag: "ada", number: 77 });
  const other = await plantAccount(database, { tag: "bob", number: 88 });
  return {
    ...started,
    key,
    erased,
    other,
    run: (externalStores: readonly ExternalStore[] = []) =>
      runErasures(
        { database, clock: app.clock, log, secrets: testSecrets, batchRows: 1, externalStores },
        neverAborted,
      ),
  };
}

const neverAborted = new AbortController().signal;

function requestErasure({ app }: Pick<StartedApp, "app">, key: string, { id, name }: PlantedAccount) {
  const body = { confirmName: name };
  return app.call(`/v1/operator/accounts/${id}/erase`, { key, body });
}

/** Rows of an account, of its users and with its markers. */
async function readRowsOf(database: Database, { text, id, userId }: PlantedAccount): Promise<Texts> {
  const isOwn = (row: string) => row.includes(text("")) || row.includes(id) || row.includes(userId);
  return new Map([...(await readTexts(database))].map(([table, rows]) => [table, rows.filter(isOwn)]));
}

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("erases every marker of an account in every column of every table, and nothing of another account", async () => {
    const started = await start(kind);
    const { app, database, key, erased, other, run } = started;
    const planted = await readTexts(database);
    const changed = Object.entries(treatments).flatMap(([table, { do: what }]) => (what === "keep" ? [] : [table]));
    // Every table has a row of the account.
    const empty = [...planted].flatMap(([table, rows]) => (rows.length === 0 ? [table] : []));
    expect(empty).toEqual(tablesWithoutRows);
    // Without texts: positions, seats and sold seats.
    const found = [...findTables(planted, markers), ...tablesWithoutTexts].toSorted();
    expect(found).toEqual([...changed, "delivery_attempts"].toSorted());
    const others = await readRowsOf(database, other);

    expect(await requestErasure(started, key, erased)).toMatchObject({ status: 202, body: { status: "running" } });
    expect(await run()).toBe(1);
    const texts = await readTexts(database);
    expect(findTables(texts, markers)).toEqual([]);
    expect(await readRowsOf(database, other)).toEqual(others);
    expect(await findUnbalancedTransactions(database, 10)).toEqual([]);
    const [invoice] = await database.query(
      "SELECT number, total_minor, parties ->> 'buyer' AS buyer, status FROM invoices WHERE account_id = $1",
      [erased.id],
    );
    const scans = await database.query(
      "SELECT account_id, credential_owner FROM order_scans ORDER BY account_id = $1, credential_owner",
      [other.id],
    );
    expect(scans).toEqual([
      { account_id: erased.id, credential_owner: "deployment" },
      { account_id: other.id, credential_owner: "account" },
      { account_id: other.id, credential_owner: "deployment" },
    ]);
    expect(invoice).toEqual({ number: `INV-${erased.id}`, total_minor: 100, buyer: "Erased", status: "open" });

    const path = `/v1/operator/accounts/${erased.id}/erase`;
    expect(await app.call(path, { key })).toMatchObject({
      body: { status: "running", rows: { bookings: 2, events: 1 } },
    });
    app.clock.advance(settleMs);
    expect(await run()).toBe(1);
    expect(await app.call(path, { key })).toMatchObject({ body: { status: "completed", rows: { bookings: 2 } } });
    expect(await run()).toBe(0);
  });
});

test("completes an erasure only after the stores outside of the database, and repeats it if one fails", async () => {
  const started = await start("pglite");
  const { app, key, erased, run } = started;
  const path = `/v1/operator/accounts/${erased.id}/erase`;
  const subjects: unknown[] = [];
  let isDown = true;
  const store: ExternalStore = {
    erase: async (subject) => {
      if (isDown) throw new Error("unavailable");
      subjects.push(subject);
    },
  };
  await requestErasure(started, key, erased);
  app.clock.advance(settleMs);
  await expect(run([store])).rejects.toThrow("unavailable");
  expect(await app.call(path, { key })).toMatchObject({ body: { status: "running" } });
  isDown = false;
  app.clock.advance(60_000);
  expect(await run([store])).toBe(1);
  expect(subjects).toEqual([{ type: "account", id: erased.id, accountId: erased.id }]);
  expect(await app.call(path, { key })).toMatchObject({ body: { status: "completed" } });
});

const tablesWithoutRows = [
  "billing_series",
  "erasures",
  "outbound_pause",
  "passkey_challenges",
  "payment_events",
  "rate_limits",
  "server_secret_canaries",
  "sign_in_throttles",
  "supplier_calls",
  "supplier_circuits",
  "usage_journals",
];
const tablesWithoutTexts = [
  "deliveries",
  "event_feeds",
  "memberships",
  "order_scans",
  "sales",
  "sold_seats",
  "webhook_replays",
];
