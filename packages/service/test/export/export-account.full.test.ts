import { describe, expect, test } from "vitest";
import { createTestDatabase, testDatabaseKinds } from "../../../../tests/databases.ts";
import { personalDataPurpose } from "../../src/bookings/personal-data.ts";
import { treatments } from "../../src/erasure/treatments.ts";
import { apiSources } from "../../src/export/api-rows.ts";
import { exportAccount } from "../../src/export/export-account.ts";
import { rawSources } from "../../src/export/raw-rows.ts";
import { makeSecretBox } from "../../src/secrets/secret-box.ts";
import { startApp } from "../access-app.ts";
import { signInAs } from "../browser-session.ts";
import { plantAccount } from "../erasure/planted-rows.ts";
import { testSecrets } from "../running-app.ts";

interface Line {
  type: string;
  data: Record<string, unknown>;
}

const readLines = (text: string): Line[] =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

/** Tables without lines of an export, by reason. */
const omitted: Record<string, readonly string[]> = {
  "other lines have the data": ["accounts", "booking_changes", "event_feeds", "kept_offers", "sales", "sold_seats"],
  secrets: [
    "acting_sessions",
    "oauth_codes",
    "passkey_challenges",
    "password_resets",
    "recovery_codes",
    "sign_in_links",
  ],
  "work in progress of processes": [
    "account_exports",
    "erasures",
    "idempotent_requests",
    "mails",
    "order_reports",
    "order_scans",
    "quota_leases",
    "rate_limits",
    "search_charges",
    "sign_in_throttles",
    "supplier_calls",
    "supplier_circuits",
    "test_clock_history",
    "usage_journals",
  ],
  "rows of the deployment": [
    "billing_series",
    "coupons",
    "outbound_pause",
    "payment_events",
    "plan_versions",
    "plans",
    "schema_migrations",
    "server_secret_canaries",
    "sign_ups",
  ],
};

test("exports every table, or states why not, and every column of rows that the API does not return", async () => {
  const { database, drop } = await createTestDatabase("pglite");
  const exported = new Set([...rawSources.map(({ table }) => table), ...apiSources.flatMap(({ tables }) => tables)]);
  const listed = [...exported, ...Object.values(omitted).flat()];
  expect(listed.toSorted()).toEqual(Object.keys(treatments).toSorted());
  for (const { table, columns, omitted: left } of rawSources) {
    const rows = await database.query<{ name: string }>(
      "SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1 ORDER BY 1 LIMIT 1000",
      [table],
    );
    expect([...columns, ...left].toSorted(), table).toEqual(rows.map(({ name }) => name));
    expect(columns.filter((name) => /hash|secret|password|sealed|totp|token/.test(name))).toEqual([]);
  }
  await drop();
});

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("streams every row of an account and no secret, and writes both audit logs", async () => {
    const { app, database } = await startApp(kind);
    const key = await app.makeKey({ environment: "service", scopes: ["accounts.write"] });
    const { id } = await plantAccount(database, { tag: "ada", number: 77 });
    await plantAccount(database, { tag: "bob", number: 88 });
    const answer = await app.call(`/v1/operator/accounts/${id}/export`, { key, method: "POST" });
    expect(answer.headers.get("content-type")).toBe("application/x-ndjson");
    const lines = readLines(answer.text);
    expect(lines.at(-1)).toEqual({ type: "end", data: { lines: lines.length - 1 } });
    const types = new Set(lines.map(({ type }) => type));
    const expected = [...rawSources, ...apiSources]
      .map(({ type }) => type)
      .filter((type) => !type.startsWith("deleted_"));
    expect(expected.filter((type) => !types.has(type) && type !== "credit_entry")).toEqual([]);
    expect(answer.text).toMatch(/planted-ada-family.*planted-ada-document/);
    expect(answer.text).not.toMatch(
      /planted-bob|planted-ada-(secret|password|totp|pending"|options|raw|credential|session)/,
    );
    const pdf = lines.find(({ type }) => type === "invoice_pdf")?.data["base64"];
    expect(Buffer.from(String(pdf), "base64").toString("latin1")).toMatch(/^%PDF/);
    const audit = await app.call(`/v1/audit-events?type=account.exported`);
    expect(JSON.parse(audit.text).data).toMatchObject([{ subject: { id } }]);
  });

  test("reads more rows than a page once each", async () => {
    const { app, database } = await startApp(kind);
    const owner = await signInAs({ app, database }, { role: "owner" });
    await database.execute(
      `INSERT INTO usage_hours (account_id, environment, hour, operation, key_id, application_id, count)
       SELECT $1, 'live', '2026-01-01'::timestamptz + number / 3 * interval '1 hour', 'search', 'ak_' || number % 3, NULL, 1
       FROM generate_series(0, 449) AS number`,
      [app.accountId],
    );
    const answer = await owner.call("/portal/export", { method: "POST" });
    const usage = readLines(answer.text).filter(({ type }) => type === "usage");
    expect(usage).toHaveLength(450);
    expect(new Set(usage.map(({ data }) => `${String(data["hour"])} ${String(data["keyId"])}`)).size).toBe(450);
  });

  test("ends the export when its client leaves", async () => {
    const { app, database } = await startApp(kind);
    const box = makeSecretBox(testSecrets, personalDataPurpose);
    const start = () =>
      exportAccount({ database, clock: app.clock, box, billing: { logo: null } }, app.accountId, async () => {});
    const lines = await start();
    expect(await lines.next()).toMatchObject({ value: expect.stringContaining('"type":"export"') });
    await expect(start()).rejects.toMatchObject({ code: "CONFLICT" });
    await lines.return(undefined);
    await expect(start()).resolves.toBeDefined();
  });

  test("sends one export of an account at a time, and another one after the lease of a dead process", async () => {
    const { app, database } = await startApp(kind);
    const owner = await signInAs({ app, database }, { role: "owner" });
    const lease = (endsAtMs: number) =>
      database.execute(
        `INSERT INTO account_exports (account_id, export_id, started_at, lease_ends_at) VALUES ($1, 'xpt_1', $2, $2)
         ON CONFLICT (account_id) DO UPDATE SET lease_ends_at = excluded.lease_ends_at`,
        [app.accountId, new Date(endsAtMs)],
      );
    await lease(app.clock.nowMs() + 1000);
    const call = () => owner.call("/portal/export", { method: "POST" });
    expect(await call()).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
    app.clock.advance(1000);
    expect(await call()).toMatchObject({ status: 200 });
    expect(await call()).toMatchObject({ status: 200 });
  });
});
