/**
 * Measures the promise: how long after its transaction an event arrives, and how many deliveries a second one process makes, on both
 * databases. `npm run bench:webhooks`; every delivery is checked to have come exactly once and to be written down as delivered.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { newId } from "@wayfare/contract";
import { type Database, migrate, openPglite, openPostgres } from "@wayfare/database";
import { createGuardedClient, makeWebhookSecret, recordEvent, startDispatcher } from "@wayfare/webhooks";
import { startPostgresServer } from "../tests/postgres-server.ts";
import { describeMachine, percentile } from "./machine.ts";

const single = 200;
const warmUp = 50;
const endpoints = 20;
const eventsOfLoad = 500;

const print = (line: string) => process.stdout.write(`${line}\n`);
const now = () => performance.timeOrigin + performance.now();
const box = {
  seal: (text: string) => Buffer.from(text),
  open: (sealed: Uint8Array) => Buffer.from(sealed).toString(),
};

/** When each delivery arrived. */
class Arrivals {
  readonly at = new Map<string, number>();
  duplicates = 0;
  #waiting: { count: number; resolve: () => void }[] = [];

  constructor(receiver: ChildProcess) {
    receiver.on("message", ({ got = [] }: { got?: [string, number][] }) => {
      for (const [id, atMs] of got) {
        if (this.at.has(id)) this.duplicates++;
        else this.at.set(id, atMs);
      }
      for (const { count, resolve } of this.#waiting) if (this.at.size >= count) resolve();
    });
  }

  reach(count: number): Promise<void> {
    if (this.at.size >= count) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ count, resolve }));
  }
}

async function prepare(database: Database, url: string, count: number) {
  await migrate(database, { nowMs: Date.now() });
  const accountId = newId("acct", Date.now());
  await database.execute("INSERT INTO accounts (id, name, created_at) VALUES ($1, 'Benchmark', $2)", [
    accountId,
    new Date(),
  ]);
  const addEndpoints = async (wanted: number): Promise<void> => {
    for (let n = 0; n < wanted; n++) {
      await database.execute(
        `INSERT INTO webhook_endpoints (id, account_id, environment, url, description, events, status, secret, created_at)
         VALUES ($1, $2, 'live', $3, '', '{*}', 'active', $4, $5)`,
        [newId("whk", Date.now()), accountId, url, box.seal(makeWebhookSecret()), new Date()],
      );
    }
  };
  await addEndpoints(count);
  const cause = () => {
    const data = { message: "x".repeat(500) };
    const event = { accountId, environment: "live" as const, type: "webhook.test" as const, data, nowMs: Date.now() };
    return database.transaction((session) => recordEvent(session, event));
  };
  return { addEndpoints, cause };
}

async function measure(name: string, database: Database): Promise<string> {
  const receiver = fork(new URL("webhook-receiver.ts", import.meta.url));
  const [{ port }] = await once(receiver, "message");
  const arrivals = new Arrivals(receiver);
  const { addEndpoints, cause } = await prepare(database, `http://127.0.0.1:${port}/hooks`, 1);
  const rules = { allowLoopback: true, allowCidrs: [], ports: [] };
  const client = createGuardedClient({ rules, timeoutMs: 15_000, maxBodyBytes: 65_536 });
  const log = { error: (details: object, message: string) => console.error(message, details) };
  const dispatcher = await startDispatcher({ database, client, box, clock: { nowMs: Date.now }, log });

  const latencies: number[] = [];
  for (let n = 0; n < warmUp + single; n++) {
    const startedMs = now();
    const eventId = await cause();
    await arrivals.reach(n + 1);
    const [row] = await database.query<{ id: string }>("SELECT id FROM deliveries WHERE event_id = $1 LIMIT 1", [
      eventId,
    ]);
    if (n >= warmUp) latencies.push((arrivals.at.get(row?.id ?? "") ?? Number.NaN) - startedMs);
  }
  await dispatcher.stop();

  await addEndpoints(endpoints - 1);
  for (let n = 0; n < eventsOfLoad; n++) await cause();
  const total = warmUp + single + eventsOfLoad * endpoints;
  const loaded = await startDispatcher({ database, client, box, clock: { nowMs: Date.now }, log });
  const startedMs = now();
  await arrivals.reach(total);
  await loaded.idle();
  const seconds = (now() - startedMs) / 1000;
  await loaded.stop();
  await client.close();
  const [count] = await database.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM deliveries WHERE status = 'delivered'",
  );
  if (count?.n !== total || arrivals.duplicates > 0) {
    throw new Error(`${name}: ${count?.n} of ${total} delivered, ${arrivals.duplicates} twice`);
  }
  receiver.disconnect();
  const cells = [0.5, 0.95, 0.99].map((share) => percentile(latencies, share).toFixed(1));
  return `| ${name} | ${cells.join(" | ")} | ${((eventsOfLoad * endpoints) / seconds).toFixed(0)} |`;
}

print(`${describeMachine()}; the receiver is a process of its own on the same cores\n`);
print("| database | created → arrived p50 ms | p95 | p99 | deliveries/s, 10,000 waiting for 20 endpoints |");
print("| --- | --- | --- | --- | --- |");
const postgres = await startPostgresServer();
try {
  const database = await openPostgres({ connectionString: postgres.connectionString });
  print(await measure("PostgreSQL", database));
  await database.close();
} finally {
  await postgres.stop();
}
const embedded = await openPglite({ directory: null });
print(await measure("embedded", embedded));
await embedded.close();
