import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Database, openPglite, openPostgres } from "@wayfare/database";
import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase, testDatabaseKinds } from "../databases.ts";
import { eventually } from "../eventually.ts";
import { copyPreparedDatabase } from "../prepared-database.ts";
import { spawnService, waitForAddress } from "../running-service.ts";

const launcher = fileURLToPath(new URL("../../packages/cli/bin/wayfare.mjs", import.meta.url));
const secret = `a:${Buffer.alloc(32, 5).toString("base64")}`;
const travelers = [{ type: "adult", givenName: "Ada", familyName: "Lovelace", bornOn: "1987-03-09" }];
const contact = { email: "ada@example.com", phone: "+442079460123" };
const passphrase = { WAYFARE_BACKUP_PASSPHRASE: "correct horse battery staple" };

async function wayfare(environment: Record<string, string>, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [launcher, ...args], {
    env: { ...process.env, ...passphrase, ...environment },
  });
  return stdout;
}

async function makeDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "wayfare-drill-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

interface ResponseBody {
  id: string;
  invoice: { number: string };
  flights: { cash: { id: string }[] }[];
}

async function post(url: string, key: string, body: object): Promise<{ status: number; body: ResponseBody }> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: response.status, body: (await response.json()) as ResponseBody };
}

/** Books continuously until the service stops. `acknowledged` has the ids of bookings that returned 201. */
function bookContinuously(url: string, key: string): { acknowledged: string[]; stopped: Promise<unknown> } {
  const acknowledged: string[] = [];
  const work = async (worker: number) => {
    for (let round = 0; ; round++) {
      const departureDate = new Date(Date.now() + (30 + worker * 100 + (round % 90)) * 86_400_000)
        .toISOString()
        .slice(0, 10);
      const found = await post(`${url}/v1/flights/search`, key, { origin: "JFK", destination: "LHR", departureDate });
      for (const { cash } of found.body.flights.slice(0, 5)) {
        const booked = await post(`${url}/v1/bookings`, key, { offerId: cash[0]?.id, travelers, contact });
        if (booked.status === 201) acknowledged.push(booked.body.id);
      }
    }
  };
  const workers = [0, 1].map((worker) => work(worker).catch(() => {}));
  return { acknowledged, stopped: Promise.all(workers) };
}

async function expectConsistentBookings(database: Database, expected: readonly string[]): Promise<void> {
  const rows = await database.query<{ id: string }>("SELECT id FROM bookings ORDER BY id LIMIT 100000");
  const restored = new Set(rows.map(({ id }) => id));
  expect(expected.filter((id) => !restored.has(id))).toEqual([]);
  const without = await database.query(
    `SELECT id FROM bookings WHERE NOT EXISTS (
       SELECT FROM events WHERE type = 'booking.confirmed' AND data ->> 'bookingId' = bookings.id) ORDER BY id LIMIT 5`,
  );
  expect(without).toEqual([]);
  const unsold = await database.query(
    "SELECT id FROM bookings WHERE NOT EXISTS (SELECT FROM sold_seats WHERE booking_id = bookings.id) ORDER BY id LIMIT 5",
  );
  expect(unsold).toEqual([]);
  const orphans = await database.query(
    `SELECT id FROM events WHERE type = 'booking.confirmed' AND NOT EXISTS (
       SELECT FROM bookings WHERE bookings.id = data ->> 'bookingId') ORDER BY id LIMIT 5`,
  );
  expect(orphans).toEqual([]);
  expect(
    await database.query("SELECT sum(amount_minor)::bigint AS sum, count(*) > 0 AS some FROM ledger_entries"),
  ).toEqual([{ sum: 0, some: true }]);
  expect(await database.query("SELECT number FROM invoices WHERE number IS NOT NULL ORDER BY 1 LIMIT 5")).toEqual([
    { number: "WF-000001" },
  ]);
}

test.each(testDatabaseKinds)(
  "restores an online backup of %s on the other engine with all data acknowledged before the backup",
  { timeout: 600_000 },
  async (kind) => {
    const directory = await makeDirectory();
    const server = await createTestDatabase("postgresql");
    onTestFinished(server.drop);
    const onPostgres = { DATABASE_URL: server.connectionString ?? "", SERVER_SECRET: secret };
    if (kind === "pglite") await copyPreparedDatabase(directory);
    const source = {
      DATA_DIR: directory,
      LOG_LEVEL: "error",
      RATE_LIMIT_FACTOR: "1000",
      ...(kind === "pglite" ? {} : onPostgres),
    };

    const service = spawnService(directory, { environment: source });
    onTestFinished(() => void service.child.kill("SIGKILL"));
    const url = await waitForAddress(service);
    const { key }: { key: string } = JSON.parse(await readFile(join(directory, "first-run.json"), "utf8"));
    const scopes = [
      "keys",
      "create",
      "--environment",
      "live",
      "--scopes",
      "billing.write,billing.read",
      "--name",
      "b",
      "--json",
    ];
    const live: { secret: string } = JSON.parse(await wayfare(source, ...scopes));
    const subscribed = await post(`${url}/v1/billing/subscription/change`, live.secret, { plan: "pro" });
    expect(subscribed.body.invoice.number).toBe("WF-000001");

    const load = bookContinuously(url, key);
    await eventually(() => expect(load.acknowledged.length).toBeGreaterThan(20));
    const before = [...load.acknowledged];
    const file = join(await makeDirectory(), "drill.backup");
    await wayfare(source, "backup", file);
    const after = load.acknowledged.length;
    // Bookings continued after the backup.
    await eventually(() => expect(load.acknowledged.length).toBeGreaterThan(after));
    service.child.kill("SIGKILL");
    await Promise.all([service.exited, load.stopped]);

    const targetDirectory = join(await makeDirectory(), "data");
    const other = await createTestDatabase("postgresql");
    onTestFinished(other.drop);
    const target = {
      DATA_DIR: targetDirectory,
      ...(kind === "pglite" ? { DATABASE_URL: other.connectionString ?? "" } : {}),
    };
    expect(await wayfare(target, "restore", file, "--verify")).toContain("Verified:");
    const database =
      kind === "pglite"
        ? await openPostgres({ connectionString: other.connectionString ?? "" })
        : await openPglite({ directory: join(targetDirectory, "database") });
    await expectConsistentBookings(database, before);
    await database.close();

    const restored = {
      ...target,
      ...(kind === "pglite"
        ? { SERVER_SECRET: (await readFile(join(targetDirectory, "server-secret"), "utf8")).trim() }
        : {}),
    };
    const again = spawnService(targetDirectory, {
      environment: { LOG_LEVEL: "warn", RATE_LIMIT_FACTOR: "1000", ...restored },
    });
    onTestFinished(() => void again.child.kill("SIGKILL"));
    const restoredUrl = await waitForAddress(again);
    expect(again.printed()).toContain("Paused");
    const headers = { authorization: `Bearer ${key}` };
    for (const id of before.slice(0, 3)) {
      expect((await fetch(`${restoredUrl}/v1/bookings/${id}`, { headers })).status).toBe(200);
    }
    expect(await wayfare(restored, "resume")).toContain("Resumed webhook deliveries");
    expect(JSON.parse(await wayfare(restored, "doctor", "--json"))).toMatchObject({ ok: true });
    again.child.kill("SIGTERM");
    await again.exited;
    expect(existsSync(join(targetDirectory, "usage"))).toBe(true);
  },
);
