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
import { bringDatabase } from "../prepared-database.ts";
import { bringWorlds, spawnService, waitForAddress } from "../running-service.ts";

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

interface Answer {
  id: string;
  invoice: { number: string };
  flights: { cash: { id: string }[] }[];
}

async function post(url: string, key: string, body: object): Promise<{ status: number; body: Answer }> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: answer.status, body: (await answer.json()) as Answer };
}

/** Books without a pause until the service is gone. `acknowledged` are the ids of the bookings that were answered with 201. */
function bookOnAndOn(url: string, key: string): { acknowledged: string[]; stopped: Promise<unknown> } {
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

async function expectOrder(database: Database, expected: readonly string[]): Promise<void> {
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
  "a backup of %s, taken while bookings go on, holds everything acknowledged before it, and is restored on the other engine",
  { timeout: 180_000 },
  async (kind) => {
    const directory = await makeDirectory();
    await bringWorlds(directory);
    const server = await createTestDatabase("postgresql");
    onTestFinished(server.drop);
    const onPostgres = { DATABASE_URL: server.connectionString ?? "", SERVER_SECRET: secret };
    if (kind === "pglite") await bringDatabase(directory);
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

    const load = bookOnAndOn(url, key);
    await eventually(() => expect(load.acknowledged.length).toBeGreaterThan(20));
    const before = [...load.acknowledged];
    const file = join(await makeDirectory(), "drill.backup");
    await wayfare(source, "backup", file);
    const after = load.acknowledged.length;
    // Bookings went on behind the backup.
    await eventually(() => expect(load.acknowledged.length).toBeGreaterThan(after));
    service.child.kill("SIGKILL");
    await Promise.all([service.exited, load.stopped]);

    const elsewhere = join(await makeDirectory(), "data");
    const other = await createTestDatabase("postgresql");
    onTestFinished(other.drop);
    const target = {
      DATA_DIR: elsewhere,
      ...(kind === "pglite" ? { DATABASE_URL: other.connectionString ?? "" } : {}),
    };
    expect(await wayfare(target, "restore", file, "--verify")).toContain("Verified:");
    const database =
      kind === "pglite"
        ? await openPostgres({ connectionString: other.connectionString ?? "" })
        : await openPglite({ directory: join(elsewhere, "database") });
    await expectOrder(database, before);
    await database.close();

    const restored = {
      ...target,
      ...(kind === "pglite"
        ? { SERVER_SECRET: (await readFile(join(elsewhere, "server-secret"), "utf8")).trim() }
        : {}),
    };
    const again = spawnService(elsewhere, {
      environment: { LOG_LEVEL: "warn", RATE_LIMIT_FACTOR: "1000", ...restored },
    });
    onTestFinished(() => void again.child.kill("SIGKILL"));
    const restoredUrl = await waitForAddress(again);
    expect(again.printed()).toContain("Paused");
    const headers = { authorization: `Bearer ${key}` };
    for (const id of before.slice(0, 3)) {
      expect((await fetch(`${restoredUrl}/v1/bookings/${id}`, { headers })).status).toBe(200);
    }
    expect(await wayfare(restored, "resume")).toContain("are on again");
    expect(JSON.parse(await wayfare(restored, "doctor", "--json"))).toMatchObject({ ok: true });
    again.child.kill("SIGTERM");
    await again.exited;
    expect(existsSync(join(elsewhere, "usage"))).toBe(true);
  },
);
