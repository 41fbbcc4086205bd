import { isConnectionLost, migrate, openPostgres } from "@wayfare/database";
import { expect, onTestFinished, test, vi } from "vitest";
import { startPostgresServer } from "../../../../tests/postgres-server.ts";
import { scaled } from "../../../../tests/scale.ts";
import { DeliveryDesk, startMs } from "./delivery-desk.ts";
import { startReceiver } from "./receiver.ts";

const crashes = scaled(2);
const eventsARound = 40;

/** A PostgreSQL of its own, which may crash, with a desk over it. */
async function openDesk() {
  const server = await startPostgresServer();
  // The tests' server does not wait for its log; here what was answered has to outlive it.
  const connectionString = `${server.connectionString}?options=-c%20synchronous_commit%3Don`;
  const database = await openPostgres({ connectionString, max: 5 });
  onTestFinished(async () => {
    await database.close();
    await server.stop();
  });
  await migrate(database, { nowMs: startMs });
  return { server, database, desk: await DeliveryDesk.over(database) };
}

test(`PostgreSQL crashes ${crashes} times while events come and go: every event that was accepted is delivered`, {
  timeout: 60_000 + 30_000 * crashes,
}, async () => {
  const { server, desk } = await openDesk();
  const receiver = await startReceiver();
  await desk.addEndpoint(receiver.url);
  const dispatcher = await desk.start();
  const accepted: string[] = [];
  const causeMany = async () => {
    for (let at = 0; at < eventsARound; at++) {
      try {
        accepted.push(await desk.cause());
      } catch (error) {
        if (!isConnectionLost(error)) throw error;
      }
    }
  };
  for (let round = 0; round < crashes; round++) {
    const before = receiver.received.length;
    const causing = causeMany();
    await vi.waitUntil(() => receiver.received.length > before + 5, 20_000);
    await server.crashAndRestart();
    await causing;
    await causeMany();
    // Claims that were committed and never answered are nobody's until their leases have run out.
    desk.nowMs += 60_000;
  }
  const isDone = async () => (await desk.deliveries()).every(({ status }) => status === "delivered");
  dispatcher.wake();
  await vi.waitUntil(isDone, { timeout: 30_000, interval: 250 });
  expect(accepted.length).toBeGreaterThan(crashes * eventsARound);
  const arrived = new Set(receiver.received.map(({ body }) => JSON.parse(body).id));
  expect(accepted.filter((id) => !arrived.has(id))).toEqual([]);
  const deliveries = await desk.deliveries();
  // A commit whose answer was cut off may have come through.
  expect(deliveries.length).toBeGreaterThanOrEqual(accepted.length);
  expect((await desk.attempts()).filter(({ outcome }) => outcome === "delivered")).toHaveLength(deliveries.length);
});
