import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "./databases.ts";
import { readAllStatements, readStatements, type Statement } from "./sql-statements.ts";

/** Tables by owner: the only folder or package whose statements use them. */
const tablesOf: Readonly<Record<string, readonly string[]>> = {
  billing: [
    "billing_accounts",
    "billing_details",
    "billing_series",
    "coupon_redemptions",
    "coupons",
    "credit_balances",
    "credit_notes",
    "invoice_lines",
    "invoices",
    "ledger_entries",
    "ledger_transactions",
    "payment_attempts",
    "payment_events",
    "plan_versions",
    "plans",
    "subscription_segments",
    "subscriptions",
  ],
  database: ["schema_migrations"],
  "service/applications": ["applications"],
  "service/audit": ["audit_events"],
  "service/bookings": ["booking_changes", "booking_orders", "bookings", "order_reports", "order_scans"],
  "service/erasure": ["erasures"],
  "service/export": ["account_exports"],
  "service/identity": [
    "acting_sessions",
    "invitations",
    "memberships",
    "passkey_challenges",
    "passkeys",
    "password_resets",
    "recovery_codes",
    "sessions",
    "sign_in_links",
    "sign_in_throttles",
    "sso_connections",
    "sso_domains",
    "sso_identities",
    "users",
  ],
  "service/keys": ["api_keys"],
  "service/limits": ["account_quotas", "key_usage", "quota_leases", "rate_limits", "usage_thresholds"],
  "service/mail": ["mails"],
  "service/oauth": ["oauth_codes"],
  "service/requests": ["requests"],
  "service/search": ["kept_offers", "price_samples", "sales", "searches", "sold_seats"],
  "service/secrets": ["server_secret_canaries"],
  "service/sign-up": ["sign_ups"],
  "service/storage": ["idempotent_requests", "outbound_pause"],
  "service/suppliers": ["supplier_accounts", "supplier_calls", "supplier_circuits", "supplier_results"],
  "service/tenancy": ["accounts"],
  "service/test-clock": ["test_clock_history"],
  "service/usage": ["search_charges", "usage_hours", "usage_journals"],
  "service/watches": ["watches"],
  webhooks: ["delivery_attempts", "deliveries", "event_feeds", "events", "webhook_endpoints", "webhook_replays"],
};

/** Statements that use another owner's tables, by reason: location and tables. */
const shared: Readonly<Record<string, readonly (readonly [place: string, ...tables: string[]])[]>> = {
  "joins the account's plan, period or clock offset, or the limits of a key, to its own rows": [
    ["billing/invoices/store.ts: findInvoiceScope", "accounts"],
    ["billing/state/billing-accounts.ts: lockDueAccounts", "accounts"],
    ["billing/state/billing-accounts.ts: readDueSteps", "accounts"],
    ["billing/state/load.ts: getAccountCurrency", "accounts"],
    ["billing/state/load.ts: loadStates", "accounts"],
    ["service/bookings/order-report-store.ts: findReportedOrder", "accounts"],
    ["service/bookings/order-store.ts: leaseDueOrder", "accounts"],
    ["service/bookings/store.ts: lockDueBooking", "accounts"],
    ["service/identity/sessions/acting-store.ts: findActingSession", "accounts"],
    ["service/identity/sessions/acting-store.ts: findActingSessionById", "accounts"],
    ["service/identity/sessions/acting-store.ts: known", "accounts"],
    ["service/identity/sessions/store.ts: findKnownSession", "accounts"],
    ["service/identity/sessions/store.ts: findSessionById", "accounts"],
    ["service/identity/sessions/store.ts: known", "accounts"],
    ["service/identity/sessions/store.ts: listSessions", "accounts"],
    ["service/identity/users/memberships.ts: listMemberships", "accounts"],
    ["service/keys/known-key.ts: findKnownKey", "accounts"],
    ["service/limits/lost-leases.ts: endLease", "accounts"],
    ["service/limits/quota-store.ts: selectRows", "accounts"],
    ["service/test-clock/store.ts: recordTestClocks", "accounts"],
    ["service/watches/run-store.ts: leaseDueWatches", "accounts", "api_keys"],
    ["webhooks/dispatcher/claims.ts: claimSql", "accounts"],
    ["webhooks/dispatcher/claims.ts: eligibleEndpoints", "accounts"],
    ["webhooks/dispatcher/due-endpoints.ts: dueEndpointsSql", "accounts"],
    ["webhooks/dispatcher/queue.ts: queueSql", "accounts"],
    ["webhooks/endpoints/replay-runner.ts: runBatch", "accounts"],
  ],
  "locks the account to serialize counting its objects": [
    ["service/watches/store.ts: countWatches", "accounts"],
    ["webhooks/endpoints/store.ts: countEndpoints", "accounts"],
  ],
  "deletes by the clock of each account's test data": [
    ["service/storage/idempotency.ts: purgeAheadIdempotencyRecords", "test_clock_history"],
  ],
  "writes a batch of usage in one statement, so that log, counts and leases stay consistent": [
    ["service/usage/journal-store.ts: applyBatch", "requests", "quota_leases"],
  ],
  "finds rows of users in the list of what an erasure does with every table": [
    ["service/erasure/treatments.ts: accountOfUser", "users"],
    ["service/erasure/treatments.ts: byEmail", "users"],
    ["service/erasure/treatments.ts: byUser", "users"],
    ["service/erasure/treatments.ts: emailOfUser", "users"],
    ["service/erasure/treatments.ts: hasEmailOfUser", "users"],
    ["service/erasure/treatments.ts: userSteps", "users"],
  ],
  "a command of the operator that checks or replaces values sealed or hashed with a server secret": [
    ["service/operator/doctor/database-checks.ts: checkSchema", "schema_migrations"],
    ["service/operator/doctor/database-checks.ts: checkSealedRows", "api_keys"],
    [
      "service/operator/doctor/database-checks.ts: listSealed",
      "mails",
      "sso_connections",
      "users",
      "webhook_endpoints",
    ],
    ["service/operator/server-secrets/store.ts: authenticatorSecrets", "users"],
    ["service/operator/server-secrets/store.ts: bookingTravelers", "bookings"],
    ["service/operator/server-secrets/store.ts: clientSecrets", "sso_connections"],
    ["service/operator/server-secrets/store.ts: listOutdatedKeys", "api_keys"],
    [
      "service/operator/server-secrets/store.ts: listSecretUses",
      "api_keys",
      "bookings",
      "mails",
      "sso_connections",
      "supplier_accounts",
      "users",
      "webhook_endpoints",
    ],
    ["service/operator/server-secrets/store.ts: lockKeyUnder", "api_keys"],
    ["service/operator/server-secrets/store.ts: pendingMails", "mails"],
    ["service/operator/server-secrets/store.ts: supplierCredentials", "supplier_accounts"],
    ["service/operator/server-secrets/store.ts: webhookSecrets", "webhook_endpoints"],
  ],
};

