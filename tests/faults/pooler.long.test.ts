import { accountScopes, newId } from "@wayfare/contract";
import { type Database, migrate, openPostgres } from "@wayfare/database";
import { createAccount, insertKey, makeSecretBox } from "@wayfare/service";
import { makeWebhookSecret } from "@wayfare/webhooks";
import { describe, expect, onTestFinished, test } from "vitest";
import { contact, traveler } from "../../packages/service/test/booking-requests.ts";
import { goodSearch, startMs, testSecrets } from "../../packages/service/test/running-app.ts";
import { startBookingSubscriber } from "../booking-subscriber.ts";
import { eventually } from "../eventually.ts";
import { findPgBouncer, type PoolMode, startPgBouncer } from "../pgbouncer.ts";
import { startPostgresServer } from "../postgres-server.ts";
import { makeAccount } from "./accounts.ts";
import { RetryingLoad } from "./retrying-load.ts";
import { startServiceProcess } from "./service-processes.ts";

const tool = findPgBouncer();
const folder = "folder" in tool ? tool.folder : "";
/** Searches per month of the plan `free`. */
const freeSearches = 1000;

const roleDefaults = [
  "TimeZone = 'UTC'",
  "DateStyle = 'ISO, YMD'",
  "IntervalStyle = 'postgres'",
  "bytea_output = 'hex'",
  "statement_timeout = '30s'",
];

/** Starts PostgreSQL and PgBouncer. `database` is a direct connection. */
async function startPooled(mode: PoolMode) {
  const server = await startPostgresServer();
  onTestFinished(() => server.stop());
  const database = await openPostgres({ connectionString: server.connectionString, max: 4 });
  onTestFinished(() => database.close());
  for (const each of roleDefaults) await database.script(`ALTER ROLE CURRENT_USER SET ${each}`);
  // In session mode each client has a server connection; in transaction mode 44 clients of two processes share these.
  const poolSize = mode === "session" ? 80 : 8;
  const bouncer = await startPgBouncer(folder, server.connectionString, { mode, poolSize });
  onTestFinished(() => bouncer.stop());
  const environment = mode === "session" ? {} : { DATABASE_DIRECT_URL: server.connectionString };
  await migrate(database, { nowMs: startMs });
  return { database, bouncer, start: () => startServiceProcess(bouncer.connectionString, environment) };
}

async function subscribe(database: Database, accountId: string): Promise<{ delivered: string[] }> {
  const { url, references: delivered } = await startBookingSubscriber();
  await database.execute(
    `INSERT INTO webhook_endpoints (id, account_id, environment, url, description, events, status, secret, created_at)
     VALUES ($1, $2, 'test', $3, '', '{booking.*}', 'active', $4, $5)`,
    [newId("whk", startMs), accountId, url, makeSecretBox(testSecrets).seal(makeWebhookSecret()), new Date(startMs)],
  );
  return { delivered };
}

const call = (url: string, key: string, method: string, body?: object) =>
  fetch(url, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

describe.skipIf(folder === "")(`through PgBouncer ${"missing" in tool ? tool.missing : ""}`, () => {
  test.each<PoolMode>(["session", "transaction"])(
    "in %s mode, keeps every acknowledged booking, delivery and search while a process and the pooler are killed",
    { timeout: 600_000 },
    async (mode) => {
      const { database, bouncer, start } = await startPooled(mode);
      const { accountId, testKey, liveKey } = await makeAccount(database);
      const { delivered } = await subscribe(database, accountId);
      const services = [await start(), await start()];
      const load = new RetryingLoad();
      for (let client = 0; client < 4; client++) {
        load.start(async (n) => {
          const url = () => services[(n + client) % 2]?.url ?? "";
          const found = await load.send(url, { path: "/v1/flights/search", key: testKey, body: goodSearch });
          const body = { offerId: found.flights[0]?.cash[0]?.id, travelers: [traveler], contact };
          const idempotencyKey = `order-${client}-${n}`;
          const { reference } = await load.send(url, { path: "/v1/bookings", key: testKey, body, idempotencyKey });
          load.references.push(reference);
        });
      }
      load.start(async () => {
        await load.send(() => services[1]?.url ?? "", { path: "/v1/search", key: liveKey, body: goodSearch });
        load.searches++;
      });
      const bookingsUntil = (count: number) =>
        expect.poll(() => load.references.length, { timeout: 120_000 }).toBeGreaterThan(count);
      await bookingsUntil(20);
      services[0]?.child.kill("SIGKILL");
      await services[0]?.exited;
      services[0] = await start();
      await bookingsUntil(load.references.length + 20);
      await bouncer.crashAndRestart();
      await bookingsUntil(load.references.length + 20);
      await load.stop();

      expect(new Set(load.references).size).toBe(load.references.length);
      const bookings = await database.query<{ reference: string }>(
        "SELECT reference FROM bookings ORDER BY id LIMIT 100000",
      );
      expect(bookings.map(({ reference }) => reference).toSorted()).toStrictEqual(load.references.toSorted());
      await eventually(() => expect(new Set(delivered)).toStrictEqual(new Set(load.references)));
      const counted =
        "SELECT sum(count)::integer AS count FROM usage_hours WHERE account_id = $1 AND environment = 'live'";
      await eventually(async () => {
        const [row] = await database.query<{ count: number }>(counted, [accountId]);
        expect(row?.count).toBeGreaterThanOrEqual(load.searches);
      });
      expect(await database.query("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted")).toEqual([]);
    },
  );

  test.each<PoolMode>(["session", "transaction"])(
    "in %s mode, two processes share a quota exactly, and a changed key applies to both",
    { timeout: 600_000 },
    async (mode) => {
      const { database, start } = await startPooled(mode);
      const accountId = await createAccount(database, "Free", startMs);
      const keyOf = (environment: "test" | "live") =>
        insertKey(database, testSecrets, {
          accountId,
          environment,
          name: environment,
          scopes: accountScopes,
          nowMs: startMs,
        });
      const { rawKey: liveKey } = await keyOf("live");
      const services = [await start(), await start()];
      const statuses = new Map<number, number>();
      // A process returns units to the other one shortly after a refusal, so a client stops after several.
      const client = async (at: number) => {
        for (let refused = 0; refused < 20; ) {
          const { status } = await call(`${services[at % 2]?.url}/v1/search`, liveKey, "POST", goodSearch);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          if (status !== 200) refused++;
        }
      };
      await Promise.all(Array.from({ length: 6 }, (_, at) => client(at)));
      expect(statuses.get(200)).toBe(freeSearches);
      expect(new Set(statuses.keys())).toEqual(new Set([200, 402]));

      // Both processes cache a key for 30 seconds; the change is announced by a notification.
      const { rawKey, record } = await keyOf("test");
      for (const { url } of services) expect((await call(`${url}/v1/keys/self`, rawKey, "GET")).status).toBe(200);
      const { rawKey: other } = await keyOf("test");
      const changed = await call(`${services[0]?.url}/v1/keys/${record.id}`, other, "PATCH", {
        ipAllowlist: ["203.0.113.0/24"],
      });
      expect(changed.status).toBe(200);
      for (const { url } of services) {
        const read = async () => (await call(`${url}/v1/keys/self`, rawKey, "GET")).status;
        await expect.poll(read, { timeout: 120_000 }).toBe(403);
      }
    },
  );
});
