import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Database } from "@wayfare/database";
import { expect, onTestFinished, test } from "vitest";
import { eventually } from "../../../../tests/eventually.ts";
import { scaled } from "../../../../tests/scale.ts";
import { createTestDatabase } from "../../../database/test/test-databases.ts";
import { DispatcherFixture } from "./dispatcher-fixture.ts";
import { startReceiver } from "./receiver.ts";

const rounds = scaled(2);
/** A worker has one delivery in flight to each endpoint that it has no response of yet. */
const endpoints = 16;
const events = 3;
/** Together with the poll interval of one second, deliveries of a killed worker are sent within 15 seconds. */
const maxLeaseMs = 14_000;
const hourMs = 3_600_000;

async function startWorker(connectionString: string): Promise<ChildProcess> {
  const script = fileURLToPath(new URL("./worker-process.ts", import.meta.url));
  const child = fork(script, [connectionString], { execArgv: [] });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child, "message");
  return child;
}

async function countDelivered(fixture: DispatcherFixture): Promise<number> {
  return (await fixture.deliveries()).filter(({ status }) => status === "delivered").length;
}

/** Returns when the last lease of the deliveries ends. */
async function findLastLeaseEnd(database: Database, ids: readonly string[]): Promise<number> {
  const leases = await database.query<{ endsAt: Date }>(
    `SELECT lease_ends_at AS "endsAt" FROM deliveries WHERE status = 'delivering' AND id = ANY($1) ORDER BY id LIMIT 1000`,
    [ids],
  );
  expect(leases).toHaveLength(ids.length);
  return Math.max(...leases.map(({ endsAt }) => endsAt.getTime()));
}

async function setLeaseEnd(database: Database, ids: readonly string[], endsAtMs: number): Promise<void> {
  await database.execute("UPDATE deliveries SET lease_ends_at = $1 WHERE id = ANY($2)", [new Date(endsAtMs), ids]);
}

test(`sends the deliveries of a killed worker within 15 seconds, ${rounds} times`, {
  timeout: 300_000 * rounds,
}, async () => {
  const { database, connectionString, drop } = await createTestDatabase("postgresql");
  onTestFinished(drop);
  const fixture = await DispatcherFixture.withDatabase(database);
  const receiver = await startReceiver();
  for (let index = 0; index < endpoints; index++) await fixture.addEndpoint(receiver.url);
  for (let round = 1; round <= rounds; round++) {
    // The first worker receives no response and is killed with its deliveries in flight.
    receiver.reply = () => new Promise(() => {});
    const sentBefore = receiver.received.length;
    fixture.nowMs = Date.now();
    for (let index = 0; index < events; index++) await fixture.recordEvent();
    const killedWorker = await startWorker(connectionString ?? "");
    await eventually(() => expect(receiver.received.length - sentBefore).toBe(endpoints));
    const inFlight = (await fixture.deliveries()).filter(({ status }) => status === "delivering").map(({ id }) => id);
    expect(inFlight).toHaveLength(endpoints);
    receiver.reply = () => ({ status: 200 });
    const nextWorker = await startWorker(connectionString ?? "");
    const exited = once(killedWorker, "exit");
    killedWorker.kill("SIGKILL");
    await exited;
    expect(await findLastLeaseEnd(database, inFlight)).toBeLessThanOrEqual(Date.now() + maxLeaseMs);
    // On a busy machine, the next worker could take longer for the other deliveries than the leases last.
    await setLeaseEnd(database, inFlight, Date.now() + hourMs);
    await eventually(async () => expect(await countDelivered(fixture)).toBe((round * events - 1) * endpoints));
    await setLeaseEnd(database, inFlight, Date.now());
    await eventually(async () => expect(await countDelivered(fixture)).toBe(round * events * endpoints));
    const sentIds = receiver.received.slice(sentBefore).map(({ headers }) => String(headers["svc-delivery-id"]));
    for (const id of inFlight) expect(sentIds.filter((each) => each === id)).toHaveLength(2);
    nextWorker.kill("SIGKILL");
  }
  const deliveries = await fixture.deliveries();
  expect(deliveries).toHaveLength(rounds * endpoints * events);
  // Requests of the killed worker were not recorded as attempts.
  expect(await fixture.attempts()).toHaveLength(deliveries.length);
});
