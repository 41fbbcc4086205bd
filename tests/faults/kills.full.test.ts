import type { Database } from "@wayfare/database";
import { expect, test } from "vitest";
import { addEndpoint, countDoubled, expectExactAccounting, waitForDeliveries } from "./accounting.ts";
import { Load } from "./load.ts";
import { makeWatchedDeployment } from "./watched-deployment.ts";

const endpoints = 2;
const names = ["worker-1", "api-1", "worker-2", "api-2"];

test("loses and doubles nothing that was acknowledged while processes are killed", { timeout: 180_000 }, async () => {
  const { database, deployment, receiver } = await makeWatchedDeployment();
  for (const name of names) await deployment.start(name);
  for (let number = 0; number < endpoints; number++) await addEndpoint(deployment, `${receiver.url}?${number}`);

  const load = new Load(deployment, { clients: 6, pauseMs: 100 });
  load.start();
  for (const name of [...names, ...names]) {
    await load.waitForBookings(5);
    await deployment.kill(name);
    await deployment.start(name);
  }
  await load.stop();
  await waitForDeliveries(database);

  await expectExactAccounting(database, load, { receiver, endpoints });
  expect(load.bookings.size).toBeGreaterThan(20);
  expect(load.cancellations.size).toBeGreaterThan(5);
  // A delivery whose worker died after the receiver's answer comes again; a worker holds a few at a time.
  expect(countDoubled(receiver)).toBeLessThanOrEqual(receiver.deliveries.size / 4);
  await expectUsage(database, load);
});

/** Every search that was answered is counted; one more for each whose answer was cut after it was recorded. */
async function expectUsage(database: Database, load: Load) {
  const counted = "SELECT coalesce(sum(count), 0)::int AS count FROM usage_hours WHERE operation = 'search'";
  await expect
    .poll(async () => (await database.query<{ count: number }>(counted))[0]?.count)
    .toBeGreaterThanOrEqual(load.searches);
  const [row] = await database.query<{ count: number }>(counted);
  expect(row?.count).toBeLessThanOrEqual(load.searches + (load.failures.get("flights: no answer") ?? 0));
}
