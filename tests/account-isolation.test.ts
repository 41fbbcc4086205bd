import { beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "./databases.ts";
import { readAllStatements, readStatements, type Statement } from "./sql-statements.ts";

/** Tables whose rows belong to an account, and those whose rows also belong to a partition or an application. */
let owned: { byAccount: string[]; byPartition: string[]; byApplication: string[] };

beforeAll(async () => {
  const { database, drop } = await createTestDatabase("pglite");
  const tablesWith = async (column: string) => {
    const rows = await database.query<{ name: string }>(
      "SELECT table_name AS name FROM information_schema.columns WHERE column_name = $1 AND table_schema = 'public' ORDER BY 1 LIMIT 1000",
      [column],
    );
    return rows.map(({ name }) => name);
  };
  const byAccount = await tablesWith("account_id");
  const partitioned = new Set(await tablesWith("environment"));
  // A key has one of three kinds; an owner has one of two environments.
  partitioned.delete("api_keys");
  const byPartition = byAccount.filter((name) => partitioned.has(name));
  owned = { byAccount, byPartition, byApplication: await tablesWith("application_id") };
  return drop;
});

/** Statements that need no account condition, by reason. */
const unboundFor: Record<string, readonly string[]> = {
  "shows operators the state of the deployment": [
    "billing/payment/store.ts: readPaymentQueue",
    "billing/state/billing-accounts.ts: readDueSteps",
    "service/audit/store.ts: listAllAuditEvents",
    "service/bookings/order-report-store.ts: countOpenReports",
    "service/bookings/order-report-store.ts: findReport",
    "service/bookings/order-report-store.ts: findReportedOrder",
    "service/bookings/order-report-store.ts: listReports",
    "service/bookings/order-store.ts: readOrderQueue",
    "service/erasure/store.ts: readErasureQueue",
    "service/suppliers/results-store.ts: readSupplierTotals",
    "service/suppliers/store.ts: countOwnCredentials",
    "service/watches/run-store.ts: readWatchQueue",
  ],
  "a job for all accounts": [
    "service/keys/store.ts: updateLastUses",
    "billing/invoices/number-series.ts: findNumberGaps",
    "billing/ledger/check.ts",
    "billing/state/billing-accounts.ts: lockDueAccounts",
    "service/bookings/order-report-store.ts: resolveReport",
    "service/bookings/order-scan-store.ts",
    "service/bookings/order-store.ts: leaseDueOrder",
    "service/erasure/store.ts: finishPass",
    "service/erasure/store.ts: leaseDueErasure",
    "service/erasure/store.ts: recordErasedRows",
    "service/bookings/seal-bookings.ts: sealBatch",
    "service/bookings/store.ts: lockDueBooking",
    "service/storage/idempotency.ts: purgeIdempotencyRecords",
    "service/usage/charges.ts: deleteOldCharges",
    "service/limits/lost-leases.ts",
    "service/limits/key-usage-store.ts: deleteOldKeyUsage",
    "service/oauth/code-store.ts: deleteOldCodes",
    "service/mail/store.ts: claimMail",
    "service/mail/store.ts: deleteMailsTo",
    "service/mail/store.ts: deleteOldMails",
    "service/mail/store.ts: finishMail",
    "service/mail/store.ts: postponeMail",
    "service/mail/store.ts: readMailQueue",
    "service/requests/clickhouse-store.ts: countByHour",
    "service/requests/store.ts: countRequestsByHour",
    "service/requests/store.ts: listRecords",
    "service/search/kept-offers-store.ts: deleteOldKeptOffers",
    "service/search/price-samples-store.ts: deleteOldPriceSamples",
    "service/search/store.ts: deleteOldSearches",
    "service/suppliers/results-store.ts: deleteOldSupplierResults",
    "service/watches/run-store.ts: leaseDueWatches",
    "service/watches/run-store.ts: postponeRuns",
    "service/watches/store.ts: deleteOldWatches",
    // The subquery names the account of the booking.
    "service/bookings/change-store.ts: changesColumn",
    "service/bookings/order-report-store.ts: selectReports",
    "service/operator/server-secrets/store.ts",
    "service/identity/sessions/acting-store.ts: deleteOldActingSessions",
    "service/identity/sessions/store.ts: deleteIdleSessions",
    "service/test-clock/store.ts: listTestDataCutoffs",
    "webhooks/dispatcher/",
    "webhooks/endpoints/challenge-runner.ts",
    "webhooks/endpoints/replay-runner.ts",
    "webhooks/events/retention.ts",
  ],
  "the id of the erased user identifies the row": [
    "service/erasure/treatments.ts: emailOfUser",
    "service/erasure/treatments.ts: hasEmailOfUser",
  ],
  "compares the account and the environment together": ["webhooks/history/event-feed.ts: oldestUnassigned"],
  "a secret or a credential identifies the row": [
    "service/keys/known-key.ts: findKnownKey",
    "service/keys/store.ts: lockKeyByRawKey",
    "service/oauth/code-store.ts: lockCode",
    "service/identity/sessions/acting-store.ts: endActingSessionOfToken",
    "service/identity/sessions/store.ts: endSessionOfToken",
    "service/identity/sign-in/links.ts: consumeSignInLink",
    "service/identity/users/invitations.ts: consumeInvitation",
    "service/identity/users/invitations.ts: findInvitation",
    "service/identity/users/store.ts: findUserByEmail",
    "service/identity/connections/domain-store.ts: findVerifiedDomain",
  ],
  "belongs to the calling user, in all accounts of the user": [
    "service/identity/passkeys/store.ts",
    "service/identity/sessions/store.ts: endSessionsOfUser",
    "service/identity/sessions/store.ts: takeSession",
    "service/identity/users/credentials.ts",
    "service/identity/users/memberships.ts: endMembership",
    "service/identity/users/memberships.ts: listMemberships",
    "service/identity/users/memberships.ts: updateLastAccount",
    "service/identity/users/store.ts: findUser",
    "service/identity/users/store.ts: lockUser",
  ],
  "a command of the operator for the whole deployment": ["service/operator/doctor/database-checks.ts"],
  "the operator looks up an invoice's owner": ["billing/invoices/store.ts: findInvoiceScope"],
  "idempotency keys of ledger transactions are unique across accounts": ["billing/ledger/store.ts: hasTransaction"],
};
const exceptions = Object.values(unboundFor).flat();

/** Statements for one account that need no application condition, by reason. */
const ofAllApplicationsFor: Record<string, readonly string[]> = {
  "the row was found in the caller's scope and is locked": [
    "service/keys/store.ts: updateKey",
    "webhooks/endpoints/open-deliveries.ts",
    "webhooks/endpoints/store.ts: markEndpointDeleted",
    "webhooks/endpoints/store.ts: updateEndpoint",
  ],
  "positions of the event feed count the events of all applications": [
    "webhooks/history/event-feed.ts: assignPositions",
  ],
  "a job for all applications": [
    "service/storage/idempotency.ts: purgeAheadIdempotencyRecords",
    "webhooks/events/archived-purge.ts",
  ],
  "the test clock is that of the account, with all its applications": [
    "service/bookings/store.ts: moveTestBookings",
    "service/watches/store.ts: runTestWatches",
    "service/keys/store.ts: moveTestKeys",
    "webhooks/endpoints/test-clock.ts: moveTestWebhooks",
  ],
  "counts for the account as a whole": [
    "service/bookings/order-store.ts: hasUnsettledOrders",
    "service/usage/store.ts: countSearches",
    "service/watches/store.ts: countWatches",
    "webhooks/endpoints/store.ts: countEndpoints",
  ],
  "the raw key of the request names the row": ["service/keys/known-key.ts: rehashKey"],
  "the supplier's id of the order names the row": [
    "service/bookings/found-order-store.ts: findKnownOrders",
    "service/bookings/found-order-store.ts: lockFoundOrders",
  ],
  "the secret of an account's supplier serves all of its applications": [
    "service/bookings/order-store.ts: hasOpenOrders",
  ],
  "finds records of all applications by id": ["service/requests/store.ts: findCounted"],
  "pages of the portal, whose sessions have no application": [
    "service/requests/clickhouse-store.ts: listAddresses",
    "service/requests/clickhouse-store.ts: readTraffic",
    "service/requests/traffic-store.ts",
  ],
  "service keys belong to no application": ["service/keys/store.ts: listServiceKeyIds"],
  "deletes an account": ["service/requests/store.ts: deleteRequestsOf"],
  "erases a user, who belongs to no application": ["service/requests/store.ts: blankAddressesOf"],
};
const ofAllApplications = Object.values(ofAllApplicationsFor).flat();

/** Returns statements on tables with applications that have no application condition. */
function findUnscoped(statements: readonly Statement[]): string[] {
  const names = new RegExp(`\\b(FROM|JOIN|UPDATE|USING) (${owned.byApplication.join("|")})\\b`);
  const unscoped = statements.filter(
    ({ sql }) => names.test(sql) && !/\bapplication_id (=|IS NOT DISTINCT FROM) /.test(sql),
  );
  return [...new Set(unscoped.map(({ place }) => place))].toSorted();
}

/** Returns statements on tables with accounts or partitions that lack the account or partition condition. */
function findUnbound(statements: readonly Statement[]): string[] {
  const names = (sql: string, tables: readonly string[]) =>
    tables.some((table) => new RegExp(`\\b(FROM|JOIN|UPDATE|USING) ${table}\\b`).test(sql));
  const unbound = statements.filter(
    ({ sql }) =>
      (names(sql, owned.byAccount) && !/\baccount_id = /.test(sql)) ||
      (names(sql, owned.byPartition) && !/\benvironment = /.test(sql)),
  );
  return [...new Set(unbound.map(({ place }) => place))].toSorted();
}

test("finds statements without an account or partition condition", () => {
  const source = `
    const mine = "account_id = $1 AND environment = $2";
    function bound() { return \`SELECT id FROM bookings WHERE \${mine} LIMIT 1\`; }
    function ofOthers() { return "SELECT id FROM bookings WHERE id = $1"; }
    function ofBoth() { return "DELETE FROM bookings WHERE id = $1 AND account_id = $2"; }
    function withoutAccount() { return "SELECT name FROM server_secret_canaries LIMIT 1"; }`;
  expect(findUnbound(readStatements("a.ts", source))).toEqual(["a.ts: ofBoth", "a.ts: ofOthers"]);
});

test("every statement has an account condition, and a partition condition if needed, or a listed reason", () => {
  const statements = readAllStatements();
  expect(statements.length).toBeGreaterThan(150);
  const unbound = findUnbound(statements);
  const isExcepted = (place: string) => exceptions.some((exception) => place.startsWith(exception));
  expect(unbound.filter((place) => !isExcepted(place))).toEqual([]);
  const isNeeded = (exception: string) => unbound.some((place) => place.startsWith(exception));
  expect(exceptions.filter((exception) => !isNeeded(exception))).toEqual([]);
});

test("finds statements without an application condition", () => {
  const source = `
    function scoped() { return \`SELECT id FROM bookings WHERE id = $1 AND \${applicationCondition("$2")} LIMIT 1\`; }
    function ofOneApplication() { return "SELECT id FROM api_keys WHERE application_id = $1"; }
    function showsIt() { return "SELECT application_id FROM events WHERE id = $1"; }
    function unscoped() { return "DELETE FROM deliveries WHERE account_id = $1 AND environment = $2"; }`;
  expect(findUnscoped(readStatements("a.ts", source))).toEqual(["a.ts: showsIt", "a.ts: unscoped"]);
});

test("every statement on a table with applications has an application condition or a listed reason", () => {
  const unscoped = findUnscoped(readAllStatements());
  const isExcepted = (place: string) => [...exceptions, ...ofAllApplications].some((each) => place.startsWith(each));
  expect(unscoped.filter((place) => !isExcepted(place))).toEqual([]);
  const isNeeded = (exception: string) => unscoped.some((place) => place.startsWith(exception));
  expect(ofAllApplications.filter((exception) => !isNeeded(exception))).toEqual([]);
});