/** Returns pairs of a statement and a table that it uses but does not own. */
function findForeign(statements: readonly Statement[], owners: ReadonlyMap<string, string>): string[] {
  const foreign = statements.flatMap(({ place, sql }) =>
    [...owners].flatMap(([table, owner]) => {
      const names = new RegExp(`\\b(FROM|JOIN|INTO|UPDATE|USING) (ONLY )?${table}\\b`).test(sql);
      return names && !place.startsWith(`${owner}/`) ? [`${place} names ${table} of ${owner}`] : [];
    }),
  );
  return [...new Set(foreign)].toSorted();
}

const owners = new Map(Object.entries(tablesOf).flatMap(([owner, tables]) => tables.map((table) => [table, owner])));
let existing: string[];

beforeAll(async () => {
  const { database, drop } = await createTestDatabase("pglite");
  const rows = await database.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1 LIMIT 1000`,
  );
  existing = rows.map(({ name }) => name);
  return drop;
});

test("assigns every table to one owner", () => {
  expect([...owners.keys()].toSorted()).toEqual(existing);
});

test("finds a statement outside of the owner's folder", () => {
  const source = `
    function own() { return "SELECT id FROM sessions"; }
    function foreign() { return "INSERT INTO accounts (id) VALUES ($1)"; }
    function joined() { return \`SELECT s.id FROM sessions s JOIN users u ON u.id = s.user_id JOIN api_keys k ON k.id = s.key_id\`; }`;
  expect(findForeign(readStatements("service/identity/a.ts", source), owners)).toEqual([
    "service/identity/a.ts: foreign names accounts of service/tenancy",
    "service/identity/a.ts: joined names api_keys of service/keys",
  ]);
});

test("statements use only tables of their folder, except those listed with a reason", () => {
  const statements = readAllStatements();
  expect(statements.length).toBeGreaterThan(150);
  const foreign = findForeign(statements, owners);
  const listed = Object.values(shared)
    .flat()
    .flatMap(([place, ...tables]) => tables.map((table) => `${place} names ${table} of ${owners.get(table)}`));
  expect(foreign.filter((each) => !listed.includes(each))).toEqual([]);
  expect(listed.filter((each) => !foreign.includes(each))).toEqual([]);
});

test("the erasure of an account states what it does with every table", () => {
  const source = readFileSync(new URL("../packages/service/src/erasure/treatments.ts", import.meta.url), "utf8");
  const [, list = ""] = /export const treatments[^{]*\{\n(.*?)\n\};\n/s.exec(source) ?? [];
  const stated = [...list.matchAll(/^ {2}(\w+):/gm)].map(([, table = ""]) => table);
  expect(stated.toSorted()).toEqual(existing);
});
