import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Database } from "@wayfare/database";
import { expect, onTestFinished, test } from "vitest";
import { eventually } from "../../../../tests/eventually.ts";
import { scaled } from "../../../../tests/scale.ts";
import { createTestDatabase } from "../../../database/test/test-databases.ts";
import { DeliveryDesk } from "./delivery-desk.ts";
import { startReceiver } from "./receiver.ts";

const rounds = scaled(2);
/** A worker has one delivery out at once of each endpoint that it does not know yet. */
const endpoints = 16;
const events = 3;
/** A worker looks around every second: what a lease of so long holds goes on within 15 seconds. */
const longestLeaseMs = 14_000;

async function startWorker(connectionString: string): Promise<ChildProcess> {
  const script = fileURLToPath(new URL("./worker-process.ts", import.meta.url));
  const child = fork(script, [connectionString], { execArgv: [] });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child, "message");
  return child;
}

async function countDelivered(desk: DeliveryDesk): Promise<number> {
  return (await desk.deliveries()).filter(({ status }) => status === "delivered").length;
}

/** As if the time of every lease were over. None may last longer than `latestMs`. */
async function endLeases(database: Database, latestMs: number): Promise<void> {
  const leases = await database.query<{ endsAt: Date }>(
    `SELECT lease_ends_at AS "endsAt" FROM deliveries WHERE status = 'delivering' ORDER BY id LIMIT 1000`,
  );
  expect(leases).toHaveLength(endpoints);
  expect(Math.max(...leases.map(({ endsAt }) => endsAt.getTime()))).toBeLessThanOrEqual(latestMs);
  await database.execute("UPDATE deliveries SET lease_ends_at = $1 WHERE status = 'delivering'", [new Date()]);
}

test(`what a worker held that is killed goes on within 15 seconds, ${rounds} times`, {
  timeout: 60_000 * rounds,
}, async () => {
  const { database, connectionString, drop } = await createTestDatabase("postgresql");
  onTestFinished(drop);
  const desk = await DeliveryDesk.over(database);
  const receiver = await startReceiver();
  for (let at = 0; at < endpoints; at++) await desk.addEndpoint(receiver.url);
  for (let round = 1; round <= rounds; round++) {
    // The first worker hears nothing, and dies with all that it has out.
    receiver.reply = () => new Promise(() => {});
    const outBefore = receiver.received.length;
    desk.nowMs = Date.now();
    for (let at = 0; at < events; at++) await desk.cause();
    const doomed = await startWorker(connectionString ?? "");
    await eventually(() => expect(receiver.received.length - outBefore).toBe(endpoints));
    const held = (await desk.deliveries()).filter(({ status }) => status === "delivering").map(({ id }) => id);
    expect(held).toHaveLength(endpoints);
    receiver.reply = () => ({ status: 200 });
    const heir = await startWorker(connectionString ?? "");
    const gone = once(doomed, "exit");
    doomed.kill("SIGKILL");
    await gone;
    await eventually(async () => expect(await countDelivered(desk)).toBe((round * events - 1) * endpoints));
    await endLeases(database, Date.now() + longestLeaseMs);
    await eventually(async () => expect(await countDelivered(desk)).toBe(round * events * endpoints));
    const answered = receiver.received.slice(outBefore).map(({ headers }) => String(headers["svc-delivery-id"]));
    for (const id of held) expect(answered.filter((each) => each === id)).toHaveLength(2);
    heir.kill("SIGKILL");
  }
  const deliveries = await desk.deliveries();
  expect(deliveries).toHaveLength(rounds * endpoints * events);
  // Whatever was sent and not written down was no attempt.
  expect(await desk.attempts()).toHaveLength(deliveries.length);
});
