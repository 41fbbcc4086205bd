import { beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "./databases.ts";
import { readAllStatements, readStatements, type Statement } from "./sql-statements.ts";

/** Tables by whether their rows belong to an account, or to one of its partitions or applications too. */
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
  // A key is of one of three kinds, and an owner has two of them.
  partitioned.delete("api_keys");
  const byPartition = byAccount.filter((name) => partitioned.has(name));
  owned = { byAccount, byPartition, byApplication: await tablesWith("application_id") };
  return drop;
});

/** Which statements need not name an account, by where they are and why. */
const unboundFor: Record<string, readonly string[]> = {
  "a job, of all accounts": [
    "service/keys/store.ts: updateLastUses",
    "billing/invoices/series.ts: findNumberGaps",
    "billing/ledger/check.ts",
    "billing/state/billing-accounts.ts: takeDueOwners",
    "service/bookings/store.ts: takeDueBooking",
    "service/storage/idempotency.ts: deleteKeptAnswers",
    "service/usage/charges.ts: deleteOldCharges",
    "service/limits/lost-leases.ts",
    "service/search/store.ts: deleteOldSearches",
    "service/operator/server-secrets/store.ts",
    "service/identity/sessions/store.ts: deleteIdleSessions",
    "service/test-clock/store.ts: listTestDataCutoffs",
    "webhooks/dispatcher/",
    "webhooks/endpoints/challenge-runner.ts",
    "webhooks/endpoints/replay-runner.ts",
    "webhooks/events/retention.ts",
  ],
  "a secret, or what somebody signs in with, says whose row it is": [
    "service/keys/known-key.ts: findKnownKey",
    "service/keys/store.ts: lockKeyByRawKey",
    "service/identity/passkeys/store.ts: findPasskey",
    "service/identity/sessions/store.ts: endSessionOfToken",
    "service/identity/sign-in/links.ts: burnSignInLink",
    "service/identity/users/invitations.ts: acceptInvitation",
    "service/identity/users/store.ts: findUserByEmail",
  ],
  "the operator, of a whole deployment": ["service/operator/doctor/database-checks.ts"],
  "whoever operates the service asks whose it is": ["billing/invoices/store.ts: findInvoiceOwner"],
  "keys of ledger transactions are unique over all accounts": ["billing/ledger/store.ts: hasTransaction"],
};
const exceptions = Object.values(unboundFor).flat();

/** Statements of one account that need no condition on the application, by reason. */
const ofAllApplicationsFor: Record<string, readonly string[]> = {
  "the row was found in the caller's scope and is locked": [
    "service/keys/store.ts: updateKey",
    "webhooks/endpoints/open-deliveries.ts",
    "webhooks/endpoints/store.ts: markEndpointDeleted",
    "webhooks/endpoints/store.ts: updateEndpoint",
  ],
  "counts for the account as a whole": [
    "service/usage/store.ts: countSearches",
    "webhooks/endpoints/store.ts: countEndpoints",
  ],
  "the raw key of the request names the row": ["service/keys/known-key.ts: rehashKey"],
  "finds records of every application by their ids": ["service/requests/store.ts: findCounted"],
  "pages of the portal, whose sessions have no application": ["service/requests/traffic-store.ts"],
};
const ofAllApplications = Object.values(ofAllApplicationsFor).flat();

/** Statements that name a table with applications and have no condition on the application. */
function findUnscoped(statements: readonly Statement[]): string[] {
  const names = new RegExp(`\\b(FROM|JOIN|UPDATE|USING) (${owned.byApplication.join("|")})\\b`);
  const unscoped = statements.filter(
    ({ sql }) => names.test(sql) && !/\bapplication_id (=|IS NOT DISTINCT FROM) /.test(sql),
  );
  return [...new Set(unscoped.map(({ place }) => place))].toSorted();
}

/** Where a statement names a table of accounts without the account, or of partitions without the partition. */
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

test("a statement without its account or its partition is found", () => {
  const source = `
    const mine = "account_id = $1 AND environment = $2";
    function bound() { return \`SELECT id FROM bookings WHERE \${mine} LIMIT 1\`; }
    function ofOthers() { return "SELECT id FROM bookings WHERE id = $1"; }
    function ofBoth() { return "DELETE FROM bookings WHERE id = $1 AND account_id = $2"; }
    function ofNobody() { return "SELECT name FROM server_secret_canaries LIMIT 1"; }`;
  expect(findUnbound(readStatements("a.ts", source))).toEqual(["a.ts: ofBoth", "a.ts: ofOthers"]);
});

test("every statement is bound to its account, and to its partition where there are two, but for those that say why not", () => {
  const statements = readAllStatements();
  expect(statements.length).toBeGreaterThan(150);
  const unbound = findUnbound(statements);
  const isExcepted = (place: string) => exceptions.some((exception) => place.startsWith(exception));
  expect(unbound.filter((place) => !isExcepted(place))).toEqual([]);
  const isNeeded = (exception: string) => unbound.some((place) => place.startsWith(exception));
  expect(exceptions.filter((exception) => !isNeeded(exception))).toEqual([]);
});

test("finds statements without a condition on the application", () => {
  const source = `
    function scoped() { return \`SELECT id FROM bookings WHERE id = $1 AND \${ofApplication("$2")} LIMIT 1\`; }
    function ofOneApplication() { return "SELECT id FROM api_keys WHERE application_id = $1"; }
    function showsIt() { return "SELECT application_id FROM events WHERE id = $1"; }
    function unscoped() { return "DELETE FROM deliveries WHERE account_id = $1 AND environment = $2"; }`;
  expect(findUnscoped(readStatements("a.ts", source))).toEqual(["a.ts: showsIt", "a.ts: unscoped"]);
});

test("every statement of a table with applications has a condition on the application or a reason to have none", () => {
  const unscoped = findUnscoped(readAllStatements());
  const isExcepted = (place: string) => [...exceptions, ...ofAllApplications].some((each) => place.startsWith(each));
  expect(unscoped.filter((place) => !isExcepted(place))).toEqual([]);
  const isNeeded = (exception: string) => unscoped.some((place) => place.startsWith(exception));
  expect(ofAllApplications.filter((exception) => !isNeeded(exception))).toEqual([]);
});
