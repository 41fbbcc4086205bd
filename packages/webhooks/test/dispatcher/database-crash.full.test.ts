import { isConnectionLost, migrate, openPostgres } from "@wayfare/database";
import { expect, onTestFinished, test, vi } from "vitest";
import { startPostgresServer } from "../../../../tests/postgres-server.ts";
import { scaled } from "../../../../tests/scale.ts";
import { DispatcherFixture, startMs } from "./dispatcher-fixture.ts";
import { startReceiver } from "./receiver.ts";

const crashes = scaled(2);
const eventsPerRound = 40;

/** Starts a PostgreSQL server that can crash, with a fixture on it. */
async function openFixture() {
  const server = await startPostgresServer();
  // The shared test server runs without synchronous commits; here committed data must survive the crash.
  const connectionString = `${server.connectionString}?options=-c%20synchronous_commit%3Don`;
  const database = await openPostgres({ connectionString, max: 5 });
  onTestFinished(async () => {
    await database.close();
    await server.stop();
  });
  await migrate(database, { nowMs: startMs });
  return { server, database, fixture: await DispatcherFixture.withDatabase(database) };
}

test(`delivers every accepted event when PostgreSQL crashes ${crashes} times under load`, {
  timeout: 300_000 + 30_000 * crashes,
}, async () => {
  const { server, fixture } = await openFixture();
  const receiver = await startReceiver();
  await fixture.addEndpoint(receiver.url);
  const dispatcher = await fixture.start();
  const accepted: string[] = [];
  const recordEvents = async () => {
    for (let count = 0; count < eventsPerRound; count++) {
      try {
        accepted.push(await fixture.recordEvent());
      } catch (error) {
        if (!isConnectionLost(error)) throw error;
      }
    }
  };
  for (let round = 0; round < crashes; round++) {
    const before = receiver.received.length;
    const recording = recordEvents();
    await vi.waitUntil(() => receiver.received.length > before + 5, 120_000);
    await server.crashAndRestart();
    await recording;
    await recordEvents();
    // Claims that committed without a response to the worker are free after their leases have expired.
    fixture.nowMs += 60_000;
  }
  const isDone = async () => (await fixture.deliveries()).every(({ status }) => status === "delivered");
  dispatcher.wake();
  await vi.waitUntil(isDone, { timeout: 120_000, interval: 250 });
  expect(accepted.length).toBeGreaterThan(crashes * eventsPerRound);
  const arrived = new Set(receiver.received.map(({ body }) => JSON.parse(body).id));
  expect(accepted.filter((id) => !arrived.has(id))).toEqual([]);
  const deliveries = await fixture.deliveries();
  // A commit may have succeeded although its response was lost.
  expect(deliveries.length).toBeGreaterThanOrEqual(accepted.length);
  expect((await fixture.attempts()).filter(({ outcome }) => outcome === "delivered")).toHaveLength(deliveries.length);
});
